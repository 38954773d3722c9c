// Changes of one plan that are alike, shown once: 200 workbooks that include one theme change in the same field.

import { type Change, type FieldChange, type Json, writeJson } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { ownHazards } from "./hazard-advice.ts";
import { statementOf } from "./statement.ts";

/** Fewer with the same values are shown one by one. */
const SAME = 4;
/** The same for changes without fields, which are a line or two anyway, and whose names say the most. */
const WITHOUT_FIELDS = 20;

/**
 * The changes that are alike, by each of them: of one kind, action and owner, with the same fields and the same values. A value that is not
 * like the others is what a reviewer has to see, so it is never summed up. Nor is a deletion, or new code of an app.
 */
export function groupAlike(
  changes: readonly Change[],
  ownersOf: (change: Change) => readonly string[] | undefined = ({ owners }) => owners,
): Map<Change, readonly [Change, ...Change[]]> {
  const byForm = new Map<string, [Change, ...Change[]]>();
  for (const change of changes.filter(isSummable)) {
    const form = writeJson([formOf(change), [...(ownersOf(change) ?? [])]]);
    const group = byForm.get(form);
    if (group) group.push(change);
    else byForm.set(form, [change]);
  }
  const groups = [...byForm.values()].filter((group) => {
    return group.length >= (group[0].fields.length === 0 ? WITHOUT_FIELDS : SAME);
  });
  return new Map(groups.flatMap((group) => group.map((change) => [change, group] as const)));
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
    [...statementOf(change)] as Json,
    reason ? [reason.code, reason.message] : null,
    change.fields.map(sidesOf),
    change.shown?.map(sidesOf) ?? null,
  ]);
}

/** `200 workbooks alike`, of what is created `200 new workbooks`, whose content is not: in two parts, the first of which is stressed. */
export function alikeTitle([{ kind, action }, ...others]: readonly [Change, ...Change[]]): [string, string] {
  const number = others.length + 1;
  if (action !== "create") return [`${number} ${kind}s`, " alike"];
  return [`${number} new ${kind}s`, kind === "folder" ? "" : ", each with content of its own"];
}
