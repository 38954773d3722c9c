// drift in the Action, on a schedule: one issue that is opened, kept up to date, and closed when nothing is left.

import { refuseSecrets } from "../cli/plan-file.ts";
import { isIncomplete } from "../cli/plan-target.ts";
import { EXIT } from "../model/index.ts";
import { driftOf } from "../plan/index.ts";
import { renderDriftPretty } from "../report/index.ts";
import { withPlatform } from "../target/session.ts";
import { makePlan } from "../tasks/make-plan.ts";
import { describe } from "./describe.ts";
import { destinationOf, type Job } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { planOutcome } from "./run-plan.ts";

export async function runDrift(job: Job): Promise<Outcome> {
  const { project, env, cwd, inputs, log, stop } = job;
  const target = destinationOf(job);
  const { plan: whole, ...rest } = await withPlatform(
    { project, target, env, signal: stop },
    async (connect) => {
      const planned = await makePlan({ project, target, env, cwd, only: inputs.only }, connect);
      await refuseSecrets(planned.plan, { target, env }, connect);
      return planned;
    },
  );
  const plan = driftOf(whole, rest.updated);
  log.section(`drift of ${target.name}`, renderDriftPretty(plan, { color: false, ...rest }));
  const changes = plan.changes.length > 0;
  return {
    ...planOutcome(plan),
    changes,
    exitCode: isIncomplete(plan) ? EXIT.failed : changes ? EXIT.pending : EXIT.ok,
    verdict: "not all was compared: the errors say what was left out",
    ...describe(job, { plan }),
  };
}
