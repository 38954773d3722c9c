// Only a declared draft is published. If none is declared, the one on the platform is somebody else's, maybe half done.

import { dashboardOf } from "../board.ts";
import type { Rule } from "../rule.ts";

export const publishWithoutDashboard: Rule = {
  id: "publish-without-dashboard",
  severity: "warning",
  summary: "`publish: true` comes with a declared `dashboard`.",
  check(workbook, context) {
    if (workbook.entry.publish !== true || dashboardOf(workbook) !== undefined) return;
    context.add(workbook, {
      path: ["publish"],
      message: "`publish` has no effect: no `dashboard` is declared, and only a declared one is published.",
      help: "Declare the dashboard, or remove `publish`.",
    });
  },
};
