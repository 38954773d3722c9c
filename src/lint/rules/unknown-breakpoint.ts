// A position for a breakpoint that the layout does not have is never used. A layout that declares neither `cols` nor
// `breakpoints` takes the platform's own, which are not documented: the rule does not apply to those.

import { capital, isObject } from "../../model/index.ts";
import { BREAKPOINTS, isGiven, layoutMap, nameWidget, objectAt, widgetsOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const unknownBreakpoint: Rule = {
  id: "unknown-breakpoint",
  severity: "error",
  summary: "`responsiveLayouts` only names breakpoints that the layout has.",
  check(workbook, context) {
    const cols = layoutMap(workbook, "cols");
    const breakpoints = layoutMap(workbook, "breakpoints");
    if (cols === undefined && breakpoints === undefined) return;
    const has = (name: string) => isGiven(cols?.[name]) || isGiven(breakpoints?.[name]);
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      const layouts = isObject(widget) ? objectAt(widget, "responsiveLayouts") : undefined;
      if (layouts === undefined) continue;
      for (const name of BREAKPOINTS) {
        if (!isGiven(layouts[name]) || has(name)) continue;
        const known = BREAKPOINTS.filter(has).map((each) => `\`${each}\``);
        context.add(workbook, {
          path: ["dashboard", "widgets", index, "responsiveLayouts", name],
          message: `${capital(nameWidget(widget, index))} has a position for \`${name}\`, but the layout has no such breakpoint.`,
          help: `The layout has ${known.length === 0 ? "none" : known.join(", ")}.`,
        });
      }
    }
  },
};
