// One place of a state on all sides of a three-way comparison.

import { isObject, type Json, ownValue } from "../../model/index.ts";

/** Undefined is "not there". */
export interface Sides<T = Json | undefined> {
  live: T;
  desired: T;
  asked: T;
  /** What live is expected to be if nobody touched it. */
  expected: T;
}

/** What the base says of a place: what was asked and answered, what was asked alone (nobody saw the answer), or nothing. */
export type Coverage = "answered" | "asked" | "none";

/** The sides at a key of them. */
export function sidesAt(sides: Sides, key: string): Sides {
  return mapSides(sides, (side) => (isObject(side) ? ownValue(side, key) : undefined));
}

export function mapSides<T, U>({ live, desired, asked, expected }: Sides<T>, map: (side: T) => U): Sides<U> {
  return { live: map(live), desired: map(desired), asked: map(asked), expected: map(expected) };
}

/**
 * Of a folder: a workbook is made in the root. So one that is there, and that no apply was to place, is where it was left: nothing of
 * anybody's is overwritten when the files come to name its folder.
 */
export function fromRoot(sides: Sides): Sides {
  const { live, asked, expected } = sides;
  // In normal form an id of null is not there.
  const isRoot = Array.isArray(live) ? live.length === 0 : isObject(live) && !live.id;
  return isRoot && asked === undefined && expected === undefined
    ? { ...sides, asked: live, expected: live }
    : sides;
}
