// Findings for people at a terminal: the place, the message, and the line with the span underlined.

import { type Cause, capCauses, findCauses, leftText, othersText } from "../text/causes.ts";
import { cells, wrap } from "../text/cells.ts";
import { codeFrame } from "../text/code-frame.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { countFindings, findingsText, type LintReport, linesOfFiles, sentencesOf } from "../text/findings.ts";
import { type Paint, paintWith } from "../text/paint.ts";

const INDENT = "  ";

/**
 * One block per finding and the totals; ends with a line end. No line is wider than `width` cells (of a terminal; without it lines are as long as
 * they are), but for a word or a path that is longer: those are copied, and a terminal breaks them itself.
 */
export function lintPretty(report: LintReport & { color: boolean; width?: number | undefined }): string {
  const paint = paintWith(report.color);
  const linesOf = linesOfFiles(report.text);
  const { shown, left } = capCauses(findCauses(report.diagnostics));
  const { width = Infinity } = report;
  const blocks = shown.map((cause) => block(cause, linesOf(cause.first.file), { paint, width }));
  if (left.length > 0) {
    const narrow = "`boardwright lint PATH` narrows them, `--format json` has all";
    const said = [`${escapeTerminal(leftText(left))}.`, `${narrow}.`];
    blocks.push(`${said.flatMap((text) => wrap(text, width)).join("\n")}\n`);
  }
  const fixable = report.diagnostics.filter((diagnostic) => diagnostic.fix !== undefined).length;
  const hint =
    fixable > 0
      ? `${fixable} can be fixed with \`${escapeTerminal(report.fix ?? "boardwright lint --fix")}\`.\n`
      : "";
  return breakCommands(`${[...blocks, `${hint}${findingsText(countFindings(report))}.`].join("\n")}\n`);
}

function block(
  { first: diagnostic, others }: Cause,
  lines: readonly string[],
  { paint, width }: { paint: Paint; width: number },
): string {
  const tone = diagnostic.severity === "error" ? paint.red : paint.yellow;
  const place = `${escapeTerminal(diagnostic.file)}:${diagnostic.line}:${diagnostic.column}`;
  const kind = [tone(diagnostic.severity), escapeTerminal(diagnostic.rule)].join("  ");
  const isWide = cells(`${place}  ${diagnostic.severity}  ${escapeTerminal(diagnostic.rule)}`) > width;
  const rows = [`${paint.bold(place)}${isWide ? "\n" : ""}  ${kind}`];
  const say = (text: string) => {
    const words = wrap(escapeTerminal(readableLength(text)), width - INDENT.length);
    for (const line of words) rows.push(`${INDENT}${line}`);
  };
  for (const text of sentencesOf(diagnostic)) say(text);
  const frame = codeFrame(lines, diagnostic, width - 2 * INDENT.length);
  if (frame.length > 0) rows.push("");
  for (const { gutter, text, carets } of frame) {
    rows.push(`${INDENT}${INDENT}${paint.dim(gutter.trimEnd())} ${carets ? tone(text) : text}`.trimEnd());
  }
  if (others.length > 0) say(othersText(others));
  return `${rows.join("\n")}\n`;
}
