// A grid without columns, or with rows of no height, shows nothing.

import { BREAKPOINTS, dashboardOf, layoutMap, objectAt } from "../board.ts";
import type { Rule } from "../rule.ts";

export const gridSize: Rule = {
  id: "grid-size",
  severity: "error",
  summary: "A grid has at least one column on every breakpoint, and rows of some height.",
  check(workbook, context) {
    const cols = layoutMap(workbook, "cols");
    if (cols !== undefined) {
      for (const name of BREAKPOINTS) {
        const count = cols[name];
        if (typeof count !== "number" || count >= 1) continue;
        context.add(workbook, {
          path: ["dashboard", "layout", "cols", name],
          message: `The grid has ${count} columns on \`${name}\`; it needs at least 1.`,
        });
      }
    }
    const rowHeight = objectAt(dashboardOf(workbook), "layout")?.rowHeight;
    if (typeof rowHeight !== "number" || rowHeight >= 1) return;
    context.add(workbook, {
      path: ["dashboard", "layout", "rowHeight"],
      message: `The grid's rows are ${rowHeight} pixels high; they need at least 1.`,
    });
  },
};
