// Findings as a code quality report, which GitLab shows in a merge request (a subset of Code Climate's issues).
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format

import { jsonText } from "../json/json-text.ts";
import { escapeTerminal, readableLength } from "../text/escape.ts";
import { isError, type LintFormatOptions, type LintReport, sentencesOf } from "../text/findings.ts";
import { fingerprints } from "./fingerprints.ts";

/** A list with one entry per finding. Paths are from the repository's root; of entries with one fingerprint GitLab would show the first alone. */
export function lintCodequality(report: LintReport & Partial<LintFormatOptions>): string {
  const { prefix = "" } = report;
  const fingerprint = fingerprints(report.text, prefix);
  const issues = report.diagnostics.map((diagnostic) => {
    const { rule, file, line, endLine } = diagnostic;
    return {
      description: sentencesOf(diagnostic)
        .map((text) => escapeTerminal(readableLength(text)))
        .join(" "),
      check_name: rule,
      fingerprint: fingerprint(diagnostic),
      // `blocker` and `critical` are left to those who know what breaks for them.
      severity: isError(diagnostic) ? "major" : "minor",
      location: { path: `${prefix}${file}`, lines: { begin: line, end: endLine } },
    };
  });
  return jsonText(issues);
}
