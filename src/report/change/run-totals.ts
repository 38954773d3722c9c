// The totals of recorded runs.

import { isWritten, type Run, type RunChange } from "../../model/index.ts";

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
    stamped: done("stamp"),
    deleted: done("delete"),
    failed: changes.filter(({ status }) => status === "failed" || status === "stale").length,
    skipped: changes.filter(({ status }) => status === "skipped").length,
    unknown: changes.filter(({ status }) => status === undefined).length,
  };
}
