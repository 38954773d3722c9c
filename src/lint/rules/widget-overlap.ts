// Two widgets on one spot: the viewer moves one of them away, and not always the same one.

import { nameWidget, PLACES, type Rect, spotFinding, widgetsOf } from "../board.ts";
import { boardSpots } from "../contained.ts";
import type { Rule } from "../rule.ts";
import { sweepOverlaps } from "../sweep.ts";

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
      sweepOverlaps(rects, (a, b) => {
        const earlier = spots[Math.min(a, b)]!;
        const later = spots[Math.max(a, b)]!;
        const other = `${nameWidget(earlier.widget, earlier.index)} (${spell(earlier.rect)})`;
        context.add(workbook, spotFinding(later, `(${spell(later.rect)}) overlaps ${other}`));
      });
    }
  },
};

/** As plans show it: 6×4 at 0,2. */
function spell(rect: Rect): string {
  return `${rect.w}×${rect.h} at ${rect.x},${rect.y}`;
}
