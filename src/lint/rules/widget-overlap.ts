// Two widgets on one spot: the viewer moves one of them away, and not always the same one.

import { boardSpots, nameWidget, PLACES, type Rect, spotFinding, WIDEST_SWEPT, widgetsOf } from "../board.ts";
import type { Finding, Rule } from "../rule.ts";

// Finds overlapping rectangles in one pass from top to bottom, keeping for every column how far down it is taken and by which rectangle.

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
function sweepOverlaps(rects: readonly Rect[], found: (a: number, b: number) => void): void {
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

/** Overlaps that are listed of one dashboard and breakpoint: with so many, it is one mistake, and the rest is counted. */
const MOST_OVERLAPS = 50;

export const widgetOverlap: Rule = {
  id: "widget-overlap",
  severity: "warning",
  summary: "Widgets do not overlap.",
  check(workbook, context) {
    const widgets = widgetsOf(workbook);
    if (widgets.length < 2) return;
    const spotsOn = boardSpots(widgets);
    for (const breakpoint of PLACES) {
      const spots = spotsOn(breakpoint);
      const rects = spots.map(({ rect }) => rect);
      let count = 0;
      sweepOverlaps(rects, (a, b) => {
        count += 1;
        if (count > MOST_OVERLAPS) return;
        const earlier = spots[Math.min(a, b)]!;
        const later = spots[Math.max(a, b)]!;
        const other = `${nameWidget(earlier.widget, earlier.index)} (${spell(earlier.rect)})`;
        context.add(workbook, spotFinding(later, `(${spell(later.rect)}) overlaps ${other}`));
      });
      if (count > MOST_OVERLAPS) context.add(workbook, restOf(count - MOST_OVERLAPS, breakpoint));
    }
  },
};

function restOf(more: number, breakpoint: string | undefined): Finding {
  const on = breakpoint === undefined ? "" : ` on \`${breakpoint}\``;
  return {
    path: ["dashboard", "widgets"],
    message: `${more} more overlap${more === 1 ? "" : "s"} of widgets${on} ${more === 1 ? "is" : "are"} not listed.`,
  };
}

/** As plans show it: 6×4 at 0,2. */
function spell(rect: Rect): string {
  return `${rect.w}×${rect.h} at ${rect.x},${rect.y}`;
}
