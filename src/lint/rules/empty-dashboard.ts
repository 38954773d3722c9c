// A dashboard is managed whole (contract 2): one without widgets takes away whatever is live there.

import { dashboardOf, isGiven } from "../board.ts";
import type { Rule } from "../rule.ts";

export const emptyDashboard: Rule = {
  id: "empty-dashboard",
  severity: "warning",
  summary: "A dashboard has at least one widget, or is an app.",
  check(workbook, context) {
    const dashboard = dashboardOf(workbook);
    if (dashboard === undefined || dashboard.kind === "APP" || isGiven(dashboard.app)) return;
    const { widgets } = dashboard;
    if (isGiven(widgets) && !(Array.isArray(widgets) && widgets.length === 0)) return;
    context.add(workbook, {
      path: ["dashboard"],
      part: "key",
      message: `The dashboard of ${workbook.slug} has no widgets.`,
      help: "A dashboard is managed whole: applying this empties the live one. Without `dashboard:` it is left alone.",
    });
  },
};
