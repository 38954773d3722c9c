// An app dashboard is its `app`: without one there is nothing to run.

import { dashboardOf, isGiven } from "../../board.ts";
import type { Rule } from "../../rule.ts";

export const appMissing: Rule = {
  id: "app-missing",
  severity: "error",
  summary: "A dashboard of `kind: APP` has an `app`.",
  check(workbook, context) {
    const dashboard = dashboardOf(workbook);
    if (dashboard?.kind !== "APP" || isGiven(dashboard.app)) return;
    context.add(workbook, {
      path: ["dashboard", "kind"],
      message: "The dashboard's kind is APP, but it has no `app`.",
      help: "Add `app` with its `files` and `entry` (or `html`), or make the kind CLASSIC.",
    });
  },
};
