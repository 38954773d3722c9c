// Two widgets on one spot: the viewer moves one of them away, and not always the same one.

import { nameWidget, PLACES, type Rect, spotFinding, widgetsOf } from "../board.ts";
import { boardSpots } from "../contained.ts";
import type { Finding, Rule } from "../rule.ts";
import { sweepOverlaps } from "../sweep.ts";

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
