// What an apply asks for before it writes (contract 11): that its plan is the one that was reviewed. It fails closed: whatever cannot be
// found out is refused, and only an answer that there was no review is one.

import { type Plan, UsageError, type UserError } from "../model/index.ts";
import type { Move } from "../plan/index.ts";
import { partText } from "../report/index.ts";
import type { GitHub } from "./github.ts";
import type { MergedPull } from "./github-pulls.ts";
import { identityOf, type Job } from "./job.ts";
import { movesSince } from "./moves.ts";
import { findRenamed } from "./review/find-renamed.ts";
import { refused, short, unlessUnknown, WITHOUT_REVIEW } from "./review/refusal.ts";
import { findSealedPlan, sealKeyOf } from "./sealed-plans.ts";
import { someNames } from "./texts.ts";

export interface Review {
  /** What moved since the plan that was shown on the pull request. */
  moved?: { pull: number; moves: Move[] };
  /** Why there is no review, if it may not be missing; requiredReview says the rest. */
  missing?: string;
  /** What is said of it, however the apply ends. */
  note?: string;
}

/** A person or the clock starts them, and they mean the state as it is now. */
const WITHOUT_MERGE = ["workflow_dispatch", "schedule"];
const OF_PULLS = ["pull_request", "pull_request_target"];
const KNOWN = ["push", ...OF_PULLS, ...WITHOUT_MERGE];

/** Throws before anything is asked of the platform: a UserError of exit code 3 for the event, a UsageError for what is missing. */
export function requireReviewable({ event, inputs, github, env }: Job): void {
  const { review } = inputs;
  if (review === "off") return;
  if (!KNOWN.includes(event.name)) {
    throw refused(`nothing shows what was reviewed of the event ${event.name}`, [
      `An apply knows what was reviewed on ${KNOWN.join(", ")}.`,
      `Start it on one of these. ${WITHOUT_REVIEW}`,
    ]);
  }
  const asked = `\`review: ${review}\``;
  // Its policy, and so the place that would be asked first, is that of a base which its author may have chosen.
  if (event.pull && !event.pull.isMerged)
    throw refused(`#${event.pull.number} is not merged, and ${asked} applies what is`, [
      "Apply on a push to the branch that it is merged into.",
    ]);
  if (review === "if-any") return;
  if (!github)
    throw new UsageError(`${asked} needs \`github-token\`: reviews are read with it`, [WITHOUT_REVIEW]);
  if (sealKeyOf({ env }) === undefined)
    throw new UsageError(`${asked} needs \`review-key\` or \`api-key\`: plans are sealed with it`, [
      WITHOUT_REVIEW,
    ]);
  requireDefaultBranch(event, asked);
}

/** Of another branch nobody knows who may merge into it: a review there is whatever its owner says. */
function requireDefaultBranch({ pull, branch, defaultBranch }: Job["event"], asked: string): void {
  const onto = pull ? pull.base : branch;
  if (onto !== undefined && onto === defaultBranch) return;
  const which = defaultBranch === undefined ? "which the event does not name" : defaultBranch;
  throw refused(
    `this is about ${onto ?? "no branch"}, and ${asked} applies only the default branch, ${which}`,
    [
      "A workflow that applies another branch, such as staging, takes `review: if-any`, with a key and an environment of its own.",
    ],
  );
}

/**
 * Compares the plan with the sealed ones of the pull request that was merged. Throws a UserError of exit code 3 if GitHub cannot be
 * asked: that is no answer.
 */
export async function findReview(job: Job, plan: Plan): Promise<Review> {
  const { event, inputs, github, log } = job;
  if (asksForNoReview({ event, inputs })) return {};
  if (!github) {
    // Whoever wrote the workflow has taken it away: a review that is required was refused before.
    log.warn("the plan is compared with no review: there is no `github-token` to read one with");
    return {};
  }
  return unlessUnknown(REVIEWED, () => compare({ ...job, github }, plan, inputs.review !== "if-any"));
}

/** Whether the plan is compared with nothing, as the workflow and the event say. */
export function asksForNoReview({ event, inputs: { review } }: Pick<Job, "event" | "inputs">): boolean {
  return review === "off" || (review === "if-any" && WITHOUT_MERGE.includes(event.name));
}

/** Whether a saved plan is of this very commit, or need not be. No file of a commit can name that commit, so it was made by a run. */
export function isOfRun({ event: { owner, repo, sha }, inputs }: Job, { checkout }: Plan): boolean {
  if (inputs.review === "off") return true;
  const repository = `${owner}/${repo}`.toLowerCase();
  return checkout?.repository.toLowerCase() === repository && checkout.commit === sha;
}

/**
 * A saved plan is of this commit, or of the last one of the pull request that it merges: otherwise whoever commits a plan file, even one
 * whose seal holds, has what nobody reviewed applied. Throws a UserError of exit code 3. The seal of a plan that is not isOfRun must have
 * been checked.
 */
export async function requireOwnPlan(job: Job, plan: Plan, path: string): Promise<void> {
  if (isOfRun(job, plan)) return;
  const merges = (await unlessUnknown(REVIEWED, () => job.pulls())).filter(({ isExact }) => isExact);
  const isProven = sealKeyOf(job) !== undefined;
  const isOwn = merges.some(
    ({ head }) => head !== undefined && isOfRun({ ...job, event: { ...job.event, sha: head } }, plan),
  );
  if (isProven && isOwn) return;
  const { repository, commit } = plan.checkout ?? {};
  const made =
    commit === undefined ? "does not say of which commit it is" : `is of ${short(commit)} in ${repository}`;
  throw refused(`the plan file ${path} ${made}, and this applies ${short(job.event.sha)}`, [
    "Give `plan-file` what the Action's `plan` saved for the same commit, or for the last one of the pull request that was merged.",
    "`review: off` applies any saved plan.",
  ]);
}

async function compare(job: Job & { github: GitHub }, plan: Plan, isStrict: boolean): Promise<Review> {
  const { review } = job.inputs;
  const { shard: own } = identityOf(job);
  const pulls = (await job.pulls()).filter((pull) => !isStrict || isMergeOf(pull, job));
  if (pulls.length === 0) {
    const why = "no pull request that brought this commit was found";
    return isStrict ? { missing: why } : { note: UNREVIEWED };
  }
  let moved: Review["moved"];
  /** What no `review` but `off` passes over. */
  let refusal: string | undefined;
  const lacking: string[] = [];
  for (const { number, head, base } of pulls) {
    const found = await findSealedPlan(job, plan, { pull: number, head, isStrict });
    const { plan: shown, broken } = found;
    if (!shown) {
      const of = isStrict ? `${short(head)} of #${number}` : `#${number}`;
      const why = `no reviewed plan of ${of} was found${broken ? BROKEN : ""}`;
      lacking.push(why);
      // Only who may write edits a comment of ours; a comment that somebody else made up stops nobody.
      if (broken === "ours") refusal ??= why;
      const renamed = await findRenamed(job, found.others);
      const parts = [...new Set(found.parts)].map(partText);
      if (parts.length > 0)
        refusal ??= `#${number} shows reviewed plans of ${someNames(parts)} alone, and this applies ${own === undefined ? "all" : partText(own)}`;
      if (renamed !== undefined) refusal ??= `the reviewed plan of #${number} is of ${renamed}`;
      continue;
    }
    // A plan for another branch was made under the policy of that branch: it shows neither what the merge changes in this one, nor which
    // hazards this one accepts.
    const planned = shown.approval.base;
    const onto = base ?? job.event.branch;
    if (planned === undefined || planned !== onto) {
      refusal ??= `the plan of #${number} was made for a merge into ${planned ?? "no branch"}, and it was merged into ${onto}`;
      continue;
    }
    // Its commits came along, and its review, and its policy, are those of whoever owns that branch.
    const { pull, branch = onto } = job.event;
    if (!pull && onto !== branch) {
      refusal ??= `the plan of #${number} was made for a merge into ${onto}, and this applies ${branch}`;
      continue;
    }
    const moves = movesSince(shown, plan, job);
    if (moves) moved ??= { pull: number, moves };
    else if (review !== "approved") return {};
    else {
      const { approvers, objectors, unknown } = await job.github.opinionsOn(
        number,
        shown.approval.head ?? "",
      );
      if (approvers.length > 0 && objectors.length === 0) return {};
      const commit = `${short(shown.approval.head)} of #${number}`;
      lacking.push(
        objectors.length > 0
          ? `${objectors.join(", ")} asked for changes to #${number}, and that still stands`
          : `nobody who may write has approved ${commit}, other than its author${unsaid(unknown)}`,
      );
    }
  }
  if (moved) return { moved };
  if (refusal !== undefined) return { missing: refusal };
  const [first = ""] = lacking;
  return isStrict ? { missing: first } : { note: `${capital(first)}.` };
}

function unsaid(logins: readonly string[]): string {
  if (logins.length === 0) return "";
  return `; whether ${logins.join(", ")} may write is unknown, as the server does not say it to this \`github-token\``;
}

/** Whether the commit is the merge of just this one, into the branch that it is on. */
function isMergeOf({ isExact, head, base }: MergedPull, { event }: Job): boolean {
  const { branch, pull } = event;
  if (!isExact || head === undefined) return false;
  return pull !== undefined || base === undefined || base === branch;
}

/** `why`: a review that is `missing`. */
export function requiredReview(why: string, { inputs: { review } }: Job): UserError {
  const who = review === "approved" ? ", and somebody approved" : "";
  return refused(why, [
    review === "if-any"
      ? "Only what a sealed comment showed is applied, and nothing while a comment of ours was changed or is for another branch."
      : `\`review: ${review}\` applies only what a sealed comment showed for the last commit before the merge${who}.`,
    `Let \`plan\` comment on the last commit of a pull request, with the same \`review-key\`, and merge that. ${WITHOUT_REVIEW}`,
  ]);
}

const REVIEWED = "whether this was reviewed";
const BROKEN =
  "; a comment claims to be one, but its seal does not hold: it was edited or copied, or sealed with another key";
const UNREVIEWED = "No pull request that brought this commit was found: the plan is compared with no review.";

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
