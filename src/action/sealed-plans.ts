// The sealed sections in the comments of a pull request: what was planned for it. Whoever wrote them, and whatever else the comments say,
// only the seal counts.

import { type Plan, reviewKeyOf } from "../model/index.ts";
import { type Approval, planHash } from "../plan/index.ts";
import {
  type CommentIdentity,
  isSameComment,
  isSameIdentity,
  isWholeComment,
  parseComment,
  parseMarker,
  readSealed,
  type SealPlace,
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
  const identities: CommentIdentity[] = shard === undefined ? [whole] : [{ ...whole, shard }, whole];
  const bodies = (await job.github.listComments(pull)).map(({ body }) => body);
  const sections = bodies.flatMap(sectionsOf);
  const sealedAs = ({ text, isWhole }: Section, identity: CommentIdentity): Approval | undefined =>
    place && isWhole ? readSealed(text, identity, place) : undefined;
  const found = identities.flatMap((identity) =>
    sections.flatMap((section) => {
      const approval = sealedAs(section, identity);
      return approval ? [{ approval, shard: identity.shard }] : [];
    }),
  );
  const sealed = found.length;
  // A part that shows just this plan, as a saved plan of it: whoever reads it has seen all that is applied.
  const ofParts = sections.flatMap((section) => asPart(section, identities, sealedAs));
  if (found.length === 0) found.push(...ofParts.filter(({ approval }) => approval.hash === planHash(plan)));
  const isOfHead = ({ approval }: Shown) => head !== undefined && approval.head === head;
  const ofHead = found.filter(isOfHead);
  const isClaim = ({ text }: Section): boolean =>
    identities.some((identity) => isSameComment(text, identity)) && parseMarker(text)?.approval !== undefined;
  const others = sections.flatMap((section) => otherPlan(section, whole, sealedAs));
  const parts = ofParts.map(({ shard = "" }) => shard);
  const isApplied = sections.some(({ text }) => {
    const { command, project, target, did } = parseMarker(text) ?? {};
    return command === "apply" && project === whole.project && target === whole.target && did !== undefined;
  });
  const from = isStrict || ofHead.length > 0 ? ofHead : found;
  // Without a key nothing was sealed, so nothing is broken.
  if (from.length > 0 || !place || sections.filter(isClaim).length === sealed)
    return { plan: newest(from), broken: undefined, others, parts, isApplied };
  const isBroken = (section: Section) =>
    isClaim(section) && identities.every((identity) => !sealedAs(section, identity));
  const ours = await job.github.findComments(pull, {
    isOurs: (body) => sectionsOf(body).some(isBroken),
  });
  return { plan: undefined, broken: ours.length > 0 ? "ours" : "others", others, parts, isApplied };
}

interface Section {
  text: string;
  /** Whether the comment around it is as it was written, too. */
  isWhole: boolean;
}

function sectionsOf(body: string): Section[] {
  const isWhole = isWholeComment(body);
  return (parseComment(body)?.sections ?? []).map((text) => ({ text, isWhole }));
}

/** What a section is a sealed plan of, if that is another project or target. */
function otherPlan(
  section: Section,
  own: CommentIdentity,
  sealedAs: (section: Section, identity: CommentIdentity) => Approval | undefined,
): CommentIdentity[] {
  const marker = parseMarker(section.text);
  if (marker?.command !== own.command) return [];
  if (marker.project === own.project && marker.target === own.target) return [];
  return sealedAs(section, marker) ? [marker] : [];
}

/** A section that is a sealed plan of a part of the same project and target, if it is none of `identities`. */
function asPart(
  section: Section,
  identities: readonly CommentIdentity[],
  sealedAs: (section: Section, identity: CommentIdentity) => Approval | undefined,
): Shown[] {
  const marker = parseMarker(section.text);
  const [own] = identities;
  if (marker?.shard === undefined || !own || !isSameIdentity({ ...marker, shard: own.shard }, own)) return [];
  if (identities.some((one) => isSameIdentity(marker, one))) return [];
  const approval = sealedAs(section, marker);
  return approval ? [{ approval, shard: marker.shard }] : [];
}

/** Of the first part that is named. Anybody can copy an older comment below a newer one, seal and all. */
function newest(found: readonly Shown[]): Shown | undefined {
  const own = found.filter(({ shard }) => shard === found[0]?.shard);
  return own.reduce<Shown | undefined>(
    (best, one) => (best && (best.approval.at ?? "") >= (one.approval.at ?? "") ? best : one),
    undefined,
  );
}
