// Finds overlapping rectangles in one pass from top to bottom, keeping for every column how far down it is taken and by which rectangle.

import type { Rect } from "./board.ts";
import { WIDEST_SWEPT } from "./limits.ts";

// Kept between calls: one dashboard after the other is swept, and most have no finding to allocate for.
const bottoms = new Float64Array(WIDEST_SWEPT);
const owners = new Int32Array(WIDEST_SWEPT);

/** Rectangles that one is said to overlap, at most. */
const MOST_MET = 12;

/**
 * Calls `found` with the indexes of pairs that overlap. Every rectangle that overlaps one starting above it (or next to it,
 * listed earlier) is part of a pair; of several in the same columns the one reaching lowest is named, and
 * no more than twelve in all. O(n log n + columns of all rectangles).
 * Rectangles have an area and no negative coordinates; columns beyond `WIDEST_SWEPT` are not looked at.
 */
export function sweepOverlaps(rects: readonly Rect[], found: (a: number, b: number) => void): void {
  if (rects.length < 2) return;
  let right = 0;
  let isSorted = true;
  const order: number[] = [];
  for (let index = 0; index < rects.length; index += 1) {
    const { x, y, w } = rects[index]!;
    order.push(index);
    if (x + w > right) right = x + w;
    if (index > 0 && y < rects[index - 1]!.y) isSorted = false;
  }
  bottoms.fill(0, 0, Math.min(right, WIDEST_SWEPT));
  if (!isSorted) order.sort((a, b) => rects[a]!.y - rects[b]!.y || a - b);
  for (const index of order) {
    const { x, y, w, h } = rects[index]!;
    const end = Math.min(x + w, WIDEST_SWEPT);
    let met: number[] | undefined;
    for (let column = x; column < end; column += 1) {
      if (bottoms[column]! > y) {
        const owner = owners[column]!;
        if (met === undefined) met = [owner];
        else if (met.length < MOST_MET && !met.includes(owner)) met.push(owner);
      }
      if (y + h > bottoms[column]!) {
        bottoms[column] = y + h;
        owners[column] = index;
      }
    }
    if (met !== undefined) for (const owner of met) found(owner, index);
  }
}
