// The platform publishes no app dashboards (field notes B, DashboardAppSource): every apply would fail at that step.

import { dashboardOf } from "../../board.ts";
import type { Rule } from "../../rule.ts";

export const appPublish: Rule = {
  id: "app-publish",
  severity: "error",
  summary: "A dashboard of `kind: APP` is not published.",
  check(workbook, context) {
    if (workbook.entry.publish !== true || dashboardOf(workbook)?.kind !== "APP") return;
    context.add(workbook, {
      path: ["publish"],
      message: "The platform does not publish dashboards of kind APP: every apply would fail to publish it.",
      help: "Remove `publish`, or make the dashboard CLASSIC.",
    });
  },
};
