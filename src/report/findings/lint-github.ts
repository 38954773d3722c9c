// Findings as workflow commands, which GitHub shows as annotations on the lines of a pull request.

import type { Diagnostic } from "../../model/index.ts";
import { escapeCommandData, escapeCommandProperty, escapeTerminal, readableLength } from "../text/escape.ts";
import {
  countFindings,
  findingsText,
  type LintFormatOptions,
  type LintReport,
  sentencesOf,
} from "../text/findings.ts";

/** One command per finding, then the totals as a line of log. Annotations are found by paths from the repository's root. */
export function lintGithub(report: LintReport & Partial<LintFormatOptions>): string {
  const commands = report.diagnostics.map((diagnostic) => annotation(diagnostic, report.prefix));
  return `${commands.join("")}${findingsText(countFindings(report))}.\n`;
}

/** The command for one finding, with a line end. `prefix`: the path from the repository's root to the project's folder. */
export function annotation(diagnostic: Diagnostic, prefix = ""): string {
  const { severity, file, line, column, endLine = line, endColumn, rule } = diagnostic;
  const properties: Record<string, string | number> = { file: `${prefix}${file}`, line };
  // The runner refuses columns if the annotation spans several lines.
  if (endLine === line) properties.col = column;
  properties.endLine = endLine;
  if (endLine === line && endColumn !== undefined) properties.endColumn = endColumn;
  properties.title = rule;
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeCommandProperty(escapeTerminal(`${value}`))}`,
  );
  const message = sentencesOf(diagnostic)
    .map((text) => escapeTerminal(readableLength(text)))
    .join("\n");
  return `::${severity} ${list.join(",")}::${escapeCommandData(message)}\n`;
}
