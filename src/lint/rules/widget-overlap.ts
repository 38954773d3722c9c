// Two widgets on one spot: the viewer moves one of them away, and not always the same one.

import {
  capital,
  isPlaceable,
  nameWidget,
  onBreakpoint,
  PLACES,
  type Rect,
  rectOn,
  rectPath,
  widgetsOf,
} from "../board.ts";
import { containedIds, isContained } from "../contained.ts";
import type { Rule } from "../rule.ts";
import { sweepOverlaps } from "../sweep.ts";

export const widgetOverlap: Rule = {
  id: "widget-overlap",
  severity: "warning",
  summary: "Widgets do not lie on top of each other.",
  check(workbook, context) {
    const widgets = widgetsOf(workbook);
    if (widgets.length < 2) return;
    const contained = containedIds(widgets);
    for (const breakpoint of PLACES) {
      const placed: number[] = [];
      const rects: Rect[] = [];
      for (let index = 0; index < widgets.length; index += 1) {
        const rect = rectOn(widgets[index], breakpoint);
        if (rect === undefined || !isPlaceable(rect) || isContained(widgets[index], contained)) continue;
        placed.push(index);
        rects.push(rect);
      }
      sweepOverlaps(rects, (a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const index = placed[later]!;
        const other = placed[earlier]!;
        const name = (at: number, rect: Rect) => `${nameWidget(widgets[at], at)} (${spell(rect)})`;
        context.add(workbook, {
          path: rectPath(index, breakpoint),
          message: `${capital(name(index, rects[later]!))} overlaps ${name(other, rects[earlier]!)}${onBreakpoint(breakpoint)}.`,
        });
      });
    }
  },
};

/** As plans show it: 6×4 at 0,2. */
function spell(rect: Rect): string {
  return `${rect.w}×${rect.h} at ${rect.x},${rect.y}`;
}
