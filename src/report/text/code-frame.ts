// A few lines of a file with a span underlined, as text for a terminal: controls made visible, tabs as spaces, carets under the cells of
// the span.

import { maskSecrets } from "../../model/index.ts";
import { cells, cut } from "./cells.ts";
import { escapeTerminal } from "./escape.ts";

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
export function codeFrame(lines: readonly string[], span: FrameSpan, width = Infinity): FrameLine[] {
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
