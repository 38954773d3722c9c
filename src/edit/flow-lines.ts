// Lists and maps in flow style whose items have lines of their own, with comments: what is said above an item and behind it is about
// that item, so it goes where the item goes, and goes with it. Without comments, or with several items on a line, see `items.ts`.
import { type Draft, splice } from "./draft.ts";
import { columnOf, lineEnd, type Source } from "./form/source.ts";

interface Stretch {
  start: number;
  end: number;
}

export interface FlowLine extends Stretch {
  /** The item alone. */
  item: Stretch;
  /** Behind the item: blanks and a comment, without the comma. */
  behind: string;
  hasComma: boolean;
}

/** The lines of each item, from the comments above it to the end of its own line; undefined if any shares a line, or none has a comment. */
export function flowLines(
  { text }: Source,
  items: readonly Stretch[],
  withComments: (start: number, floor: number) => number,
): FlowLine[] | undefined {
  const lines: FlowLine[] = [];
  let hasComment = false;
  for (const [index, item] of items.entries()) {
    const end = lineEnd(text, item.end);
    const rest = /^[ \t]*(,?)((?:[ \t]+#.*|[ \t]*))$/.exec(text.slice(item.end, end));
    const isAlone = text.slice(lineStart(text, item.start), item.start).trim() === "" && rest;
    const hasComma = rest?.[1] === ",";
    if (!isAlone || (!hasComma && index < items.length - 1)) return undefined;
    const start = lineStart(text, withComments(item.start, items[index - 1]?.end ?? 0));
    const behind = rest[2]!;
    hasComment ||= behind.includes("#") || text.slice(start, item.start).includes("#");
    lines.push({ start, end, item, behind, hasComma });
  }
  return hasComment ? lines : undefined;
}

/** Removes what is no longer there and adds what is new; what stays is in the order that it was in. */
export function rearrangeLines(
  draft: Draft,
  source: Source,
  { lines, items }: { lines: readonly FlowLine[]; items: readonly (number | string)[] },
): void {
  const { text } = source;
  const kept = new Set(items.filter((item) => typeof item === "number"));
  const [first, last] = [Math.min(...kept), Math.max(...kept)];
  for (const [index, { start, end }] of lines.entries())
    if (!kept.has(index)) splice(draft, { source, start, end: nextLine(text, end) }, "");
  const endsWithComma = lines.at(-1)!.hasComma;
  let at: number | undefined;
  for (const [place, item] of items.entries()) {
    if (typeof item === "number") {
      at = item;
      continue;
    }
    const line = lines[at ?? first]!;
    const written = `${text.slice(lineStart(text, line.item.start), line.item.start)}${item}`;
    const comma = place < items.length - 1 || endsWithComma ? "," : "";
    const where = at === undefined ? line.start : line.end;
    const inserted = at === undefined ? `${written},\n` : `\n${written}${comma}`;
    splice(draft, { source, start: where, end: where }, inserted);
  }
  setComma(draft, source, { line: lines[last]!, wanted: endsWithComma || typeof items.at(-1) === "string" });
}

function setComma(draft: Draft, source: Source, { line, wanted }: { line: FlowLine; wanted: boolean }): void {
  const { end } = line.item;
  if (wanted && !line.hasComma) splice(draft, { source, start: end, end }, ",");
  if (wanted || !line.hasComma) return;
  splice(draft, { source, start: end, end: source.text.indexOf(",", end) + 1 }, "");
}

/** All of the lines in a new order. `textOf`: an item as it will be. */
export function reorderedLines(
  { text }: Source,
  { lines, items }: { lines: readonly FlowLine[]; items: readonly (number | string)[] },
  textOf: (index: number) => string,
): string {
  const endsWithComma = lines.at(-1)!.hasComma;
  const indent = text.slice(lineStart(text, lines[0]!.item.start), lines[0]!.item.start);
  return items
    .map((item, place) => {
      const comma = place < items.length - 1 || endsWithComma ? "," : "";
      if (typeof item === "string") return `${indent}${item}${comma}`;
      const line = lines[item]!;
      const previous = lines[item - 1];
      const above = text.slice(previous ? nextLine(text, previous.end) : line.start, line.item.start);
      return `${above}${textOf(item)}${comma}${line.behind}`;
    })
    .join("\n");
}

function lineStart(text: string, offset: number): number {
  return offset - columnOf(text, offset);
}

/** A flow collection ends behind its last item, so a line follows each. */
function nextLine(text: string, end: number): number {
  return text.indexOf("\n", end) + 1;
}
