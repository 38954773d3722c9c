// The exit code that the end of a job means: the same for the command and the Action.

import {
  type ApplyReport,
  EXIT,
  type ExitCode,
  type FleetReport,
  isHazardCode,
  isWhole,
  type MergedReport,
  type Plan,
  type PreviewUpResult,
  type Result,
} from "../model/index.ts";
import { NO_STAMP, NOT_LIVE } from "../plan/index.ts";

/** Whether workbooks were left out of the plan, because the deployment lacks what they need. */
export function isIncomplete({ diagnostics }: Pick<Plan, "diagnostics">): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Failed wins over pending, and pending over fine. `detailed`: whether pending changes have a code of their own. */
export function exitCodeOfPlans(plans: readonly Plan[], { detailed = false } = {}): ExitCode {
  if (plans.some(isIncomplete)) return EXIT.failed;
  return detailed && plans.some(isPending) ? EXIT.pending : EXIT.ok;
}

/** Stamps change nothing that anybody sees, and orphans are kept. */
function isPending({ summary }: Plan): boolean {
  const { create, update, publish, rename = 0, delete: deletes } = summary;
  return create + update + publish + rename + deletes > 0;
}

/** `strict`: whether what may have been deleted, or may have lost its stamp, counts as drift. */
export function exitCodeOfDrift(drift: Plan, { strict = false } = {}): ExitCode {
  if (isIncomplete(drift)) return EXIT.failed;
  return hasDrift(drift, { strict }) ? EXIT.pending : EXIT.ok;
}

export function hasDrift({ changes, diagnostics }: Plan, { strict }: { strict: boolean }): boolean {
  const isUncertain = diagnostics.some(({ rule }) => rule === NOT_LIVE || rule === NO_STAMP);
  return changes.length > 0 || (strict && isUncertain);
}

/** A creation that found what a plan would have stopped at is refused as that, if nothing was written but claims. */
export function exitCodeOfApply(
  plan: Pick<Plan, "diagnostics">,
  { interrupted, summary, results }: ApplyReport,
): ExitCode {
  if (interrupted) return EXIT.interrupted;
  const isRefusal = ({ error }: Result) => isHazardCode(error?.code ?? "");
  if (results.some(isRefusal) && results.every((one) => one.attempts === 0 || isRefusal(one)))
    return EXIT.refused;
  return summary.failed + summary.skipped > 0 || isIncomplete(plan) ? EXIT.failed : EXIT.ok;
}

/** Of an apply in waves: the worst of its targets. Refused only if nothing was written anywhere: else a part of it was, and the rest was not. */
export function exitCodeOfFleet({ targets, interrupted }: FleetReport): ExitCode {
  if (interrupted) return EXIT.interrupted;
  if (targets.every(isWhole)) return EXIT.ok;
  const isWritten = targets.some(({ report }) => report?.results.some(({ attempts }) => attempts > 0));
  const isFailed = targets.some(({ state }) => state === "failed");
  const isRefused = targets.some(({ state }) => state === "refused" || state === "stale");
  return isRefused && !isFailed && !isWritten ? EXIT.refused : EXIT.failed;
}

/** From the worst. */
const WORST = [EXIT.interrupted, EXIT.failed, EXIT.refused, EXIT.pending, EXIT.ok];

/** Of a report put together from many: the worst of what it holds, and 2 if that is fine and a file is left out. */
export function exitCodeOfMerged({ plans, failed, run, unread }: MergedReport): ExitCode {
  const codes = [
    exitCodeOfPlans(plans.map(({ plan }) => plan)),
    failed.length > 0 ? EXIT.failed : EXIT.ok,
    run ? exitCodeOfFleet(run) : EXIT.ok,
    unread.length > 0 ? EXIT.pending : EXIT.ok,
  ];
  return WORST.find((code) => codes.includes(code)) ?? EXIT.ok;
}

export function exitCodeOfPreview({ interrupted, failed, complete }: PreviewUpResult): ExitCode {
  if (interrupted && failed.length === 0) return EXIT.interrupted;
  return complete && failed.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Of previews that were taken down. */
export function exitCodeOfRemoval(previews: readonly { failed: readonly unknown[] }[]): ExitCode {
  return previews.some(({ failed }) => failed.length > 0) ? EXIT.failed : EXIT.ok;
}
