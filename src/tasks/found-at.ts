// A place by line and column as offsets in its text.

import { compareText, lineStarts, type Place, type Span } from "../model/index.ts";

/** Offsets of a scalar in a text without byte order mark. */
export interface Found {
  start: number;
  end: number;
}

/** Without the anchor that a scalar may have. */
export function foundAt(text: string, { line, column, endLine, endColumn }: Span): Found {
  const starts = lineStarts(text);
  const at = (row: number, unit: number) => (starts[row - 1] ?? text.length) + unit - 1;
  const start = at(line, column);
  const end = at(endLine, endColumn);
  const anchor = /^&\S+\s+/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: start + anchor, end };
}

/** `file:line:column` of each place once, sorted, for the lines under an error. */
export function linesOf(places: readonly Place[]): string[] {
  const sorted = places.toSorted(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  return [...new Set(sorted.map(({ file, line, column }) => `${file}:${line}:${column}`))];
}
