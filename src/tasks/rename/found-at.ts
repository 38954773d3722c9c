// A place by line and column as offsets in its text.

import { lineStarts, type Span } from "../../model/index.ts";

/** Offsets of a scalar in a text without byte order mark. */
export interface Found {
  start: number;
  end: number;
}

/** Without the anchor that a scalar may have. */
export function foundAt(text: string, { line, column, endLine, endColumn }: Span): Found {
  const starts = lineStarts(text);
  const at = (row: number, unit: number) => (starts[row - 1] ?? text.length) + unit - 1;
  const [start, end] = [at(line, column), at(endLine, endColumn)];
  const anchor = /^&\S+\s+/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: start + anchor, end };
}
