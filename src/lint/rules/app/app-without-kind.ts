// The platform runs an `app` only if the kind says so.

import { dashboardOf, isGiven } from "../../board.ts";
import type { Rule } from "../../rule.ts";

export const appWithoutKind: Rule = {
  id: "app-without-kind",
  severity: "error",
  summary: "A dashboard that has an `app` says `kind: APP`.",
  check(workbook, context) {
    const dashboard = dashboardOf(workbook);
    if (dashboard === undefined || !isGiven(dashboard.app) || isGiven(dashboard.kind)) return;
    context.add(workbook, {
      path: ["dashboard", "app"],
      part: "key",
      message: "The dashboard has an `app`, but no `kind: APP`, so the app will not run.",
      help: "Add `kind: APP` next to it.",
    });
  },
};
