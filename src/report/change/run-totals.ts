// The totals of recorded runs.

import { isWritten, type Run, type RunChange, type RunRecord } from "../../model/index.ts";

/** The runs that can be put back, newest first, and the folders without a readable record, each with the reason. */
export interface KeptRuns {
  runs: readonly Run[];
  others: readonly { name: string; why: string }[];
}

/** How many changes had each outcome, in the order in which they are shown. */
export function countChanges(all: readonly RunChange[]): Record<string, number> {
  // What the platform may have deleted along was no change of the plan.
  const changes = all.filter(({ along }) => along === undefined);
  const done = (action: RunChange["action"]) =>
    changes.filter((change) => change.action === action && isWritten(change)).length;
  const published = changes.filter((change) => change.publish && change.publishedAfter && isWritten(change));
  return {
    created: done("create"),
    updated: done("update"),
    published: published.length,
    ...(done("rename") > 0 && { renamed: done("rename") }),
    stamped: done("stamp"),
    deleted: done("delete"),
    failed: changes.filter(({ status }) => status === "failed" || status === "stale").length,
    skipped: changes.filter(({ status }) => status === "skipped").length,
    unknown: changes.filter(({ status }) => status === undefined).length,
  };
}

/** How a run ended, for scripts. `undone-in-part`: a rollback that did not put back all that it ought to. */
export type RunEnd = "complete" | "undone-in-part" | "interrupted" | "unfinished";

export function endOf(record: RunRecord): RunEnd {
  if (record.finishedAt === undefined) return "unfinished";
  if (record.interrupted) return "interrupted";
  return leftBy(record).length > 0 ? "undone-in-part" : "complete";
}

/** What a rollback did not put back, each with the code of why; nothing for any other run. */
export function leftBy({ undoes, changes }: RunRecord): RunChange[] {
  if (undoes === undefined) return [];
  return changes.filter((change) => change.status !== undefined && !isWritten(change));
}

/** A run of which a rollback put back only a part. */
export interface HalfUndone {
  run: string;
  /** The newest rollback of it that left something. */
  by: string;
  /** What no run has written since. */
  left: RunChange[];
}

/** `runs`: newest first, as they are listed. A rollback may be narrowed, so a newer one that is whole does not mean that all is put back. */
export function halfUndone(runs: readonly Run[]): HalfUndone[] {
  const found = new Map<string, HalfUndone>();
  for (const { run, left } of openRollbacks(runs)) {
    const { name, record } = run;
    const { undoes = "" } = record;
    const newer = found.get(undoes);
    if (newer) newer.left.push(...left);
    else found.set(undoes, { run: undoes, by: name, left });
  }
  return [...found.values()];
}

/** The rollbacks that left something which no newer run has written, newest first, each with that. */
export function openRollbacks(runs: readonly Run[]): { run: Run; left: RunChange[] }[] {
  /** What a newer run wrote, or is said to have left. */
  const told = new Set<string>();
  const open: { run: Run; left: RunChange[] }[] = [];
  for (const run of runs) {
    const { target, changes } = run.record;
    const nameOf = ({ kind, key }: RunChange) => `${target.url} ${target.deploymentId} ${kind}:${key}`;
    const left = leftBy(run.record).filter((change) => !told.has(nameOf(change)));
    if (left.length > 0) open.push({ run, left });
    for (const change of [...left, ...changes.filter(isWritten)]) told.add(nameOf(change));
  }
  return open;
}
