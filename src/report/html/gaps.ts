// A layout without the emptiness: where nothing is for many rows, now or after, a picture has a few.

import type { PlacedWidget } from "../change/widget-box.ts";

/** Rows of a gap that are drawn. */
const MOST = 3;

/** From a row of the grid to the row of the picture, of both sides of a layout together. */
export function squeezeRows(widgets: readonly PlacedWidget[]): (row: number) => number {
  const spans = widgets
    .map(({ box }) => ({ from: box.y, to: box.y + box.h }))
    .sort((a, b) => a.from - b.from);
  /** Where a gap ends, and how much of it all up to there is left out. */
  const cuts: { at: number; less: number }[] = [];
  let [end, less] = [0, 0];
  for (const { from, to } of spans) {
    if (from - end > MOST) {
      less += from - end - MOST;
      cuts.push({ at: from, less });
    }
    end = Math.max(end, to);
  }
  return (row) => row - (cuts.findLast(({ at }) => row >= at)?.less ?? 0);
}
