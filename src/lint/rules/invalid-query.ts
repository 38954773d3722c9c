// Queries as the data API takes them. What a schema can say of them is found by the loader, under this rule's id; here is the rest:
// a model may define granularities of its own, so only one that looks like a slip for a known one is a finding.

import { GRANULARITIES, isObject, type Json, type Path, suggest } from "../../model/index.ts";
import { DEEPEST, parseQuery, quote, widgetsOf } from "../board.ts";
import type { Rule, RuleContext, Source } from "../rule.ts";

export const invalidQuery: Rule = {
  id: "invalid-query",
  severity: "error",
  summary: "A report's query has the keys, operators and types that the data API knows.",
  check(workbook, context) {
    for (const [index, widget] of widgetsOf(workbook).entries()) {
      if (!isObject(widget)) continue;
      for (const key of ["config", "style"])
        checkWithin(widget[key], ["dashboard", "widgets", index, key], { source: workbook, context });
    }
  },
  conclude({ reports }, context) {
    for (const source of reports) {
      checkWithin(source.entry.query, ["query"], { source, context });
      checkWithin(source.entry.meta, ["meta"], { source, context });
    }
  },
};

/** Looks at each `timeDimensions` in a value, also in the text of a query that is kept as JSON. */
function checkWithin(
  value: Json | undefined,
  path: Path,
  checking: { source: Source; context: RuleContext },
): void {
  if (typeof value === "string" && path.at(-1) === "jsonQuery")
    checkWithin(parseQuery(value), path, checking);
  if (typeof value !== "object" || value === null || path.length > DEEPEST) return;
  for (const [key, item] of Object.entries(value)) {
    const inner = [...path, Array.isArray(value) ? Number(key) : key];
    if (key === "timeDimensions" && Array.isArray(item)) {
      for (const [index, each] of item.entries()) checkGranularity(each, [...inner, index], checking);
    }
    checkWithin(item, inner, checking);
  }
}

function checkGranularity(
  dimension: Json,
  path: Path,
  { source, context }: { source: Source; context: RuleContext },
): void {
  const granularity = isObject(dimension) ? dimension.granularity : undefined;
  if (typeof granularity !== "string" || GRANULARITIES.includes(granularity)) return;
  const meant = suggest(granularity, GRANULARITIES);
  if (meant === undefined) return;
  context.add(source, {
    path: [...path, "granularity"],
    message: `${quote(granularity)} is not a granularity of the data API. Did you mean ${quote(meant)}?`,
    help: "If the data model defines it, switch the rule off, or give it a name that is not so near.",
  });
}
