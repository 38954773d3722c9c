// apply in the Action, on the merge: the plan that was reviewed, or nothing.

import { resolve } from "node:path";
import {
  type ApplyReport,
  blankSecrets,
  EXIT,
  isStillEmpty,
  isWritten,
  type Plan,
  targetFlag,
  UserError,
  withoutSecrets,
} from "../model/index.ts";
import { isDecided } from "../plan/index.ts";
import type { ProjectContext } from "../project/context.ts";
import { exitCodeOfApply } from "../project/exit-codes.ts";
import type { Planned } from "../project/make-plan.ts";
import { prepareApply } from "../project/prepare-apply.ts";
import { readIgnored } from "../project/read-ignored.ts";
import { refuseSecrets } from "../project/refuse-secrets.ts";
import { planFor, readPlanFile } from "../project/saved-plan.ts";
import {
  escapeTerminal,
  moveText,
  renderApplySummary,
  renderError,
  renderPlanPretty,
} from "../report/index.ts";
import { nothingDone } from "./fork.ts";
import { type Job, withTarget } from "./job.ts";
import type { Outcome } from "./outcome.ts";
import { requireNewest } from "./require-newest.ts";
import {
  findReview,
  isOfRun,
  type Review,
  requiredReview,
  requireOwnPlan,
  requireReviewable,
} from "./review-gate.ts";
import { planInputs, planOutcome, saveReport } from "./run-plan.ts";
import { requiredKeyOf, sealKeyOf } from "./sealed-plans.ts";
import { renderTexts } from "./texts.ts";

const DROPPED = "The pull request was closed without being merged: nothing was applied.";

type Ending = Omit<Outcome, "diagnostics" | "counts" | "changes" | "errors"> & Partial<Outcome>;

export async function runApply(job: Job): Promise<Outcome> {
  const { project, inputs, log } = job;
  if (job.event.pull?.isDropped) return nothingDone(job, DROPPED);
  requireReviewable(job);
  await requireNewest(job);
  return withTarget(job, async (context): Promise<Outcome> => {
    const { plan, ...rest } = await choosePlan(job, context);
    if (inputs.planFile !== undefined) refuseSecrets(plan, { ...context, platform: await context.connect() });
    log.section(
      `plan of ${context.target.name}`,
      renderPlanPretty(plan, {
        ...{ color: job.log.color, allNames: true, inJob: true },
        ...{ files: 0, liveCount: 0, ...rest },
      }),
    );
    const base = { ...planOutcome(plan), ...(await saveReport(job, plan)) };
    let review: Review;
    try {
      review = withoutWork(plan, await findReview(job, plan, rest.declared));
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode !== EXIT.refused) throw error;
      return { ...base, ...unreviewed(job, plan, error) };
    }
    if (review.note !== undefined) log.print(escapeTerminal(blankSecrets(review.note)));
    const told = ({ comment, ...others }: Ending): Outcome => ({
      ...base,
      ...others,
      ...(comment && { comment: { ...comment, ...(review.pulls && { pulls: review.pulls }) } }),
    });
    if (review.missing) return told(unreviewed(job, plan, requiredReview(review.missing, job)));
    if (review.moved) return told(moved(job, plan, review.moved));
    const planned = { plan, ignored: readIgnored(project), liveIds: rest.liveIds };
    let apply: () => Promise<ApplyReport>;
    try {
      const isSaved = inputs.planFile !== undefined;
      apply = await prepareApply(planned, {
        ...context,
        allow: inputs.allow,
        isSaved,
        ways: {
          // A saved plan is taken whole.
          ...(!isSaved && {
            pull: (slugs, isTheirs) =>
              `boardwright pull ${slugs.join(" ")}${isTheirs ? " --theirs" : ""}${targetFlag(rest.target)}`,
            except(slugs) {
              const only = [...inputs.only, ...slugs.map((slug) => `!${slug}`)].join(" ");
              const parts = [inputs.prune && "`prune: false`", only !== "" && `\`only: ${only}\``];
              return `${parts.filter(Boolean).join(" and ")} in this job`;
            },
          }),
          allow: (hazards) =>
            `\`allow: ${hazards}\` in this job, or for good \`apply.allow\` in boardwright.yaml.`,
        },
      });
    } catch (error) {
      if (!(error instanceof UserError) || error.exitCode !== EXIT.refused) throw error;
      return told(refused(job, plan, error));
    }
    const report = await apply();
    log.print(renderApplySummary(report, job.log));
    return told(applied(job, plan, { report, review }));
  });
}

/** With what it was made from, if it was made here. */
async function choosePlan(
  job: Job,
  context: ProjectContext,
): Promise<Pick<Planned, "plan"> & Partial<Planned> & { from?: string }> {
  const { planFile } = job.inputs;
  if (planFile === undefined) return planInputs(job, context);
  return { plan: await readPlan(job, context.target.name, planFile), from: planFile };
}

/**
 * The saved plan that an earlier step or job left. Throws a UserError if it is no plan, or none for the target; of exit code 3 if it is a
 * plan of something else than what is applied.
 */
async function readPlan(job: Job, target: string, path: string): Promise<Plan> {
  const read = async (reviewKey: string | undefined) => {
    const document = await readPlanFile({
      file: resolve(job.cwd, path),
      shown: path,
      reviewKey,
      advice: "Give `plan-file` what the output of that name says, and bring the file along from job to job.",
    });
    return planFor(document, target);
  };
  const found = await read(requiredKeyOf(job));
  // What a file says of an earlier commit only its seal proves.
  const plan = !found || isOfRun(job, found) ? found : await read(sealKeyOf(job));
  if (plan) {
    await requireOwnPlan(job, plan, path);
    return plan;
  }
  throw new UserError(`the plan file ${path} holds no plan for ${target}`, {
    details: ["Name its target with the input `target`, or plan again for this one."],
  });
}

function applied(job: Job, plan: Plan, { report, review }: { report: ApplyReport; review: Review }): Ending {
  const { created, updated, published, deleted, failed, skipped } = report.summary;
  const texts = renderTexts(job, {
    apply: report,
    ...doneAt(plan, report),
    applied: plan,
    notes: review.note === undefined ? [] : [review.note],
  });
  return {
    counts: { create: created, update: updated, delete: deleted },
    changes: created + updated + published + deleted > 0,
    errors: failed + plan.diagnostics.filter(({ severity }) => severity === "error").length,
    exitCode: exitCodeOfApply(plan, report),
    verdict: report.interrupted
      ? cancelled(skipped)
      : `not all was applied: ${failed} failed, ${skipped} skipped; the summary says why`,
    ...texts,
  };
}

function cancelled(skipped: number): string {
  if (skipped === 0) return "cancelled after everything was begun: what was begun is finished";
  return `cancelled: ${skipped} ${skipped === 1 ? "was" : "were"} not begun, and running it again completes ${skipped === 1 ? "it" : "them"}`;
}

/** For the comment, in which the plan is past then: also if nothing was left to do. */
function doneAt(plan: Plan, report: ApplyReport): { did?: string } {
  const hasWritten = report.results.some(
    (one) => isWritten(one) || one.draftWritten || one.maybeWritten || isStillEmpty(one),
  );
  const isDone = hasWritten || exitCodeOfApply(plan, report) === EXIT.ok;
  return isDone ? { did: new Date().toISOString() } : {};
}

/** It is not the plan that was reviewed. */
function moved(job: Job, plan: Plan, { pull, moves }: NonNullable<Review["moved"]>): Ending {
  const verdict = `refused, nothing was written: the plan is not the one that was reviewed in #${pull}`;
  const wayOut = job.inputs.review === "if-any" ? BY_HAND : WITHOUT_REVIEW;
  const notes = [
    ...(moves.some((move) => "part" in move && OF_INPUTS.includes(move.part)) ? [SAME_INPUTS] : []),
    ...(wayOut === BY_HAND ? [BY_HAND] : []),
  ];
  const lines = [...moves.map((move) => escapeTerminal(moveText(move))), ...new Set([...notes, wayOut])];
  job.log.print([verdict, ...lines].join("\n  "));
  return {
    exitCode: EXIT.refused,
    verdict,
    ...renderTexts(job, { moved: moves, plan, notes }),
  };
}

/** If nothing is left to decide on, nothing is stopped; it says so if what was reviewed is not done here. */
function withoutWork(plan: Plan, review: Review): Review {
  if (plan.changes.some(isDecided)) return review;
  const { pulls } = review;
  if (review.missing) return { pulls, note: `There is nothing to do, and ${review.missing}.` };
  if (!review.moved) return review;
  const { pull, moves } = review.moved;
  const which = moves.length === 0 ? "" : `: ${moves.map(moveText).join("; ")}`;
  return { pulls, note: `There is nothing to do, which is not what was reviewed in #${pull}${which}` };
}

const OF_INPUTS: readonly string[] = ["address", "deployment", "prune"];
const SAME_INPUTS =
  "`plan` and `apply` need the same `api-url`, `deployment` and `prune`: then run `plan` on a new pull request.";
const BY_HAND = "A run of this workflow that is started by hand is compared with no review.";
const WITHOUT_REVIEW =
  "Have the current plan reviewed in a pull request; `review: off` applies without a review.";

/** The review that it needs is not there, or GitHub cannot say whether it is. */
function unreviewed(job: Job, plan: Plan, { message, details }: UserError): Ending {
  const failure = withoutSecrets({ message, details });
  job.log.print(renderError(new UserError(failure.message, failure), job.log));
  return { exitCode: EXIT.refused, verdict: failure.message, ...renderTexts(job, { failure, plan }) };
}

/** It has hazards that nobody accepted, or is stale. */
function refused(job: Job, plan: Plan, error: UserError): Ending {
  const { message, details } = error;
  job.log.print(renderError(error, job.log));
  return {
    exitCode: EXIT.refused,
    verdict: message,
    ...renderTexts(job, { failure: { message, details }, plan }),
  };
}
