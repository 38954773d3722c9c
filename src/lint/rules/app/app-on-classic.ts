// A classic dashboard shows widgets; what its `app` says is never used.

import { isObject } from "../../../model/index.ts";
import { dashboardOf, isGiven } from "../../board.ts";
import type { Rule } from "../../rule.ts";

const FIELDS = ["entry", "files", "html", "manifest"] as const;

export const appOnClassic: Rule = {
  id: "app-on-classic",
  severity: "error",
  summary: "A dashboard of `kind: CLASSIC` has no app fields.",
  check(workbook, context) {
    const dashboard = dashboardOf(workbook);
    if (dashboard?.kind !== "CLASSIC" || !isGiven(dashboard.app)) return;
    const { app } = dashboard;
    const given = isObject(app) ? FIELDS.filter((name) => isGiven(app[name])) : [];
    const list = given.length === 0 ? "" : ` (${given.join(", ")})`;
    context.add(workbook, {
      path: ["dashboard", "app"],
      part: "key",
      message: `The dashboard's kind is CLASSIC, but it has an \`app\`${list}.`,
      help: "Make the kind APP, or remove `app`.",
    });
  },
};
