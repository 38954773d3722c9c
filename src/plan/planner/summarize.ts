// The changes of a plan in their one order, and how many of each action there are.

import {
  type Change,
  type ChangeKind,
  compareText,
  type Diagnostic,
  PLAN_FORMAT_VERSION,
  type Plan,
  type PlanSummary,
} from "../../model/index.ts";

const KIND_ORDER: Record<ChangeKind, number> = { folder: 0, report: 1, workbook: 2 };

/** A plan of these changes, in this order. */
export function newPlan(
  { toolVersion, project, target }: { toolVersion: string; project: string; target: Plan["target"] },
  changes: Change[],
  { unchanged = 0, diagnostics = [] }: { unchanged?: number; diagnostics?: Diagnostic[] } = {},
): Plan {
  return {
    formatVersion: PLAN_FORMAT_VERSION,
    tool: { name: "boardwright", version: toolVersion },
    ...{ project, target, summary: summarize(changes, unchanged), changes, diagnostics },
  };
}

/** The plan with these changes instead of its own. */
export function withChanges(plan: Plan, changes: readonly Change[], unchanged: number): Plan {
  return { ...plan, changes: [...changes].sort(compareChanges), summary: summarize(changes, unchanged) };
}

export function compareChanges(a: Change, b: Change): number {
  return (
    compareSubjects(a, b) ||
    // A report whose publicId changed is there twice: the new one to create, the old one to delete.
    compareText(a.action, b.action) ||
    (a.id ?? 0) - (b.id ?? 0)
  );
}

function summarize(changes: readonly Change[], unchanged: number): PlanSummary {
  const summary = {
    create: 0,
    update: 0,
    publish: 0,
    rename: 0,
    stamp: 0,
    delete: 0,
    unchanged,
    orphaned: 0,
  };
  for (const change of changes) summary[change.action] += 1;
  const { rename, ...others } = summary;
  return rename === 0 ? others : { ...others, rename };
}

type Subject = Pick<Change, "kind" | "key">;

/** Folders, reports, workbooks; each by its key. */
export function compareSubjects(a: Subject, b: Subject): number {
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || compareText(a.key, b.key);
}
