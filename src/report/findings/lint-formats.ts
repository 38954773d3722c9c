// The values of `--format` for findings: name → renderer. A new format is one file and one line here.

import { compareText, type Diagnostic } from "../../model/index.ts";
import { diagnosticToJson } from "../json/diagnostic-json.ts";
import { jsonText } from "../json/json-text.ts";
import { lintPretty } from "../subjects/findings.ts";
import { count } from "../text/cells.ts";
import { escapeTerminal, escapeXml, readableLength } from "../text/escape.ts";
import {
  countFindings,
  isError,
  type LintFormatOptions,
  type LintReport,
  sentencesOf,
} from "../text/findings.ts";
import { lintGithub } from "./lint-github.ts";
import { fingerprints, lintSarif } from "./lint-sarif.ts";

export type LintFormat = (report: LintReport & LintFormatOptions) => string;

export const LINT_FORMATS: Readonly<Record<string, LintFormat>> = {
  pretty: lintPretty,
  json: lintJson,
  sarif: lintSarif,
  github: lintGithub,
  junit: lintJunit,
  codequality: lintCodequality,
};

// Findings as a code quality report, which GitLab shows in a merge request (a subset of Code Climate's issues).
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format

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

// `lint --json` (contract 7): the findings as data, in a shape that only grows.

/** One JSON document; ends with a line end. */
export function lintJson(report: LintReport): string {
  const diagnostics = report.diagnostics.map(diagnosticToJson);
  return jsonText({ summary: countFindings(report), diagnostics });
}

// Findings as JUnit XML: one test per file, so that a run without findings still counts as tests that passed.
// Follows the schema of the Jenkins xUnit plugin (junit-10.xsd), the strictest of those in use.

/**
 * `names` are the files that were looked at; without them, all files without findings are one test. A file with errors
 * fails; one with only warnings passes and shows them as its output.
 */
export function lintJunit(report: LintReport & Partial<LintFormatOptions>): string {
  const byFile = new Map<string, Diagnostic[]>((report.names ?? []).map((name) => [name, []]));
  for (const diagnostic of report.diagnostics) {
    const findings = byFile.get(diagnostic.file);
    if (findings) findings.push(diagnostic);
    else byFile.set(diagnostic.file, [diagnostic]);
  }
  if (report.names === undefined) byFile.set("every other file", []);
  const files = [...byFile].sort(([a], [b]) => compareText(a, b));
  const failures = files.filter(([, findings]) => findings.some(isError)).length;
  const totals = `tests="${files.length}" failures="${failures}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="boardwright" ${totals}>`,
    `  <testsuite name="boardwright lint" ${totals}>`,
    ...files.map(([file, findings]) => testcase(file, findings)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testcase(file: string, findings: readonly Diagnostic[]): string {
  const head = `    <testcase name="${escapeXml(file)}" classname="boardwright.lint"`;
  if (findings.length === 0) return `${head}/>`;
  const { errors, warnings } = countFindings({ diagnostics: findings, files: 1 });
  const text = findings.map(findingText).join("\n\n");
  const message = `${count(errors, "error")}, ${count(warnings, "warning")}`;
  const kinds = [...new Set(findings.filter(isError).map((finding) => finding.rule))].join(" ");
  const body =
    errors > 0
      ? `<failure type="${escapeXml(kinds)}" message="${message}">${text}</failure>`
      : `<system-out>${text}</system-out>`;
  return `${head}>\n      ${body}\n    </testcase>`;
}

function findingText(finding: Diagnostic): string {
  const { file, line, column, severity, rule } = finding;
  const words = sentencesOf(finding).map((text) => `  ${readableLength(text)}`);
  return [`${file}:${line}:${column}  ${severity}  ${rule}`, ...words].map(escapeXml).join("\n");
}
