// What draws a report is one of a few kinds (platform document, ReportSnapshot). `meta` is open, so the platform takes any other and a
// publication has no kind for it.

import { isObject, listKnown, suggest, writeJson } from "../../model/index.ts";
import type { Rule } from "../rule.ts";

const KINDS = ["vega", "table", "kpi", "html", "map", "sankey"];
/** What other tools call them. */
const SAME = [
  ["kpi", /number|metric|value|counter|gauge|stat/i],
  ["vega", /bar|column|line|area|pie|donut|scatter|histogram|chart|plot/i],
] as const;

export const reportKind: Rule = {
  id: "report-kind",
  severity: "warning",
  summary: "The kind of a report is one that the platform draws.",
  conclude({ reports }, context) {
    for (const report of reports) {
      const kind = isObject(report.entry.meta) ? (report.entry.meta.kind ?? "vega") : "vega";
      if (typeof kind === "string" && KINDS.includes(kind)) continue;
      const meant = SAME.find(([, names]) => names.test(String(kind)))?.[0] ?? suggest(String(kind), KINDS);
      context.add(report, {
        path: ["meta", "kind"],
        message: `${writeJson(kind)} is no kind of report.${meant === undefined ? "" : ` Did you mean \`${meant}\`?`}`,
        help: `Kinds: ${listKnown(KINDS)}. All charts with axes are \`vega\`, and one number is \`kpi\`.`,
      });
    }
  },
};
