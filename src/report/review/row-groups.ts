// Rows of a review that one template changes in the same way: one row for all of them, with what is the same.

import { writeJson } from "../../model/index.ts";
import { groupRows, type TemplateGroup } from "../change/template-groups.ts";
import type { Words } from "../document/document.ts";
import { count } from "../text/cells.ts";
import { type ReviewRow, reachOf } from "./rows.ts";

/** Rows that are shown as the first of them; `others` is empty if it is alone. */
export interface RowGroup {
  first: ReviewRow;
  others: readonly ReviewRow[];
  /** What is the same for them, and what is not; only of more than one. */
  rows?: TemplateGroup<ReviewRow>;
  /** As of a row: what can be said of all of them. */
  phrases: readonly Words[];
}

/** The rows in groups, each where its first one is. `detailed`: each on its own. */
export function groupByTemplate(rows: readonly ReviewRow[], detailed = false): RowGroup[] {
  const groups = new Map(
    (detailed ? [] : groupRows(rows.flatMap(changesOf))).flatMap((group) =>
      group.items.map((row) => [row, group] as const),
    ),
  );
  return rows.flatMap((row): RowGroup[] => {
    const group = groups.get(row);
    if (!group) return [{ first: row, others: [], phrases: row.phrases }];
    const [first = row, ...others] = group.items;
    if (first !== row) return [];
    const phrases = common(group.items.map((one) => one.phrases));
    return [{ first, others, rows: group, phrases }];
  });
}

/** `12 dashboards`, `12 new dashboards`. */
export function groupCount({ first: { kind, change }, others }: RowGroup): string {
  const noun = kind === "workbook" ? "dashboard" : kind;
  return count(others.length + 1, change?.action === "create" ? `new ${noun}` : noun);
}

function changesOf(row: ReviewRow) {
  const { template, row: key, source, kind, visible, mark, change, reports, owners = [] } = row;
  if (template === undefined || key === undefined) return [];
  const form = writeJson([kind, visible, mark, reachOf(row), [...owners]]);
  return [
    { item: row, template, row: key, source, form, changes: [...(change ? [change] : []), ...reports] },
  ];
}

/** Those that are said of all, and that there is more where some are not. */
function common(lists: readonly (readonly Words[])[]): Words[] {
  const textOf = (phrase: Words) => writeJson([...phrase]);
  const [first = [], ...others] = lists;
  const sets = others.map((phrases) => new Set(phrases.map(textOf)));
  const kept = first.filter((phrase) => sets.every((texts) => texts.has(textOf(phrase))));
  const isMore = lists.some(({ length }) => length > kept.length);
  return isMore ? [...kept, ["values of each row"]] : kept;
}
