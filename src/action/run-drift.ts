// drift in the Action, on a schedule: one issue that is opened, kept up to date, and closed when nothing is left.

import { makePlan } from "../commands/make-plan.ts";
import { withPlatform } from "../commands/session.ts";
import { EXIT } from "../model/index.ts";
import { driftOf } from "../plan/index.ts";
import { renderPlanPretty } from "../report/index.ts";
import { describe } from "./describe.ts";
import { destinationOf, identityOf, type Job } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { planOutcome, saveReport } from "./run-plan.ts";

export async function runDrift(job: Job): Promise<Outcome> {
  const { project, env, cwd, inputs, log } = job;
  const target = destinationOf(job);
  const { plan: whole, ...rest } = await withPlatform({ project, target, env, signal: job.stop }, (connect) =>
    makePlan({ project, target, env, cwd, only: inputs.only }, connect),
  );
  const plan = driftOf(whole);
  log.section(`drift of ${target.name}`, renderPlanPretty(plan, { color: false, ...rest }));
  const isDrifted = plan.changes.length > 0;
  return {
    ...planOutcome(job, plan),
    ...(isDrifted ? await saveReport(job, plan) : {}),
    changes: isDrifted,
    exitCode: isDrifted ? EXIT.pending : EXIT.ok,
    verdict: `${plan.changes.length} dashboards were edited outside Git`,
    ...describe(job, { ...identityOf(job, target.name), plan }),
  };
}
