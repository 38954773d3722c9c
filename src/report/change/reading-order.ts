// The order in which people read changes, in every medium: what waits for a decision first. A plan itself is in the order of its keys.

import type { Action, Change } from "../../model/index.ts";
import { ownHazards } from "./hazard-advice.ts";

const RANKS: Readonly<Record<Action, number>> = {
  delete: 0,
  // 1: whatever else has a hazard.
  update: 2,
  publish: 3,
  rename: 4,
  create: 5,
  stamp: 6,
  orphaned: 7,
};

/** Deletions, what has a hazard, updates, publications, creations; within each of these as in the plan. */
export function inReadingOrder(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(change: Change): number {
  const rank = RANKS[change.action];
  return rank > 1 && ownHazards(change).length > 0 ? 1 : rank;
}
