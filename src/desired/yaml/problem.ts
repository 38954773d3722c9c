// A problem is a finding inside one text, by offsets; it becomes a diagnostic once the file is known.
import { lineStarts } from "../../model/index.ts";

/** UTF-16 offsets into a text; the end is exclusive. */
export interface Range {
  start: number;
  end: number;
}

export interface Problem extends Range {
  rule: string;
  message: string;
  help?: string;
}

/** 1-based line and column of an offset; an offset past the end counts as the end. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const stop = Math.max(0, Math.min(offset, text.length));
  const starts = lineStarts(text);
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= stop) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: stop - starts[low]! + 1 };
}

/** One line of a text, by its 1-based number, without its line feed. */
export function lineAt(text: string, line: number): string {
  const starts = lineStarts(text);
  const next = starts[line];
  return text.slice(starts[line - 1] ?? text.length, next === undefined ? text.length : next - 1);
}
