// The plan that was reviewed: its hash and its changes are in the comment on the pull request that was merged.

import type { Plan } from "../model/index.ts";
import { isInShard, isPartly, type Move, movedSince, parseShard, type Shard } from "../plan/index.ts";
import { type CommentMarker, isSameComment, parseMarker } from "../report/index.ts";
import { identityOf, type Job } from "./job.ts";

export interface Review {
  /** What moved since the plan that was shown on the pull request; undefined if nothing did, or no plan is known to have been shown. */
  moved?: { pull: number; moves: Move[] };
  /** What is said of it, however the apply ends. */
  note?: string;
}

/** Never rejects: without an answer there is no approval to compare the plan with, and hazards guard it anyway. */
export async function findReview(job: Job, plan: Plan): Promise<Review> {
  try {
    const pull = await job.pull();
    if (!job.github) return {};
    if (pull === undefined) return job.event.name === "push" ? { note: UNREVIEWED } : {};
    const { shard: _, ...whole } = { ...identityOf(job), command: "plan", target: plan.target.name };
    const identity = { ...whole, ...(job.inputs.shard === undefined ? {} : { shard: job.inputs.shard }) };
    const isIts = (body: string) => isSameComment(body, identity) || isSameComment(body, whole);
    const comments = await job.github.findComments(pull, isIts);
    const comment = comments.find(({ body }) => isSameComment(body, identity)) ?? comments[0];
    const marker = comment && parseMarker(comment.body);
    if (!marker?.approval) return { note: `No reviewed plan of #${pull} was found.` };
    const moved = movesOf(marker, plan, job.inputs.shard);
    if (!moved || (!isPartly(marker.approval) && isRest(moved, job))) return {};
    return { moved: { pull, moves: moved } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { note: `The plan was not compared with the one that was reviewed: ${why}` };
  }
}

const UNREVIEWED = "No pull request that brought this commit was found: the plan is compared with no review.";

function movesOf(marker: CommentMarker, plan: Plan, shard: string | undefined): Move[] | undefined {
  const { approval } = marker;
  const moved = approval && movedSince(approval, plan);
  const part = shard === undefined || marker.shard === shard ? undefined : parseShard(shard);
  if (!approval || !moved || !part) return moved;
  const mine = moved.filter((move) => isOfPart(move, part));
  // What the comment does not remember cannot be distinguished from what belongs to other parts.
  return mine.length > 0 || isPartly(approval) ? mine : undefined;
}

/** A whole plan was reviewed and a part of it is applied: what belongs to other parts did not go. */
function isOfPart({ how, kind, key }: Move, part: Shard): boolean {
  return how !== "gone" || (kind === "workbook" && isInShard(key, part));
}

/** Whether an earlier attempt of this very run has begun it: what it did is no longer in the plan, and the rest is as it was. */
function isRest(moved: readonly Move[], { event }: Job): boolean {
  return event.attempt > 1 && moved.length > 0 && moved.every(({ how }) => how === "gone");
}
