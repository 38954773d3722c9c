// A breakpoint without columns, or columns for a breakpoint that does not exist, leaves the viewer to guess.
// `cols` without `breakpoints` is fine (contract 2).

import { BREAKPOINTS, isGiven, layoutMap } from "../board.ts";
import type { Rule } from "../rule.ts";

export const breakpointMismatch: Rule = {
  id: "breakpoint-mismatch",
  severity: "error",
  summary: "If a layout has both `breakpoints` and `cols`, they name the same breakpoints.",
  check(workbook, context) {
    const cols = layoutMap(workbook, "cols");
    const breakpoints = layoutMap(workbook, "breakpoints");
    if (cols === undefined || breakpoints === undefined) return;
    for (const name of BREAKPOINTS) {
      const inCols = isGiven(cols[name]);
      if (inCols === isGiven(breakpoints[name])) continue;
      const [has, lacks] = inCols ? ["cols", "breakpoints"] : ["breakpoints", "cols"];
      context.add(workbook, {
        path: ["dashboard", "layout", has, name],
        part: "key",
        message: `\`${name}\` is among the layout's \`${has}\`, but not among its \`${lacks}\`.`,
        help: `Add \`${name}\` to \`${lacks}\`, or remove it from \`${has}\`.`,
      });
    }
  },
};
