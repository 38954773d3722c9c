// `lint --json` (contract 7): the findings as data, in a shape that only grows.

import { countFindings, type LintReport } from "./lint-report.ts";

/** One JSON document; ends with a line end. */
export function lintJson(report: LintReport): string {
  const diagnostics = report.diagnostics.map(
    ({ rule, severity, message, file, line, column, slug, help }) => ({
      rule,
      severity,
      message,
      file,
      line,
      column,
      slug,
      help,
    }),
  );
  return `${JSON.stringify({ summary: countFindings(report), diagnostics }, null, 2)}\n`;
}
