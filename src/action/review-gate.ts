// What an apply asks for before it writes (contract 11): that its plan is the one that was reviewed. It fails closed: whatever cannot be
// found out is refused, and only an answer that there was no review is one.

import { basename, join } from "node:path";
import { readProjectText } from "../desired/index.ts";
import { capital, EXIT, type Plan, type Project, UsageError, UserError } from "../model/index.ts";
import {
  approvedChanges,
  idOf,
  isInShard,
  isPartly,
  type Move,
  movedSince,
  parseShard,
} from "../plan/index.ts";
import { readAt } from "../project/policy/apply-policy.ts";
import { findAt } from "../project/policy/find-at.ts";
import { PolicyError, WayError } from "../project/policy/way.ts";
import { type CommentIdentity, partText } from "../report/index.ts";
import { findAtCommit, wayOf } from "./base-policy.ts";
import type { GitHub } from "./forge/github.ts";
import { GitHubError } from "./forge/github-error.ts";
import type { MergedPull } from "./forge/github-pulls.ts";
import { identityOf, type Job } from "./job.ts";
import { findSealedPlan, type Shown, sealKeyOf } from "./sealed-plans.ts";
import { someNames } from "./texts.ts";

export interface Review {
  /** What moved since the plan that was shown on the pull request. */
  moved?: { pull: number; moves: Move[] };
  /** Why there is no review, if it may not be missing; requiredReview says the rest. */
  missing?: string;
  /** What is said of it, however the apply ends. */
  note?: string;
  /** The pull requests whose plans are applied, or would have been. */
  pulls?: readonly number[] | undefined;
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
 * Compares the plan with the sealed ones of the pull requests that were merged. `declared`: see movedSince. Throws a UserError of exit code 3 if GitHub cannot be
 * asked: that is no answer.
 */
export async function findReview(
  job: Job,
  plan: Plan,
  declared: ReadonlySet<string> | undefined,
): Promise<Review> {
  const { event, inputs, github, log } = job;
  if (asksForNoReview({ event, inputs })) return {};
  if (!github) {
    // Whoever wrote the workflow has taken it away: a review that is required was refused before.
    log.warn("the plan is compared with no review: there is no `github-token` to read one with");
    return {};
  }
  return unlessUnknown(REVIEWED, () =>
    compare({ ...job, github }, plan, { isStrict: inputs.review !== "if-any", declared }),
  );
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

/** A sealed plan of a pull request that was merged into the branch that is applied. */
interface Reviewed extends Shown {
  pull: number;
}

async function compare(
  job: Job & { github: GitHub },
  plan: Plan,
  { isStrict, declared }: { isStrict: boolean; declared: ReadonlySet<string> | undefined },
): Promise<Review> {
  const { shard: own } = identityOf(job);
  const known = (await job.pulls()).filter((pull) => !isStrict || isMergeOf(pull, job));
  if (known.length === 0) {
    const why = "no pull request that brought this commit was found";
    return isStrict ? { missing: why } : { note: UNREVIEWED };
  }
  const reviews: Reviewed[] = [];
  let pulls: readonly number[] | undefined;
  /** What no `review` but `off` passes over. */
  let refusal: string | undefined;
  const lacking: string[] = [];
  for (const { number, head, base } of known) {
    const found = await findSealedPlan(job, plan, { pull: number, head, isStrict });
    const { plan: shown, broken } = found;
    if (!shown) {
      const of = isStrict ? `${short(head)} of #${number}` : `#${number}`;
      const names = [...new Set(found.others.map(({ project, target }) => `${project} for ${target}`))];
      const shows =
        names.length === 0 ? "" : `: it shows ${someNames(names)}, and this is ${plan.target.name}`;
      const why = `no reviewed plan of ${of} was found${broken ? BROKEN : shows}`;
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
    reviews.push({ ...shown, pull: number });
  }
  const [first] = reviews;
  if (first) {
    const moves = movesSince(reviews, plan, job, declared);
    // A push that merges several pull requests, and one that comes after a run that was dropped, have more to do than one of them shows.
    const all = moves ? [...reviews, ...(await findEarlier(job, plan, { known, reviews }))] : reviews;
    const left = moves && movesSince(all, plan, job, declared);
    const used = usedOf(all, plan);
    pulls = used.map(({ pull }) => pull);
    if (left) return { pulls, moved: { pull: first.pull, moves: left.length < moves.length ? left : moves } };
    const unapproved = job.inputs.review === "approved" ? await findUnapproved(job, used) : undefined;
    if (unapproved === undefined) return { pulls };
    lacking.push(unapproved);
  }
  if (refusal !== undefined) return { pulls, missing: refusal };
  const [why = ""] = lacking;
  return isStrict ? { pulls, missing: why } : { note: `${capital(why)}.` };
}

/** What moved since the reviews; undefined if the plan is what they showed, or what is left of it to do. */
function movesSince(
  reviews: readonly Reviewed[],
  plan: Plan,
  { inputs: { prune, shard }, project: { ignore } }: Job,
  declared: ReadonlySet<string> | undefined,
): Move[] | undefined {
  const approvals = reviews.map(({ approval }) => approval);
  const moved = movedSince(approvals, plan, { prune, ignore, declared });
  const isWhole = shard === undefined || reviews.every((one) => one.shard === shard);
  const part = isWhole ? undefined : parseShard(shard);
  if (!moved || !part) return moved;
  // A whole plan was reviewed and a part of it is applied: what belongs to other parts did not go.
  const mine = moved.filter(
    (move) =>
      "part" in move || move.how !== "gone" || (move.kind === "workbook" && isInShard(move.key, part)),
  );
  // What the comment does not remember cannot be distinguished from what belongs to other parts.
  return mine.length > 0 || approvals.some(isPartly) ? mine : undefined;
}

/**
 * The sealed plans of the pull requests that were merged since the last one that was applied, and since the last plan was made, the newest
 * first, as far as they are about what is pending. `known`: those that were looked at already; `reviews`: what they showed.
 */
async function findEarlier(
  job: Job & { github: GitHub },
  plan: Plan,
  { known, reviews }: { known: readonly MergedPull[]; reviews: readonly Reviewed[] },
): Promise<Reviewed[]> {
  const branch = job.event.pull?.base ?? job.event.branch;
  const pending = new Set(approvedChanges(plan).map(idOf));
  const timeOf = ({ approval }: Shown): number => Date.parse(approval.at ?? "") || 0;
  let planned = Math.max(...reviews.map(timeOf));
  const earlier: Reviewed[] = [];
  for (const { number, head, at } of branch === undefined ? [] : await job.github.mergedInto(branch)) {
    if (known.some((pull) => pull.number === number)) continue;
    const { isApplied, plan: shown } = await findSealedPlan(job, plan, {
      pull: number,
      head,
      isStrict: true,
    });
    // What it wrote may have been rolled back since: nobody wants that again for having reviewed it once. A plan that was made after the
    // merge shows all that was left of it to do: what it does not show was taken back.
    if (isApplied || planned > at) break;
    if (!shown || shown.approval.base !== branch) continue;
    planned = Math.max(planned, timeOf(shown));
    if (shown.approval.changes?.some((change) => pending.has(idOf(change))))
      earlier.push({ ...shown, pull: number });
  }
  return earlier;
}

/** The first, and each that shows some of what is to be done. */
function usedOf(reviews: readonly Reviewed[], plan: Plan): readonly Reviewed[] {
  const pending = new Set(approvedChanges(plan).map(({ live, asked }) => live + asked));
  return reviews.filter(
    ({ approval: { changes = [] } }, at) =>
      at === 0 || changes.some(({ live, asked }) => pending.has(live + asked)),
  );
}

/** Why one of them is not approved; undefined if all are. */
async function findUnapproved(
  { github }: { github: GitHub },
  used: readonly Reviewed[],
): Promise<string | undefined> {
  for (const { pull, approval } of used) {
    const { approvers, objectors, unknown, anonymous } = await github.opinionsOn(pull, approval.head ?? "");
    if (objectors.length > 0)
      return `${objectors.join(", ")} asked for changes to #${pull}, and that still stands`;
    if (approvers.length === 0)
      return `nobody who may write has approved ${short(approval.head)} of #${pull}, other than who wrote it${unsaid(unknown)}`;
    if (anonymous !== undefined)
      return `whether ${approvers.join(", ")} wrote ${short(anonymous)} of #${pull} is unknown: the server does not say who wrote, committed or pushed it`;
  }
  return undefined;
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
  "; a comment claims to be one, but its seal does not hold: it was edited or copied, lacks its rows, or was sealed with another key";
const UNREVIEWED = "No pull request that brought this commit was found: the plan is compared with no review.";

// A pull request that renames its project, or gives it another default target, would leave its review behind: nothing was reviewed under
// the new name.

/**
 * What the reviewed plan is of, if the files before the push named another project or target and `sealed`, the sealed plans of others, has
 * that; undefined if it is no other name of this project: a repository may hold several. Rejects with a UserError of exit code 3 if that
 * cannot be found out, or if what was merged put another project in the place of this one.
 */
async function findRenamed(job: Job, sealed: readonly CommentIdentity[]): Promise<string | undefined> {
  // Of a pull request the base names both, in its plan and here.
  if (job.event.pull) return undefined;
  const { target: named } = job.inputs;
  // A workflow that names its target cannot be given another one.
  const possible = sealed.filter(({ target }) => named === undefined || target === named);
  const before = await projectBefore(job, possible.length > 0);
  if (!before) return undefined;
  const then = identityOf({ ...job, project: before });
  const isThen = ({ project, target }: CommentIdentity) => project === then.project && target === then.target;
  if (!possible.some(isThen)) return undefined;
  return `the project ${then.project} for ${then.target}, and what was merged renames \`project\` or changes \`defaultTarget\``;
}

/**
 * The project that the job would have found before the push; undefined if there was none, or it is not needed. Rejects with a UserError of
 * exit code 3 if another place is behind its name now: a plan of that was refused, so no comment is sealed, and nothing was reviewed.
 * `isNeeded`: then not knowing is refused as well.
 */
async function projectBefore(job: Job, isNeeded: boolean): Promise<Project | undefined> {
  const { event, project, env, github } = job;
  const { before } = event;
  if (before === undefined || /^0*$/.test(before)) {
    if (!isNeeded) return undefined;
    throw refused("a plan of another project or target was reviewed, and the event names no commit before", [
      `Without that, nobody knows whether it is this one under another name. ${WITHOUT_REVIEW}`,
    ]);
  }
  const way = wayOf(project, job);
  try {
    const found = await findAtCommit(way, before, { env, github, find: findAt });
    if (!found || !isNeeded) return undefined;
    const name = `${short(before)}:${basename(found.place)}`;
    return readProjectText(join(way.root, found.place), found.text, {
      ...{ name, shown: name },
      read: readAt(short(before), found.beside),
    });
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const details = [...error.details, WITHOUT_REVIEW];
    if (error instanceof WayError)
      throw refused(`before the push it was another project: ${error.what}`, details);
    if (!isNeeded) return undefined;
    throw refused(
      "a plan of another project or target was reviewed, and the project file before the push cannot be read",
      details,
    );
  }
}

// How an apply is refused before it writes, and that no answer of GitHub's is no permission.

export const WITHOUT_REVIEW = "`review: off` applies without a review.";

/** An error of exit code 3. */
export function refused(why: string, details: readonly string[]): UserError {
  return new UserError(`refused, nothing was written: ${why}`, { details, exitCode: EXIT.refused });
}

/** What `ask` finds out. Throws a UserError of exit code 3 if GitHub does not say: `what` is unknown then. */
export async function unlessUnknown<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    throw refused(`it is unknown ${what}: ${error.message}`, [
      error.advice ?? "Run the job again when GitHub answers.",
      WITHOUT_REVIEW,
    ]);
  }
}

/** Of a commit. */
export const short = (commit = "") => commit.slice(0, 7);
