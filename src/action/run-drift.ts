// drift in the Action, on a schedule: one issue that is opened, kept up to date, and closed when nothing is left.

import { driftOf } from "../plan/index.ts";
import { renderDriftPretty } from "../report/index.ts";
import { exitCodeOfDrift } from "../tasks/outcome.ts";
import { makePlanToShow } from "../tasks/refuse-secrets.ts";
import { type Job, withTarget } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { planOutcome } from "./run-plan.ts";
import { renderTexts } from "./texts.ts";

export async function runDrift(job: Job): Promise<Outcome> {
  const { plan: whole, ...rest } = await withTarget(job, (context) =>
    makePlanToShow({ ...context, only: job.inputs.only }),
  );
  const plan = driftOf(whole, rest.updated);
  job.log.section(`drift of ${plan.target.name}`, renderDriftPretty(plan, { color: false, ...rest }));
  return {
    ...planOutcome(plan),
    changes: plan.changes.length > 0,
    exitCode: exitCodeOfDrift(plan),
    verdict: "not all was compared: the errors say what was left out",
    ...renderTexts(job, { plan }),
  };
}
