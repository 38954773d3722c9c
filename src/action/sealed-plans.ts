// The sealed sections in the comments of a pull request: what was planned for it. Whoever wrote them, and whatever else the comments say,
// only the seal counts.

import { type Plan, reviewKeyOf } from "../model/index.ts";
import { type Approval, planHash } from "../plan/index.ts";
import {
  type CommentIdentity,
  type CommentSection,
  isSameIdentity,
  isWholeComment,
  parseComment,
  readSealed,
  type SealPlace,
  showsRows,
} from "../report/index.ts";
import type { GitHub } from "./forge/github.ts";
import { identityOf, type Job } from "./job.ts";

/** What a comment showed; `shard`: the part that it was of. */
export interface Shown {
  approval: Approval;
  shard: string | undefined;
}

export interface SealedPlans {
  /** The one to compare with; undefined if there is none. */
  plan: Shown | undefined;
  /** Whether a section whose seal does not hold claims to be one, and then whether its comment is by our own account, which others cannot be. */
  broken: "ours" | "others" | undefined;
  /** Of what else sealed plans are there: other projects and targets. */
  others: CommentIdentity[];
  /** Parts of this project and target, neither the job's own nor the whole, of which sealed plans are there. */
  parts: string[];
  /** Whether a section says that an apply of the target has written something, or had nothing to do. */
  isApplied: boolean;
}

/** What plans are sealed with: the review key, else the API key; undefined if there is neither. */
export function sealKeyOf({ env }: Pick<Job, "env">): string | undefined {
  return reviewKeyOf(env) ?? (env.PLATFORM_API_KEY?.trim() || undefined);
}

/** The key that a saved plan must be sealed with: if one is given for that, or a review is required. */
export function requiredKeyOf({ env, inputs }: Pick<Job, "env" | "inputs">): string | undefined {
  const { review } = inputs;
  return review === "required" || review === "approved" ? sealKeyOf({ env }) : reviewKeyOf(env);
}

/** What comments of a pull request are sealed with; undefined if nobody gave a key. */
export function sealPlaceOf(
  { event: { owner, repo }, env }: Pick<Job, "event" | "env">,
  pull: number,
): SealPlace | undefined {
  const key = sealKeyOf({ env });
  return key === undefined ? undefined : { key, repository: `${owner}/${repo}`, pull };
}

/**
 * The newest sealed plan of the commit `head`; if there is none and `isStrict` does not hold, of any. The section of the job's own part
 * comes before that of the whole. Rejects with a GitHubError.
 */
export async function findSealedPlan(
  job: Job & { github: GitHub },
  plan: Plan,
  { pull, head, isStrict }: { pull: number; head: string | undefined; isStrict: boolean },
): Promise<SealedPlans> {
  const place = sealPlaceOf(job, pull);
  const { shard, ...identity } = identityOf(job);
  const whole = { ...identity, command: "plan", target: plan.target.name };
  const own: CommentIdentity = { ...whole, shard };
  const identities = shard === undefined ? [own] : [own, whole];
  const isOneOf = (section: CommentIdentity) => identities.some((one) => isSameIdentity(section, one));
  const read = (body: string) => readComment(body, place, whole.project);
  const comments = (await job.github.listComments(pull)).map(({ body }) => read(body));
  const sections = comments.flatMap((comment) => comment.sections);
  const found = identities.flatMap((identity) =>
    sections.flatMap((section) => (isSameIdentity(section, identity) ? shownBy(section) : [])),
  );
  // A part that shows just this plan, as a saved plan of it: whoever reads it has seen all that is applied.
  const ofParts = sections
    .filter((section) => isSameIdentity({ ...section, shard }, own) && !isOneOf(section))
    .flatMap(shownBy);
  if (found.length === 0) found.push(...ofParts.filter(({ approval }) => approval.hash === planHash(plan)));
  const isOfHead = ({ approval }: Shown) => head !== undefined && approval.head === head;
  const ofHead = found.filter(isOfHead);
  const others = sections.filter(
    ({ command, target, sealed, ...section }) =>
      sealed !== undefined &&
      command === whole.command &&
      (section.project !== whole.project || target !== whole.target),
  );
  const parts = ofParts.map((shown) => shown.shard ?? "");
  const isApplied = sections.some(
    ({ command, target, did, ...section }) =>
      command === "apply" &&
      section.project === whole.project &&
      target === whole.target &&
      did !== undefined,
  );
  const from = isStrict || ofHead.length > 0 ? ofHead : found;
  /** Whether it claims to be such a plan, and proves nothing: so does a comment of which nothing can be read. */
  const isBroken = ({ isUnreadable, sections: some }: ReadComment) =>
    isUnreadable || some.some((section) => section.approval && !section.sealed && isOneOf(section));
  // Without a key nothing was sealed, so nothing is broken.
  if (!place || !comments.some(isBroken))
    return { plan: newest(from), broken: undefined, others, parts, isApplied };
  // Readers saw our own comment, and not the copy that somebody made of it before it was edited.
  const ours = await job.github.findComments(pull, { isOurs: (body) => isBroken(read(body)) });
  if (ours.length === 0 && from.length > 0)
    return { plan: newest(from), broken: undefined, others, parts, isApplied };
  return { plan: undefined, broken: ours.length > 0 ? "ours" : "others", others, parts, isApplied };
}

interface ReadComment {
  sections: (CommentSection & {
    /** What it showed, if its seal holds and the comment is as it was written. */
    sealed: Approval | undefined;
  })[];
  /** It is a comment of the project, and holds no section. */
  isUnreadable: boolean;
}

function readComment(body: string, place: SealPlace | undefined, project: string | undefined): ReadComment {
  const state = parseComment(body);
  const isWhole = isWholeComment(body);
  const sections = (state?.sections ?? []).map((section) => ({
    ...section,
    sealed: place && isWhole && showsRows(section, body) ? readSealed(section, place) : undefined,
  }));
  return { sections, isUnreadable: sections.length === 0 && state?.project === project };
}

function shownBy({ sealed, shard }: ReadComment["sections"][number]): Shown[] {
  return sealed ? [{ approval: sealed, shard }] : [];
}

/** Of the first part that is named. Anybody can copy an older comment below a newer one, seal and all. */
function newest(found: readonly Shown[]): Shown | undefined {
  const own = found.filter(({ shard }) => shard === found[0]?.shard);
  return own.reduce<Shown | undefined>(
    (best, one) => (best && (best.approval.at ?? "") >= (one.approval.at ?? "") ? best : one),
    undefined,
  );
}
