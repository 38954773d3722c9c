// A widget that has no area, or starts before the grid does, cannot be seen; the platform's own description sets no bounds.

import { isPlaceable, PLACES, type Rect, spotFinding, spotsOn, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const widgetSize: Rule = {
  id: "widget-size",
  severity: "error",
  summary: "A widget is at least 1 wide and 1 high, and starts at 0,0 or after it.",
  check(workbook, context) {
    for (const spot of PLACES.flatMap((breakpoint) => spotsOn(widgetsOf(workbook), breakpoint))) {
      if (isPlaceable(spot.rect)) continue;
      context.add(workbook, {
        ...spotFinding(spot, faults(spot.rect).join(" and ")),
        help: "w and h must be at least 1, x and y at least 0.",
      });
    }
  },
};

function faults(rect: Rect): string[] {
  const found: string[] = [];
  if (rect.w < 1) found.push(`is ${rect.w} wide`);
  if (rect.h < 1) found.push(`is ${rect.h} high`);
  if (rect.x < 0) found.push(`starts at column ${rect.x}`);
  if (rect.y < 0) found.push(`starts at row ${rect.y}`);
  return found;
}
