// `test --json`: the verdicts as data, in a shape that only grows.

import type { DataTest, DrawnReport } from "../../model/index.ts";
import { jsonText, pick } from "../json/json-text.ts";
import { brokenBy, countVerdicts } from "../subjects/test.ts";

/** One JSON document; ends with a line end. */
export function testJson(test: DataTest): string {
  return jsonText(testToJson(test));
}

export function testToJson(test: DataTest): unknown {
  return {
    target: { name: test.target, url: test.url, deployment: test.deployment },
    of: test.of,
    environment: test.environment,
    ...pick(test, ["slowMs", "against", "queries", "elapsedMs"]),
    summary: { ...countVerdicts(test), skipped: test.skipped.length, unchanged: test.unchanged },
    broken: brokenBy(test),
    reports: test.tested.map((one) => ({
      ...placeOf(one),
      ...pick(one, ["verdict", "ms", "error", "sameSql"]),
    })),
    skipped: test.skipped.map((one) => ({ ...placeOf(one), why: one.why })),
    undrawn: test.undrawn,
    notes: test.notes,
  };
}

function placeOf(one: DrawnReport) {
  const { report, span, slugs } = one;
  return {
    report,
    ...pick(one, ["template", "row"]),
    ...pick(span, ["file", "line", "column"]),
    workbooks: slugs,
  };
}
