// What a rollback ought to put back and cannot: the errors of its plan, as data that its results and its record count.

import type { Action, ChangeKind, Diagnostic, LeftOut, RunChange } from "../../model/index.ts";

import { compareSubjects } from "../planner/summarize.ts";

const OPPOSITE: Partial<Record<Action, Action>> = { create: "delete", delete: "create" };

/** One for each workbook, report or folder that an error is about, in the order of a plan. `changes`: those of the run. */
export function leftOutOf(diagnostics: readonly Diagnostic[], changes: readonly RunChange[]): LeftOut[] {
  const byName = new Map<string, RunChange>();
  for (const change of changes) byName.set(nameOf(change.kind, change.key), change);
  const found = new Map<string, LeftOut>();
  for (const { severity, kind, subject: key, rule: code, message, help } of diagnostics) {
    if (severity !== "error" || kind === undefined || key === undefined) continue;
    const name = nameOf(kind, key);
    const { action = "create", id = null } = byName.get(name) ?? {};
    if (found.has(name)) continue;
    const undone = OPPOSITE[action] ?? action;
    found.set(name, { kind, key, action: undone, id, code, message, ...(help !== undefined && { help }) });
  }
  return [...found.values()].sort(compareSubjects);
}

function nameOf(kind: ChangeKind, key: string): string {
  return `${kind}:${key}`;
}
