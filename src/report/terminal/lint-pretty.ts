// Findings for people at a terminal: the place, the message, and the line with the span underlined.

import { maskSecrets } from "../../model/index.ts";
import { type Cause, capCauses, findCauses, leftText, othersText } from "../text/causes.ts";
import { cells, cut, wrap } from "../text/cells.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { countFindings, findingsText, type LintReport, linesOfFiles, sentencesOf } from "../text/findings.ts";
import { type Paint, paintWith } from "../text/paint.ts";

// A few lines of a file with a span underlined, as text for a terminal: controls made visible, tabs as spaces, carets
// under the cells of the span.

/** 1-based, in UTF-16 units; the end is exclusive and may be on a later line. */
interface FrameSpan {
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
}

interface FrameLine {
  /** "17 | " or, under the span, "   | ". */
  gutter: string;
  text: string;
  carets?: true;
}

/** Cells of a line's text, at most: nobody reads more of it. */
const WIDEST = 100;
/** Units of a cut line that are shown before the span: as many, or as a third of a narrow frame has. */
const LEAD = 30;
/** A line with more units before the span is cut without being measured. */
const FAR = 3 * WIDEST;

/** The line before, the line of the span and its underline, each of `width` cells at most; nothing if the file has no such line. */
function codeFrame(lines: readonly string[], span: FrameSpan, width = Infinity): FrameLine[] {
  const shown = (line: string | undefined) => line && maskSecrets(line);
  const before = shown(lines[span.line - 2]);
  const text = shown(lines[span.line - 1]);
  if (text === undefined || !lines.some((line) => line !== "")) return [];
  const start = Math.min(Math.max(0, span.column - 1), text.length);
  const endLine = span.endLine ?? span.line;
  const end = endLine > span.line ? text.length : Math.max(start, (span.endColumn ?? span.column + 1) - 1);
  const gutter = (number: string | number) => `${String(number).padStart(String(span.line).length)} | `;
  const room = Math.max(1, Math.min(WIDEST, width - gutter("").length));
  const from = startOfCut(text, { start, end, room });
  const lead = Math.min(room - 1, cells(show(text.slice(from, start))) + (from > 0 ? 1 : 0));
  const spanned = cells(show(text.slice(start, Math.min(end, start + FAR))));
  const carets = Math.min(room - lead, Math.max(1, spanned));
  return [
    ...(before === undefined ? [] : [{ gutter: gutter(span.line - 1), text: part(before, from, room) }]),
    { gutter: gutter(span.line), text: part(text, from, room) },
    { gutter: gutter(""), text: " ".repeat(lead) + "^".repeat(carets), carets: true },
  ];
}

/** The unit from which a line is shown: its first if the span's start fits with it, else a little before the span. */
function startOfCut(
  text: string,
  { start, end, room }: { start: number; end: number; room: number },
): number {
  const beside = Math.min(LEAD, Math.floor(room / 3));
  if (start < FAR) {
    const wanted = cells(show(text.slice(0, Math.min(end, start + beside))));
    if (wanted <= room) return 0;
  }
  let from = Math.max(0, start - beside);
  // Wide characters take two cells, and what is made visible several: what is before the span takes half of the frame at most.
  while (from < start && cells(show(text.slice(from, start))) > room / 2) from += 1;
  const isLowHalf = /[\udc00-\udfff]/.test(text.charAt(from));
  return isLowHalf ? from + 1 : from;
}

function part(text: string, from: number, room: number): string {
  const rest = show(text.slice(from, from + FAR));
  const shown = from > 0 && text.length > 0 ? `…${rest}` : rest;
  return cut(shown, room).trimEnd();
}

function show(text: string): string {
  return escapeTerminal(text.replaceAll("\t", "  "));
}

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
