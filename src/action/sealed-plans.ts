// The sealed comments of a pull request: what was planned for it. Whoever wrote them, and whatever else the comments say, only the seal
// counts.

import { type Plan, reviewKeyOf } from "../model/index.ts";
import {
  type CommentIdentity,
  isSameComment,
  parseMarker,
  readSealed,
  type SealPlace,
} from "../report/index.ts";
import type { GitHub } from "./github.ts";
import { identityOf, type Job } from "./job.ts";
import type { Shown } from "./moves.ts";

export interface SealedPlans {
  /** The one to compare with; undefined if there is none. */
  plan: Shown | undefined;
  /** Whether a comment whose seal does not hold claims to be one, and then whether it is by our own account, which others cannot be. */
  broken: "ours" | "others" | undefined;
  /** Of what else sealed plans are there: other projects and targets. */
  others: CommentIdentity[];
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
 * The newest sealed plan of the commit `head`; if there is none and `isStrict` does not hold, of any. The comment of the job's own part
 * comes before that of the whole. Rejects with a GitHubError.
 */
export async function findSealedPlan(
  job: Job & { github: GitHub },
  plan: Plan,
  { pull, head, isStrict }: { pull: number; head: string | undefined; isStrict: boolean },
): Promise<SealedPlans> {
  const place = sealPlaceOf(job, pull);
  const { shard: _, ...whole } = { ...identityOf(job), command: "plan", target: plan.target.name };
  const { shard } = job.inputs;
  const identities: CommentIdentity[] = shard === undefined ? [whole] : [{ ...whole, shard }, whole];
  const comments = (await job.github.listComments(pull)).map(({ body }) => body);
  const found = identities.flatMap((identity) =>
    comments.flatMap((body) => {
      const approval = place && readSealed(body, identity, place);
      return approval ? [{ approval, shard: identity.shard }] : [];
    }),
  );
  const isOfHead = ({ approval }: Shown) => head !== undefined && approval.head === head;
  const ofHead = found.filter(isOfHead);
  const isClaim = (body: string): boolean =>
    identities.some((identity) => isSameComment(body, identity)) && parseMarker(body)?.approval !== undefined;
  const others = comments.flatMap((body) => otherPlan(body, whole, place));
  const from = isStrict || ofHead.length > 0 ? ofHead : found;
  // Without a key nothing was sealed, so nothing is broken.
  if (from.length > 0 || !place || comments.filter(isClaim).length === found.length)
    return { plan: newest(from), broken: undefined, others };
  const isBroken = (body: string) =>
    isClaim(body) && identities.every((identity) => !readSealed(body, identity, place));
  const ours = await job.github.findComments(pull, isBroken);
  return { plan: undefined, broken: ours.length > 0 ? "ours" : "others", others };
}

/** What a comment is a sealed plan of, if that is another project or target. */
function otherPlan(body: string, own: CommentIdentity, place: SealPlace | undefined): CommentIdentity[] {
  const marker = parseMarker(body);
  if (!place || marker?.command !== own.command) return [];
  if (marker.project === own.project && marker.target === own.target) return [];
  return readSealed(body, marker, place) ? [marker] : [];
}

/** Of the first part that is named. Anybody can copy an older comment below a newer one, seal and all. */
function newest(found: readonly Shown[]): Shown | undefined {
  const own = found.filter(({ shard }) => shard === found[0]?.shard);
  return own.reduce<Shown | undefined>(
    (best, one) => (best && (best.approval.at ?? "") >= (one.approval.at ?? "") ? best : one),
    undefined,
  );
}
