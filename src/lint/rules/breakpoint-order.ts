// Breakpoints are screen widths, and their names say their order: lg > md > sm > xs > xxs.

import { BREAKPOINTS, layoutMap } from "../board.ts";
import type { Rule } from "../rule.ts";

export const breakpointOrder: Rule = {
  id: "breakpoint-order",
  severity: "error",
  summary: "The widths of `breakpoints` decrease in the order lg, md, sm, xs, xxs.",
  check(workbook, context) {
    const breakpoints = layoutMap(workbook, "breakpoints");
    if (breakpoints === undefined) return;
    let wider: { name: string; width: number } | undefined;
    for (const name of BREAKPOINTS) {
      const width = breakpoints[name];
      if (typeof width !== "number") continue;
      if (wider !== undefined && width >= wider.width) {
        context.add(workbook, {
          path: ["dashboard", "layout", "breakpoints", name],
          message: `The breakpoint \`${name}\` starts at ${width}, which is not below \`${wider.name}\` at ${wider.width}.`,
          help: "Widths must decrease in the order lg, md, sm, xs, xxs.",
        });
      }
      wider = { name, width };
    }
  },
};
