// The plan that was reviewed: its hash and its changes stand in the comment on the pull request that was merged.

import type { Plan } from "../model/index.ts";
import { isInShard, type Move, movedSince, parseShard } from "../plan/index.ts";
import { isSameComment, parseMarker } from "../report/index.ts";
import { identityOf, type Job } from "./job.ts";

export interface Review {
  /** The pull request that this commit came from. */
  pull: number;
  /** What moved since its plan was shown; undefined where nothing did, or no plan was shown. */
  moved: Move[] | undefined;
}

/** Undefined where the commit came from no pull request, or nothing can be asked of GitHub. */
export async function findReview(job: Job, plan: Plan): Promise<Review | undefined> {
  const { github, event, log } = job;
  if (!github) return undefined;
  try {
    const pull = event.pull?.number ?? (await github.pullOf(event.sha));
    if (pull === undefined) return undefined;
    const identity = identityOf(job, plan.target.name, "plan");
    const { shard: _, ...whole } = identity;
    const comment =
      (await github.findComment(pull, (body) => isSameComment(body, identity))) ??
      (await github.findComment(pull, (body) => isSameComment(body, whole)));
    const marker = comment && parseMarker(comment.body);
    if (!marker?.approval) return { pull, moved: undefined };
    const moved = movedSince(marker.approval, plan);
    return { pull, moved: marker.shard === job.inputs.shard ? moved : ofShard(moved, job) };
  } catch (error) {
    // Without an answer there is no approval to hold the plan against; hazards guard it all the same.
    log.print(`The reviewed plan could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** A whole plan was reviewed and a part of it is applied: what belongs to other parts did not go. */
function ofShard(moved: Move[] | undefined, { inputs }: Job): Move[] | undefined {
  const shard = parseShard(inputs.shard ?? "");
  // Nothing but the hash is known, which that of a part never equals.
  if (!moved || moved.length === 0) return moved;
  const mine = moved.filter(({ how, kind, key }) => how !== "gone" || (kind === "workbook" && isInShard(key, shard)));
  return mine.length > 0 ? mine : undefined;
}
