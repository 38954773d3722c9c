// Whether the plan of an apply is the one that a comment showed, and if not, what moved.

import type { Plan } from "../model/index.ts";
import {
  type Approval,
  isInShard,
  isPartly,
  type Move,
  movedSince,
  parseShard,
  type Shard,
} from "../plan/index.ts";
import type { Job } from "./job.ts";

/** What a comment showed; `shard`: the part that it was of. */
export interface Shown {
  approval: Approval;
  shard: string | undefined;
}

/** What moved since the comment; undefined if the plan is the one that it showed, or the rest of it. */
export function movesSince(shown: Shown, plan: Plan, job: Job): Move[] | undefined {
  const moves = movesOf(shown, plan, job.inputs.shard);
  return moves && !isPartly(shown.approval) && isRest(moves, job) ? undefined : moves;
}

function movesOf(
  { approval, shard: shown }: Shown,
  plan: Plan,
  shard: string | undefined,
): Move[] | undefined {
  const moved = movedSince(approval, plan);
  const part = shard === undefined || shown === shard ? undefined : parseShard(shard);
  if (!moved || !part) return moved;
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
