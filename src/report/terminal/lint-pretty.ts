// Findings for people at a terminal: the place, the message, and the line with the span underlined.

import { type Cause, capCauses, findCauses, leftText, othersText } from "../text/causes.ts";
import { codeFrame } from "../text/code-frame.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { countFindings, findingsText, type LintReport, linesOfFiles, sentencesOf } from "../text/findings.ts";
import { type Paint, paintWith } from "../text/paint.ts";

/** One block per finding and the totals; ends with a line end. */
export function lintPretty(report: LintReport & { color: boolean }): string {
  const paint = paintWith(report.color);
  const linesOf = linesOfFiles(report.text);
  const { shown, left } = capCauses(findCauses(report.diagnostics));
  const blocks = shown.map((cause) => block(cause, linesOf(cause.first.file), paint));
  if (left.length > 0) {
    const narrow = "`boardwright lint PATH` narrows them, `--format json` has all";
    blocks.push(`${escapeTerminal(leftText(left))}.\n${narrow}.\n`);
  }
  const fixable = report.diagnostics.filter((diagnostic) => diagnostic.fix !== undefined).length;
  const hint = fixable > 0 ? `${fixable} can be fixed with \`boardwright lint --fix\`.\n` : "";
  return breakCommands(`${[...blocks, `${hint}${findingsText(countFindings(report))}.`].join("\n")}\n`);
}

function block({ first: diagnostic, others }: Cause, lines: readonly string[], paint: Paint): string {
  const tone = diagnostic.severity === "error" ? paint.red : paint.yellow;
  const place = `${escapeTerminal(diagnostic.file)}:${diagnostic.line}:${diagnostic.column}`;
  const rows = [`${paint.bold(place)}  ${tone(diagnostic.severity)}  ${escapeTerminal(diagnostic.rule)}`];
  rows.push(...sentencesOf(diagnostic).map((text) => `  ${escapeTerminal(readableLength(text))}`));
  const frame = codeFrame(lines, diagnostic);
  if (frame.length > 0) rows.push("");
  for (const { gutter, text, carets } of frame) {
    rows.push(`    ${paint.dim(gutter.trimEnd())} ${carets ? tone(text) : text}`.trimEnd());
  }
  if (others.length > 0) rows.push(`  ${escapeTerminal(readableLength(othersText(others)))}`);
  return `${rows.join("\n")}\n`;
}
