// apply in the Action, on the merge: the plan that was reviewed, or nothing.

import { isIncomplete } from "../cli/plan-target.ts";
import { EXIT, type ExitCode, type Plan, UserError } from "../model/index.ts";
import { isDecided } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import {
  type ApplyReport,
  escapeTerminal,
  moveText,
  renderApplySummary,
  renderError,
  renderPlanPretty,
} from "../report/index.ts";
import type { Destination } from "../target/choose-target.ts";
import { withPlatform } from "../target/session.ts";
import { executePlan } from "../tasks/execute-plan.ts";
import { refuseHazards } from "../tasks/guard.ts";
import { readIgnored } from "../tasks/make-plan.ts";
import { requireCurrent } from "../tasks/stale-plan.ts";
import { findReview, type Review } from "./approved.ts";
import { nothingDone } from "./bare.ts";
import { describe } from "./describe.ts";
import { destinationOf, type Job } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { readPlan } from "./read-plan.ts";
import { planFor, planOutcome, saveReport } from "./run-plan.ts";

const DROPPED = "The pull request was closed without being merged: nothing was applied.";

type Ending = Omit<Outcome, "diagnostics" | "counts" | "changes" | "errors"> & Partial<Outcome>;
type Connect = () => Promise<Platform>;

export async function runApply(job: Job): Promise<Outcome> {
  const { project, env, log, stop } = job;
  const target = destinationOf(job);
  if (job.event.pull?.isDropped) return nothingDone(job, DROPPED);
  // A cancelled workflow ends the planning at once; what is being written is finished first.
  const planning = new AbortController();
  const abort = () => planning.abort();
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort);
  return withPlatform({ project, target, env, signal: planning.signal }, async (connect) => {
    const { plan, ...rest } = await choosePlan(job, target, connect);
    log.section(
      `plan of ${target.name}`,
      renderPlanPretty(plan, { color: false, files: 0, liveCount: 0, ...rest }),
    );
    const review = withoutWork(plan, await findReview(job, plan));
    if (review.note !== undefined) log.print(escapeTerminal(review.note));
    const base = { ...planOutcome(plan), ...(await saveReport(job, plan)) };
    if (review.moved) return { ...base, ...moved(job, plan, review) };
    let current: Plan;
    try {
      current = await settle(job, plan, target, connect);
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode !== EXIT.refused) throw error;
      return { ...base, ...refused(job, plan, error) };
    }
    stop.removeEventListener("abort", abort);
    const report = await executePlan(
      { plan: current, ignored: readIgnored(project) },
      { project, target, platform: await connect(), concurrency: project.apply.concurrency, stop },
    );
    log.print(renderApplySummary(report, { color: false }));
    return { ...base, ...applied(job, plan, { report, review }) };
  });
}

async function choosePlan(job: Job, target: Destination, connect: Connect) {
  const { planFile } = job.inputs;
  if (planFile === undefined) return planFor(job, target, connect);
  return { plan: await readPlan(job, target, planFile), from: planFile };
}

/** The plan as it can be carried out. Throws a UserError of exit code 3 where something stands against that. */
async function settle(job: Job, plan: Plan, target: Destination, connect: Connect): Promise<Plan> {
  const { project, inputs } = job;
  refuseHazards(plan, project, inputs.allow);
  if (inputs.planFile === undefined) return plan;
  return requireCurrent(plan, { project, target, ignored: readIgnored(project) }, connect);
}

function applied(job: Job, plan: Plan, { report, review }: { report: ApplyReport; review: Review }): Ending {
  const { created, updated, published, deleted, failed, skipped } = report.summary;
  return {
    counts: { create: created, update: updated, delete: deleted },
    changes: created + updated + published + deleted > 0,
    errors: failed + plan.diagnostics.filter(({ severity }) => severity === "error").length,
    exitCode: exitCodeOf(plan, report),
    verdict: report.interrupted
      ? `cancelled: ${skipped} were not begun, and running it again completes them`
      : `not all was applied: ${failed} failed, ${skipped} skipped; the summary says why`,
    ...describe(job, { apply: report, notes: review.note === undefined ? [] : [review.note] }),
  };
}

function exitCodeOf(plan: Plan, { interrupted, summary }: ApplyReport): ExitCode {
  if (interrupted) return EXIT.interrupted;
  return summary.failed + summary.skipped > 0 || isIncomplete(plan) ? EXIT.failed : EXIT.ok;
}

/** It is not the plan that was reviewed. */
function moved(job: Job, plan: Plan, { pull, moved: moves = [] }: Review): Ending {
  const verdict = `refused, nothing was written: the plan is not the one that was reviewed in #${pull}`;
  const lines = [...moves.map((move) => escapeTerminal(moveText(move))), WAY_OUT];
  job.log.print([verdict, ...lines].join("\n  "));
  return { exitCode: EXIT.refused, verdict, ...describe(job, { moved: moves, plan, notes: [WAY_OUT] }) };
}

/** Where nothing is left that anybody decides on, nothing is stopped; that something was reviewed and is not done here is said. */
function withoutWork(plan: Plan, review: Review): Review {
  const { pull, moved: moves } = review;
  if (!moves || plan.changes.some(isDecided)) return review;
  const which = moves.length === 0 ? "" : `: ${moves.map(moveText).join("; ")}`;
  return { note: `There is nothing to do, which is not what was reviewed in #${pull}${which}` };
}

const WAY_OUT = "A run of this workflow that is started by hand is held against no review.";

/** It has hazards that nobody accepted, or is stale. */
function refused(job: Job, plan: Plan, error: UserError): Ending {
  const { message, details } = error;
  job.log.print(renderError(error, { color: false }));
  const codes = new Set(plan.changes.flatMap(({ hazards }) => hazards.map(({ code }) => code)));
  const accept =
    codes.size === 0
      ? []
      : [
          "In a workflow, hazards are accepted with the input `allow`, or for good with `apply.allow` in boardwright.yaml.",
        ];
  if (accept.length > 0) job.log.print(accept.join("\n"));
  return {
    exitCode: EXIT.refused,
    verdict: message,
    ...describe(job, { failure: { message, details }, plan, notes: accept }),
  };
}
