// A widget that ends right of the grid's last column is pushed or cut by the viewer, differently from what the file says.

import {
  boardSpots,
  isColumnCount,
  layoutMap,
  PLACES,
  type Rect,
  spotFinding,
  widestColumns,
  widgetsOf,
} from "../board.ts";
import type { Rule } from "../rule.ts";

export const widgetOutsideGrid: Rule = {
  id: "widget-outside-grid",
  severity: "error",
  summary: "A widget ends within the grid's columns.",
  check(workbook, context) {
    const cols = layoutMap(workbook, "cols");
    if (cols === undefined) return;
    const spotsOn = boardSpots(widgetsOf(workbook));
    for (const breakpoint of PLACES) {
      const columns = breakpoint === undefined ? widestColumns(cols) : cols[breakpoint];
      if (!isColumnCount(columns)) continue;
      for (const spot of spotsOn(breakpoint)) {
        const end = spot.rect.x + spot.rect.w;
        if (end <= columns) continue;
        context.add(workbook, {
          ...spotFinding(spot, `ends at column ${end}, but the grid has ${columns}`),
          help: adviceFor(spot.rect, columns),
        });
      }
    }
  },
};

function adviceFor(rect: Rect, columns: number): string {
  if (rect.w > columns) return `Make it at most ${columns} wide (w), or give the grid more columns.`;
  return `Move it to x ${columns - rect.w} or less, or make it narrower.`;
}
