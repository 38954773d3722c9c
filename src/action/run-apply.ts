// apply in the Action, on the merge: the plan that was reviewed, or nothing.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { executePlan } from "../commands/execute-plan.ts";
import { refuseHazards } from "../commands/guard.ts";
import { readIgnored } from "../commands/make-plan.ts";
import { isIncomplete } from "../commands/plan-target.ts";
import { withPlatform } from "../commands/session.ts";
import type { Destination } from "../commands/settings.ts";
import { requireCurrent } from "../commands/stale-plan.ts";
import { EXIT, type ExitCode, type Plan, UserError } from "../model/index.ts";
import { readPlanDocument } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import { type ApplyReport, moveText, renderApplySummary, renderPlanPretty } from "../report/index.ts";
import { findReview, type Review } from "./approved.ts";
import { describe } from "./describe.ts";
import { destinationOf, identityOf, type Job } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { planFor, planOutcome, saveReport } from "./run-plan.ts";

export async function runApply(job: Job): Promise<Outcome> {
  const { project, env, inputs, log, stop } = job;
  const target = destinationOf(job);
  const planning = new AbortController();
  const abort = () => planning.abort();
  stop.addEventListener("abort", abort);
  return withPlatform({ project, target, env, signal: planning.signal }, async (connect) => {
    const saved = inputs.planFile === undefined ? undefined : await readPlan(job, target, inputs.planFile);
    const planned = saved ? { plan: saved, from: inputs.planFile } : await planFor(job, target, connect);
    const { plan } = planned;
    log.section(`plan of ${target.name}`, renderPlanPretty(plan, { color: false, files: 0, liveCount: 0, ...planned }));
    const review = saved ? undefined : await findReview(job, plan);
    const base = { ...planOutcome(job, plan), ...(await saveReport(job, plan)), ...(review && { issue: review.pull }) };
    const hasWork = plan.changes.some(({ action }) => action !== "orphaned");
    if (hasWork && review?.moved) return { ...base, ...refused(job, plan, review) };
    refuseHazards(plan, project, inputs.allow);
    const ignored = readIgnored(project);
    const current = saved ? await requireCurrent(plan, { project, target, ignored }, connect) : plan;
    stop.removeEventListener("abort", abort);
    const report = await execute(job, { plan: current, ignored }, target, connect);
    log.print(renderApplySummary(report, { color: false }));
    return { ...base, ...applied(job, plan, report) };
  });
}

function execute(
  { project, stop }: Job,
  planned: Parameters<typeof executePlan>[0],
  target: Destination,
  connect: () => Promise<Platform>,
): Promise<ApplyReport> {
  return connect().then((platform) =>
    executePlan(planned, { project, target, platform, concurrency: project.apply.concurrency, stop }),
  );
}

function applied(job: Job, plan: Plan, report: ApplyReport): Pick<Outcome, "counts" | "errors" | "changes" | "exitCode" | "verdict" | "summary" | "comment"> {
  const { created, updated, published, deleted, failed, skipped } = report.summary;
  return {
    counts: { create: created, update: updated, delete: deleted },
    changes: created + updated + published + deleted > 0,
    errors: failed,
    exitCode: exitCodeOf(plan, report),
    verdict: report.interrupted
      ? `interrupted: ${skipped} were not begun; run it again to go on`
      : `${failed} failed and ${skipped} were skipped; the log and the summary say why`,
    ...describe(job, { ...identityOf(job, plan.target.name), apply: report }),
  };
}

function exitCodeOf(plan: Plan, { interrupted, summary }: ApplyReport): ExitCode {
  if (interrupted) return EXIT.interrupted;
  return summary.failed + summary.skipped > 0 || isIncomplete(plan) ? EXIT.failed : EXIT.ok;
}

function refused(job: Job, plan: Plan, { pull, moved = [] }: Review): Pick<Outcome, "exitCode" | "verdict" | "summary" | "comment"> {
  const verdict = `refused, nothing was written: the plan is not the one that was reviewed in #${pull}`;
  job.log.print([verdict, ...moved.map(moveText)].join("\n  "));
  return {
    exitCode: EXIT.refused,
    verdict,
    ...describe(job, { ...identityOf(job, plan.target.name), moved, plan }),
  };
}

async function readPlan({ cwd }: Job, target: Destination, path: string): Promise<Plan> {
  const text = await readFile(resolve(cwd, path), "utf8").catch((error: unknown) => {
    throw new UserError(`the plan file ${path} cannot be read`, {
      details: [error instanceof Error ? error.message : String(error), "Give `plan-file` what an earlier step's output of that name says."],
      cause: error,
    });
  });
  const { plans } = readPlanDocument(text, path);
  const plan = plans.length === 1 ? plans[0] : plans.find(({ target: { name } }) => name === target.name);
  if (plan) return plan;
  throw new UserError(`the plan file ${path} holds no plan for ${target.name}`);
}
