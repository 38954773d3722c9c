// What the end of an apply at one target means for the fleet.

import type { ApplyReport, Plan, StandingState } from "../../model/index.ts";
import { exitCodeOfApply } from "../../project/exit-codes.ts";

/** `diagnostics` are those of the plan that was applied. */
export function standingOf(ended: ApplyReport & Pick<Plan, "diagnostics">): StandingState {
  if (ended.interrupted) return "interrupted";
  if (exitCodeOfApply(ended, ended) !== 0)
    return ended.results.some(({ status }) => status === "stale") ? "stale" : "failed";
  return ended.results.length > 0 ? "applied" : "unchanged";
}
