// A widget that ends right of the grid's last column is pushed or cut by the viewer, differently from what the file says.

import {
  BREAKPOINTS,
  capital,
  isColumnCount,
  isPlaceable,
  layoutMap,
  nameWidget,
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
    const examine = (breakpoint: string | undefined, columns: number) => {
      for (let index = 0; index < widgets.length; index += 1) {
        const widget = widgets[index];
        const rect = rectOn(widget, breakpoint);
        if (rect === undefined || rect.x + rect.w <= columns) continue;
        if (!isPlaceable(rect) || isContained(widget, contained)) continue;
        const on = breakpoint === undefined ? "" : ` on \`${breakpoint}\``;
        context.add(workbook, {
          path: rectPath(index, breakpoint),
          message: `${capital(nameWidget(widget, index))} ends at column ${rect.x + rect.w}, but the grid has ${columns}${on}.`,
          help: wayIn(rect, columns),
        });
      }
    };
    const widest = widestColumns(cols);
    if (widest !== undefined) examine(undefined, widest);
    for (const breakpoint of BREAKPOINTS) {
      const columns = cols[breakpoint];
      if (isColumnCount(columns)) examine(breakpoint, columns);
    }
  },
};

function wayIn(rect: Rect, columns: number): string {
  if (rect.w > columns) return `Make it at most ${columns} wide (w), or give the grid more columns.`;
  return `Move it to x ${columns - rect.w} or less, or make it narrower.`;
}
