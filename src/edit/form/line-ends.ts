// Windows line ends. Edits are made on a text whose lines all end with `\n`; then each line that they left as it was gets back the end that
// it had, and a new one ends as its neighbour does. So a file may mix both.

import { lineStart } from "../../model/index.ts";
import type { Edit } from "./edits.ts";

export interface EvenText {
  text: string;
  /** The offsets of the line ends that are `\r\n` in the file. */
  returns: ReadonlySet<number>;
}

export function evenText(written: string): EvenText {
  const returns = new Set<number>();
  const text = written.replace(/\r\n/g, (_, at: number) => {
    returns.add(at - returns.size);
    return "\n";
  });
  return { text, returns };
}

/** A new text of a file, with a line end in it for each of the old text's that it kept, and new lines as their neighbours. */
export function withEndsOf(before: string, after: string): string {
  const even = evenText(before);
  if (even.returns.size === 0) return after;
  return withReturns(even, [{ start: 0, end: even.text.length, text: evenText(after).text }]);
}

/** The offset in an even text of an offset in the file. */
export function evenOffset({ returns }: EvenText, offset: number): number {
  let before = 0;
  for (const at of returns) {
    if (at + before >= offset) break;
    before++;
  }
  return offset - before;
}

/** The text as the file is to have it after changes, which are in order and do not overlap. */
export function withReturns(even: EvenText, changes: readonly Edit[]): string {
  const { text, returns } = even;
  const stretch = (from: number, to: number) =>
    text.slice(from, to).replace(/\n/g, (feed, at: number) => (returns.has(from + at) ? "\r\n" : feed));
  let result = "";
  let at = 0;
  for (const { start, end, text: written } of wholeLines(text, changes)) {
    const above = start === 0 ? text.indexOf("\n") : start - 1;
    const usual = returns.has(above) ? "\r\n" : "\n";
    result += stretch(at, start) + endedLike(stretch(start, end), written, usual);
    at = end;
  }
  return result + stretch(at, text.length);
}

/** The changes as replacements of whole lines, with at least one line between two of them. */
function wholeLines(text: string, changes: readonly Edit[]): Edit[] {
  const found: Edit[] = [];
  for (const change of changes) {
    const last = found.at(-1);
    const start = lineStart(text, change.start);
    if (last && start <= lineEndAt(text, last.end)) {
      last.text += text.slice(last.end, change.start) + change.text;
      last.end = change.end;
    } else found.push({ start, end: change.end, text: text.slice(start, change.start) + change.text });
  }
  return found.map(({ start, end, text: written }) => {
    const stop = lineEndAt(text, end);
    return { start, end: stop, text: written + text.slice(end, stop) };
  });
}

/** Behind the end of the line of an offset. */
function lineEndAt(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  return feed === -1 ? text.length : feed + 1;
}

/** Lines that stay, also elsewhere, have their own ends. One that is changed ends as before, a new one as the one above it. */
function endedLike(before: string, after: string, usual: string): string {
  const old = before.split("\n").map((line) => line.replace(/\r$/, ""));
  const ends = before.match(/\r?\n/g) ?? [];
  const lines = after.split("\n");
  const { head, tail } = sameEnds(old, lines);
  const moved = new Map<string, number[]>();
  for (let at = head; at < old.length - tail; at++) moved.set(old[at]!, [...(moved.get(old[at]!) ?? []), at]);
  let end = usual;
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line;
      const fromEnd = lines.length - index;
      const isInside = index >= head && fromEnd > tail;
      const own = isInside
        ? (moved.get(line)?.shift() ?? (index < old.length - tail ? index : -1))
        : index < head
          ? index
          : old.length - fromEnd;
      end = ends[own] ?? end;
      return line + end;
    })
    .join("");
}

/** How many lines at the start and at the end are the same. */
function sameEnds(before: readonly string[], after: readonly string[]): { head: number; tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}
