// drift in the Action: what was edited outside Git becomes an issue, or with `propose` a pull request.

import { pullFiles } from "../features/pull/pull-files.ts";
import { EXIT, type Plan, UserError } from "../model/index.ts";
import { driftOf } from "../plan/index.ts";
import type { ProjectContext } from "../project/context.ts";
import { exitCodeOfDrift, hasDrift, isIncomplete } from "../project/exit-codes.ts";
import { printTerminal, pullDocument, renderDriftPretty, renderError } from "../report/index.ts";
import { type Job, withTarget } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { type Ground, groundOf, type Proposed, propose } from "./propose.ts";
import { planInputs, planOutcome } from "./run-plan.ts";
import { renderTexts } from "./texts.ts";

/** What changed outside Git since the last apply. A pull request may declare what is not live yet; what is merged was to be applied. */
export async function runDrift(job: Job): Promise<Outcome> {
  const ground = job.inputs.propose ? await groundOf(job) : undefined;
  return withTarget(job, async (context) => {
    const { plan: whole, ...rest } = await planInputs(job, context);
    const plan = driftOf(whole, rest.updated);
    const strict = job.event.pull === undefined;
    job.log.section(
      `drift of ${plan.target.name}`,
      renderDriftPretty(plan, { color: job.log.color, ...rest }),
    );
    const {
      pull: pullRequest,
      note,
      failure,
    } = ground ? await proposeEdits(job, { ground, context, plan }) : {};
    return {
      ...planOutcome(plan),
      changes: hasDrift(plan, { strict }),
      exitCode: failure ? EXIT.failed : exitCodeOfDrift(plan, { strict }),
      verdict: failure?.message ?? "not all was compared: the errors say what was left out",
      pullRequest,
      ...renderTexts(job, {
        plan,
        ...(note !== undefined && { notes: [note] }),
        ...(failure && { failure: { message: failure.message, details: failure.details } }),
      }),
    };
  });
}

/** `failure`: why there is no proposal. The edits are known all the same, and are reported as without `propose`. */
async function proposeEdits(
  job: Job,
  { ground, context, plan }: { ground: Ground; context: ProjectContext; plan: Plan },
): Promise<Proposed & { failure?: UserError }> {
  try {
    const { result, texts } = await pullFiles(context);
    job.log.section("what a pull takes in", printTerminal(pullDocument(result, {}), job.log));
    const found = { drift: plan, pulled: result, texts, isWhole: !isIncomplete(plan) };
    const proposed = await propose(job, ground, found);
    if (proposed.note !== undefined) job.log.print(proposed.note);
    return proposed;
  } catch (error) {
    if (!(error instanceof UserError) || job.stop.aborted) throw error;
    job.log.print(renderError(error, job.log));
    return { failure: error };
  }
}
