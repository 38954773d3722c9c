// A widget that ends right of the grid's last column is pushed or cut by the viewer, differently from what the file says.

import {
  capital,
  isColumnCount,
  isPlaceable,
  layoutMap,
  nameWidget,
  onBreakpoint,
  PLACES,
  type Rect,
  rectOn,
  rectPath,
  widestColumns,
  widgetsOf,
} from "../board.ts";
import { containedIds, isContained } from "../contained.ts";
import type { Rule } from "../rule.ts";

export const widgetOutsideGrid: Rule = {
  id: "widget-outside-grid",
  severity: "error",
  summary: "A widget ends within the grid's columns.",
  check(workbook, context) {
    const cols = layoutMap(workbook, "cols");
    if (cols === undefined) return;
    const widgets = widgetsOf(workbook);
    const contained = containedIds(widgets);
    for (const breakpoint of PLACES) {
      const columns = breakpoint === undefined ? widestColumns(cols) : cols[breakpoint];
      if (!isColumnCount(columns)) continue;
      for (let index = 0; index < widgets.length; index += 1) {
        const widget = widgets[index];
        const rect = rectOn(widget, breakpoint);
        if (rect === undefined || rect.x + rect.w <= columns) continue;
        if (!isPlaceable(rect) || isContained(widget, contained)) continue;
        context.add(workbook, {
          path: rectPath(index, breakpoint),
          message: `${capital(nameWidget(widget, index))} ends at column ${rect.x + rect.w}, but the grid has ${columns}${onBreakpoint(breakpoint)}.`,
          help: wayIn(rect, columns),
        });
      }
    }
  },
};

function wayIn(rect: Rect, columns: number): string {
  if (rect.w > columns) return `Make it at most ${columns} wide (w), or give the grid more columns.`;
  return `Move it to x ${columns - rect.w} or less, or make it narrower.`;
}
