// plan in the Action: the comment that reviewers decide on, the saved plan and the report.

import { join, resolve } from "node:path";
import { PRIVATE, stayInside, writeWhole } from "../files/index.ts";
import { isInside, type Plan } from "../model/index.ts";
import { parseShard, planHash } from "../plan/index.ts";
import type { ProjectContext } from "../project/context.ts";
import { exitCodeOfPlans } from "../project/exit-codes.ts";
import { makePlan, type Planned } from "../project/make-plan.ts";
import { renderPlanHtml, renderPlanJson, renderPlanPretty } from "../report/index.ts";
import { linksOf } from "./comment/links.ts";
import { allowedIn, destinationOf, type Job, narrowingOfJob, withTarget } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { sealKeyOf } from "./sealed-plans.ts";
import { renderTexts } from "./texts.ts";

export async function runPlan(job: Job): Promise<Outcome> {
  const { plan, copies, ...rest } = await withTarget(job, (context) => planInputs(job, context));
  job.log.section(
    `plan of ${plan.target.name}`,
    renderPlanPretty(plan, {
      color: job.log.color,
      allNames: true,
      inJob: true,
      allowed: allowedIn(job),
      ...rest,
    }),
  );
  return {
    ...planOutcome(plan),
    ...(await saveReport(job, plan)),
    planFile: await savePlan(job, plan),
    exitCode: exitCodeOfPlans([plan]),
    verdict: "the plan is incomplete: its errors say what it lacks",
    ...renderTexts(job, { plan, copies, label: job.inputs.label }),
  };
}

/** Plans what the inputs mean. Throws if the plan would carry the credential out of the job. */
export async function planInputs({ inputs }: Job, context: ProjectContext): Promise<Planned> {
  const { only, prune, command } = inputs;
  const shard = inputs.shard === undefined ? undefined : parseShard(inputs.shard);
  return makePlan({ ...context, only, prune, shard, goesOn: command === "drift" });
}

/** What the outputs say of a plan. */
export function planOutcome(
  plan: Plan,
): Pick<Outcome, "counts" | "changes" | "errors" | "diagnostics" | "planHash"> {
  const { create, update, publish, rename = 0, delete: deleted } = plan.summary;
  return {
    counts: { create, update, delete: deleted },
    changes: create + update + publish + rename + deleted > 0,
    errors: plan.diagnostics.filter(({ severity }) => severity === "error").length,
    diagnostics: plan.diagnostics,
    planHash: planHash(plan),
  };
}

/** The self-contained report, in the job's folder. */
export async function saveReport(job: Job, plan: Plan): Promise<{ reportFile: string }> {
  const reportFile = join(job.outputs, `${fileName(job, plan)}.html`);
  await writeWhole(
    reportFile,
    renderPlanHtml(plan, {
      commit: job.event.sha,
      source: { narrowing: narrowingOfJob(job), allowed: allowedIn(job), inJob: true },
      linksOf: () => linksOf(job, destinationOf(job).link),
    }),
    { mode: PRIVATE.file },
  );
  return { reportFile };
}

async function savePlan(job: Job, plan: Plan): Promise<string> {
  const { inputs, cwd, outputs } = job;
  const file =
    inputs.planFile === undefined
      ? join(outputs, `${fileName(job, plan)}.json`)
      : resolve(cwd, inputs.planFile);
  // Whoever names a place elsewhere means it; a link in the checkout does not.
  if (isInside(cwd, file)) stayInside(cwd, file, "the plan");
  const { owner, repo, sha } = job.event;
  const saved: Plan = { ...plan, checkout: { repository: `${owner}/${repo}`, commit: sha } };
  await writeWhole(file, renderPlanJson(saved, { reviewKey: sealKeyOf(job) }), { mode: PRIVATE.file });
  return file;
}

function fileName({ inputs }: Job, { target }: Plan): string {
  const shard = inputs.shard === undefined ? "" : `-${inputs.shard.replace("/", "-of-")}`;
  return `${inputs.command}-${target.name.replace(/[^\w.-]/g, "_")}${shard}`;
}
