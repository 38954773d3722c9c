// `lint --json` (contract 7): the findings as data, in a shape that only grows.

import { diagnosticToJson } from "../json/diagnostic-json.ts";
import { jsonText } from "../json/json-text.ts";
import { countFindings, type LintReport } from "../text/findings.ts";

/** One JSON document; ends with a line end. */
export function lintJson(report: LintReport): string {
  const diagnostics = report.diagnostics.map(diagnosticToJson);
  return jsonText({ summary: countFindings(report), diagnostics });
}
