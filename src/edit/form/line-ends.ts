// Windows line ends. Edits are made on a text whose lines all end with `\n`; then each line that they left as it was gets back the end that
// it had, and a new one ends as its neighbour does. So a file may mix both.

import { lineStart } from "../../model/index.ts";

export interface EvenText {
  text: string;
  /** The offsets of the line ends that are `\r\n` in the file. */
  returns: ReadonlySet<number>;
}

/** A stretch of an even text and what replaces it. */
interface Change {
  start: number;
  end: number;
  text: string;
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
export function withReturns(even: EvenText, changes: readonly Change[]): string {
  const { text } = even;
  let result = "";
  let at = 0;
  for (const change of wholeLines(text, changes)) {
    result += endedAs(linesOf(even, at, change.start)) + changedLines(even, change);
    at = change.end;
  }
  return result + endedAs(linesOf(even, at, text.length));
}

/** A line without its end; undefined: it has none, or nobody knows yet. */
interface Line {
  words: string;
  isReturn: boolean | undefined;
}

/** The last one is what is behind the last line end, mostly nothing. */
function linesOf({ text, returns }: EvenText, start: number, end: number): Line[] {
  let at = start;
  return text
    .slice(start, end)
    .split("\n")
    .map((words) => {
      at += words.length + 1;
      return { words, isReturn: at <= end ? returns.has(at - 1) : undefined };
    });
}

function endedAs(lines: readonly Line[]): string {
  const last = lines.length - 1;
  return lines
    .map(({ words, isReturn }, index) => (index === last ? words : `${words}${isReturn ? "\r\n" : "\n"}`))
    .join("");
}

/** The changes as replacements of whole lines, with at least one line between two of them. */
function wholeLines(text: string, changes: readonly Change[]): Change[] {
  const found: Change[] = [];
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
function changedLines(even: EvenText, { start, end, text }: Change): string {
  const before = linesOf(even, start, end);
  const after = text.split("\n");
  const { head, tail } = sameEnds(before, after);
  const inside = before.slice(head, before.length - tail);
  const moved = byWords(inside);
  const above = even.text.lastIndexOf("\n", start - 1);
  let isReturn = even.returns.has(above === -1 ? even.text.indexOf("\n") : above);
  const lines = after.map((words, index) => {
    const fromEnd = index - after.length;
    const own =
      index < head
        ? before[index]
        : fromEnd >= -tail
          ? before.at(fromEnd)
          : (moved.get(words)?.shift() ?? inside[index - head]);
    isReturn = own?.isReturn ?? isReturn;
    return { words, isReturn };
  });
  return endedAs(lines);
}

/** How many lines at the start and at the end are the same. */
function sameEnds(before: readonly Line[], after: readonly string[]): { head: number; tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head]!.words === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail)!.words === after.at(-1 - tail)) tail++;
  return { head, tail };
}

function byWords(lines: readonly Line[]): Map<string, Line[]> {
  const found = new Map<string, Line[]>();
  for (const line of lines) {
    const alike = found.get(line.words);
    if (alike) alike.push(line);
    else found.set(line.words, [line]);
  }
  return found;
}
