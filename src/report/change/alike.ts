// Changes of one plan that are alike, told once: 200 workbooks that include one theme change in the same field.

import { type Change, type FieldChange, writeJson } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { statementOf } from "./change-body.ts";
import { ownHazards } from "./hazard-advice.ts";

/** Changes that are shown as the first of them; `others` is empty if there is nothing alike. */
export interface ChangeGroup {
  first: Change;
  others: readonly Change[];
}

/** Fewer with the same values are shown one by one. */
const SAME = 4;
/** The same for changes without fields, which are a line or two anyway, and whose names say the most. */
const WITHOUT_FIELDS = 20;

/**
 * The changes in groups, each where its first one is. Alike are changes of one kind and action with the same fields and the same values:
 * a value that is not like the others is what a reviewer has to see, so it is never summed up. Nor is a deletion, or new code of an app.
 */
export function groupAlike(changes: readonly Change[]): ChangeGroup[] {
  const byForm = new Map<string, Change[]>();
  for (const change of changes.filter(isSummable)) {
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
    const [first = change, ...others] = groups.get(change) ?? [];
    return first === change ? [{ first, others }] : [];
  });
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
export function groupWords({ first, others }: ChangeGroup): [string, string] {
  const [number, kinds] = [others.length + 1, `${first.kind}s`];
  if (first.action !== "create") return [`${number} ${kinds}`, " alike"];
  return [`${number} new ${kinds}`, first.kind === "folder" ? "" : ", each with content of its own"];
}
