// plan in the Action: the comment that reviewers decide on, the saved plan and the report.

import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { makePlan, type Planned } from "../commands/make-plan.ts";
import { refuseSecrets } from "../commands/plan-file.ts";
import { exitCodeOf } from "../commands/plan-target.ts";
import { withPlatform } from "../commands/session.ts";
import type { Destination } from "../commands/settings.ts";
import { readShard } from "../commands/shard-flag.ts";
import type { Plan } from "../model/index.ts";
import { planHash } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import { renderPlanHtml, renderPlanJson, renderPlanPretty } from "../report/index.ts";
import { describe } from "./describe.ts";
import { destinationOf, identityOf, type Job } from "./job.ts";
import type { Counts, Outcome } from "./outcome.ts";

export async function runPlan(job: Job): Promise<Outcome> {
  const target = destinationOf(job);
  const { project, env, log } = job;
  const { plan, ...rest } = await withPlatform({ project, target, env, signal: job.stop }, (connect) =>
    planFor(job, target, connect),
  );
  log.section(`plan of ${target.name}`, renderPlanPretty(plan, { color: false, ...rest }));
  return {
    ...planOutcome(job, plan),
    ...(await saveReport(job, plan)),
    planFile: await savePlan(job, plan),
    exitCode: exitCodeOf([plan], {}),
    verdict: "the plan is incomplete: what it lacks is in its diagnostics",
    ...describe(job, { ...identityOf(job, target.name), plan }),
  };
}

/** Plans what the inputs mean. Throws where the plan would carry the credential out of the job. */
export async function planFor(
  { inputs, project, env, cwd }: Job,
  target: Destination,
  connect: () => Promise<Platform>,
): Promise<Planned> {
  const { only, prune } = inputs;
  const shard = readShard(inputs.shard);
  const planned = await makePlan({ project, target, env, cwd, only, prune, shard }, connect);
  await refuseSecrets(planned.plan, { target, env }, connect);
  return planned;
}

/** What the outputs say of a plan. */
export function planOutcome(_job: Job, plan: Plan): Pick<Outcome, "counts" | "changes" | "errors" | "diagnostics" | "planHash"> {
  const { create, update, publish, delete: deleted } = plan.summary;
  const counts: Counts = { create, update, delete: deleted };
  return {
    counts,
    changes: create + update + publish + deleted > 0,
    errors: plan.diagnostics.filter(({ severity }) => severity === "error").length,
    diagnostics: plan.diagnostics,
    planHash: planHash(plan),
  };
}

/** The report that stands alone, in the job's folder. */
export async function saveReport(job: Job, plan: Plan): Promise<{ reportFile: string }> {
  const reportFile = join(job.outputs, `${fileName(job, plan)}.html`);
  await writeFileAtomic(reportFile, renderPlanHtml(plan, { commit: job.event.sha }));
  return { reportFile };
}

async function savePlan(job: Job, plan: Plan): Promise<string> {
  const file = job.inputs.planFile ? join(job.cwd, job.inputs.planFile) : join(job.outputs, `${fileName(job, plan)}.json`);
  await writeFileAtomic(file, renderPlanJson(plan));
  return file;
}

function fileName({ inputs }: Job, { target }: Plan): string {
  const shard = inputs.shard === undefined ? "" : `-${inputs.shard.replace("/", "-of-")}`;
  return `${inputs.command}-${target.name.replace(/[^\w.-]/g, "_")}${shard}`;
}
