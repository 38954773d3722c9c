// Changes of one plan that are alike, shown once: 200 workbooks that include one theme change in the same field.

import { type Change, type FieldChange, writeJson } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { statementOf } from "./change-body.ts";
import { ownHazards } from "./hazard-advice.ts";
import { groupRows, type RowChanges, type TemplateGroup } from "./template-groups.ts";

/** Changes that are shown as the first of them; `others` is empty if there is nothing alike. */
export interface ChangeGroup {
  first: Change;
  others: readonly Change[];
  /** Of rows of one template: what is the same for all of them, and what is not. */
  rows?: TemplateGroup<Change>;
}

/** Fewer with the same values are shown one by one. */
const SAME = 4;
/** The same for changes without fields, which are a line or two anyway, and whose names say the most. */
const WITHOUT_FIELDS = 20;

/**
 * The changes in groups, each where its first one is: those of rows of one template, and others that are alike, which are changes of one kind and action with the same fields and the same values:
 * a value that is not like the others is what a reviewer has to see, so it is never summed up. Nor is a deletion, or new code of an app.
 */
export function groupAlike(changes: readonly Change[], detailed = false): ChangeGroup[] {
  if (detailed) return changes.map((first) => ({ first, others: [] }));
  const ofRows = new Map(
    groupRows(changes.flatMap(rowOf)).flatMap((rows) => rows.items.map((change) => [change, rows] as const)),
  );
  const byForm = new Map<string, Change[]>();
  for (const change of changes.filter((one) => isSummable(one) && !ofRows.has(one))) {
    const form = formOf(change);
    const group = byForm.get(form);
    if (group) group.push(change);
    else byForm.set(form, [change]);
  }
  const groups = new Map<Change, readonly Change[]>();
  for (const group of byForm.values()) {
    const least = group[0]?.fields.length === 0 ? WITHOUT_FIELDS : SAME;
    if (group.length >= least) for (const change of group) groups.set(change, group);
  }
  return changes.flatMap((change): ChangeGroup[] => {
    const rows = ofRows.get(change);
    const [first = change, ...others] = rows?.items ?? groups.get(change) ?? [];
    return first === change ? [{ first, others, ...(rows && { rows }) }] : [];
  });
}

function rowOf(change: Change): RowChanges<Change>[] {
  const { template, row, source } = change;
  if (template === undefined || row === undefined) return [];
  return [{ item: change, template, row, source, form: "", changes: [change] }];
}

function isSummable(change: Change): boolean {
  const { action, fields } = change;
  if (action === "delete" || action === "orphaned") return false;
  // The fields of a change show its code, but what is created has none.
  return fields.length > 0 || appContent(change).length === 0;
}

function formOf(change: Change): string {
  const { kind, action, publish, reason } = change;
  const hazards = ownHazards(change).map(({ code, message }) => [code, message]);
  const sidesOf = ({ path, change: how, origin, before, after, base }: FieldChange) => {
    return [path, how, origin, before ?? null, after ?? null, base ?? null];
  };
  return writeJson([
    kind,
    action,
    publish,
    hazards,
    statementOf(change, Number.MAX_SAFE_INTEGER),
    reason ? [reason.code, reason.message] : null,
    change.fields.map(sidesOf),
    change.shown?.map(sidesOf) ?? null,
  ]);
}

/** `200 workbooks alike`, of what is created `200 new workbooks`, whose content is not: in two parts, the first of which is stressed. */
export function groupWords({ first, others, rows }: ChangeGroup): [string, string] {
  const number = others.length + 1;
  const kinds = `${first.kind}s`;
  if (rows) {
    const fields = first.fields.length;
    const made = first.action === "create" ? "new " : "";
    const same = fields === 0 ? "" : fields === 1 ? ", the same field" : `, the same ${fields} fields`;
    return [excerpt(rows.template, 0, NAME_ROOM), `: ${number} ${made}${kinds}${same}`];
  }
  if (first.action !== "create") return [`${number} ${kinds}`, " alike"];
  return [`${number} new ${kinds}`, first.kind === "folder" ? "" : ", each with content of its own"];
}
