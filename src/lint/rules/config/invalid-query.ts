// Queries as the data API takes them. What a schema can say of them is found by the loader, under this rule's id; here is the rest:
// a model may define granularities of its own, so only one that looks like a slip for a known one is a finding.

import { GRANULARITIES, isObject, suggest } from "../../../model/index.ts";
import { quote } from "../../board.ts";
import type { Rule } from "../../rule.ts";

export const invalidQuery: Rule = {
  id: "invalid-query",
  severity: "error",
  summary: "A report's query has the keys, operators and types that the data API knows.",
  conclude({ reports }, context) {
    for (const report of reports) {
      const { query } = report.entry;
      if (!isObject(query) || !Array.isArray(query.timeDimensions)) continue;
      for (const [index, each] of query.timeDimensions.entries()) {
        const granularity = isObject(each) ? each.granularity : undefined;
        if (typeof granularity !== "string" || GRANULARITIES.includes(granularity)) continue;
        const meant = suggest(granularity, GRANULARITIES);
        if (meant === undefined) continue;
        context.add(report, {
          path: ["query", "timeDimensions", index, "granularity"],
          message: `${quote(granularity)} is not a granularity of the data API. Did you mean ${quote(meant)}?`,
          help: "If the data model defines it, switch the rule off, or give it a name that is not so near.",
        });
      }
    }
  },
};
