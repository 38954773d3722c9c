// Findings as workflow commands, which GitHub shows as annotations on the lines of a pull request.

import { escapeCommandData, escapeCommandProperty, escapeTerminal, readableLength } from "../text/escape.ts";
import { countFindings, type LintReport, sumUp } from "./lint-report.ts";

/**
 * One command per finding, then the totals as a line of log. `prefix` is the way from the repository's root to the
 * project's folder ("" or "analytics/"): annotations are found by paths from the root.
 */
export function lintGithub(report: LintReport & { prefix?: string }): string {
  const commands = report.diagnostics.map((diagnostic) => {
    const { severity, file, line, column, endLine = line, endColumn, rule } = diagnostic;
    const properties: Record<string, string | number> = { file: `${report.prefix ?? ""}${file}`, line };
    // The runner refuses columns where the annotation spans several lines.
    if (endLine === line) properties.col = column;
    properties.endLine = endLine;
    if (endLine === line && endColumn !== undefined) properties.endColumn = endColumn;
    properties.title = rule;
    const list = Object.entries(properties).map(
      ([name, value]) => `${name}=${escapeCommandProperty(escapeTerminal(`${value}`))}`,
    );
    const help = diagnostic.help === undefined ? [] : [diagnostic.help];
    const message = [diagnostic.message, ...help]
      .map((text) => escapeTerminal(readableLength(text)))
      .join("\n");
    return `::${severity} ${list.join(",")}::${escapeCommandData(message)}\n`;
  });
  return `${commands.join("")}${sumUp(countFindings(report))}\n`;
}
