// Where the lines of a text begin and end. Lines end at a line feed.

import type { Span } from "../diagnostic.ts";

/** Kept for the last text: questions come in runs about one file, and each alone would read the text from its start. */
let last: { text: string; starts: readonly number[] } = { text: "", starts: [0] };

/** The offset of the first character of each line; the offset of line n (1-based) is at n - 1. */
function lineStarts(text: string): readonly number[] {
  if (last.text === text) {
    // The same characters may be two strings in memory, and comparing those takes as long as reading them: one string with itself does not.
    last.text = text;
    return last.starts;
  }
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  last = { text, starts };
  return starts;
}

/** 1-based line and column of an offset; an offset past the end counts as the end. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const stop = Math.max(0, Math.min(offset, text.length));
  const starts = lineStarts(text);
  let low = 0;
  let high = starts.length - 1;
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

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of the line of an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  if (feed === -1) return text.length;
  return text[feed - 1] === "\r" && feed > offset ? feed - 1 : feed;
}

/** How many UTF-16 units of its line are before an offset. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The offset of a 1-based line and column. */
export function offsetAt(text: string, line: number, column = 1): number {
  return (lineStarts(text)[line - 1] ?? text.length) + column - 1;
}

/** What a text says at a span. */
export function textAt(text: string, { line, column, endLine, endColumn }: Omit<Span, "file">): string {
  return text.slice(offsetAt(text, line, column), offsetAt(text, endLine, endColumn));
}
