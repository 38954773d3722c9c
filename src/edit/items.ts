// The entries of a map or the items of a list as chunks of text with something in between (line breaks and comments, or
// commas), so that adding, removing and moving them leaves everything else as it is.

import { isSeq, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { columnOf, lineEnd, lineStart } from "../model/index.ts";
import { absorb, type Draft, detachMoved, dropWithin, splice } from "./draft.ts";
import type { Stretch } from "./form/edits.ts";
import { contentEnd, dashOf, indentAt, pairEnd, pairStart, rangeOf, type Source } from "./form/source.ts";

interface Chunks {
  source: Source;
  flow: boolean;
  /** The column of keys or dashes in block style. */
  column: number;
  chunks: Stretch[];
  /** The text between two new neighbours. */
  separator: string;
}

/** An item of the result: an existing one, by index, or the text of a new one. */
export type Item = number | string;

/** For a flow collection with entries on lines of their own the indentation of the first; else undefined. */
export function lineIndent({ source, flow, separator, chunks }: Chunks): number | undefined {
  return flow && separator.includes("\n") ? indentAt(source.text, chunks[0]!.start) : undefined;
}

/** The chunks of a map or list that is not empty. */
export function chunksOf(source: Source, node: YAMLMap | YAMLSeq): Chunks {
  return node.flow ? flowChunks(source, node) : blockChunks(source, node);
}

function bounds(source: Source, node: YAMLMap | YAMLSeq, index: number): Stretch {
  const item = node.items[index];
  if (!isSeq(node)) {
    const pair = item as Pair;
    return { start: pairStart(pair), end: pairEnd(source.text, pair) };
  }
  const start = dashOf(node, index) ?? anchorStart(source.text, rangeOf(item)[0]);
  return { start, end: contentEnd(source.text, item, start + 1) };
}

/** Where an anchor before a flow item begins. */
function anchorStart(text: string, start: number): number {
  const before = /&[^\s,[\]{}]+\s+$/.exec(text.slice(0, start));
  return before ? before.index : start;
}

function flowChunks(source: Source, node: YAMLMap | YAMLSeq): Chunks {
  const { text } = source;
  const chunks = node.items.map((_, index) => bounds(source, node, index));
  const first = chunks[0]!;
  const head = text.slice(rangeOf(node)[0] + 1, first.start);
  const between = chunks[1] && text.slice(first.end, chunks[1].start);
  const separator =
    between !== undefined && !between.includes("#") ? between : head.includes("\n") ? `,${head}` : ", ";
  return { source, flow: true, column: 0, chunks, separator: separator.includes("#") ? ", " : separator };
}

function blockChunks(source: Source, node: YAMLMap | YAMLSeq): Chunks {
  const { text } = source;
  const entries = node.items.map((_, index) => bounds(source, node, index));
  const column = columnOf(text, entries[0]!.start);
  const chunks: Chunks["chunks"] = [];
  for (const [index, { start, end }] of entries.entries()) {
    const floor = chunks[index - 1]?.end ?? 0;
    const above = withComments(text, start, floor);
    chunks.push({
      // What a file of a list begins with is about the whole list.
      start: above === 0 && isSeq(node) ? start : above,
      end: withDeeper(text, lineEnd(text, end), column),
    });
  }
  const gaps = chunks.slice(1).map(({ start }, index) => text.slice(chunks[index]!.end, start));
  const apart = gaps.length > 0 && gaps.every((gap) => /^\n[ \t]*\n/.test(gap));
  return { source, flow: false, column, chunks, separator: (apart ? "\n\n" : "\n") + " ".repeat(column) };
}

/** The start of the comment lines right above an entry that are about it: in its column, no blank line, no heading. */
function withComments(text: string, start: number, floor: number): number {
  const column = columnOf(text, start);
  if (text.slice(start - column, start).trim() !== "") return start;
  let at = start;
  for (;;) {
    const first = lineStart(text, at);
    if (first === 0) return at;
    const above = lineStart(text, first - 1);
    const line = text.slice(above, first).trimEnd();
    const comment = /^( *)#/.exec(line);
    if (!comment || comment[1]!.length !== column || above < floor || isHeading(line)) return at;
    at = above + column;
  }
}

function isHeading(line: string): boolean {
  return /[-=#*~_]{3,}/.test(line);
}

/** The end of the comment lines below an entry that are indented deeper, so that they are part of it. */
function withDeeper(text: string, end: number, column: number): number {
  let at = end;
  for (;;) {
    const below = /^\n(?:[ \t]*\n)*( *)#[^\n]*/.exec(text.slice(at, at + 2000));
    if (!below || below[1]!.length <= column) return at;
    at = lineEnd(text, at + below[0].length);
  }
}

interface Arrangement {
  /** At least one is a chunk. */
  items: readonly Item[];
  /** Where in the draft the edits within the chunks begin: they move along. */
  from: number;
}

/** Makes the splices that turn the chunks into the items. */
export function rearrange(draft: Draft, all: Chunks, { items, from }: Arrangement): void {
  const kept = items.filter((item): item is number => typeof item === "number");
  if (kept.slice(1).some((item, index) => item < kept[index]!)) {
    reorder(draft, all, { items, from });
    return;
  }
  const { source, chunks, separator } = all;
  const lines = linesOf(all);
  if (lines) {
    rearrangeLines(draft, source, { lines, items });
    return;
  }
  const first = kept[0]!;
  for (const [index, { start, end }] of chunks.entries()) {
    if (kept.includes(index)) continue;
    const next = chunks[index + 1];
    const before = chunks[index - 1];
    if (index < first && next) removeChunk(draft, all, { start, end: next.start, gap: [end, next.start] });
    else if (before) removeChunk(draft, all, { start: before.end, end, gap: [before.end, start] });
  }
  let last: number | undefined;
  for (const item of items) {
    if (typeof item === "number") {
      last = item;
      continue;
    }
    const at = last === undefined ? chunks[first]!.start : chunks[last]!.end;
    splice(draft, { source, start: at, end: at }, last === undefined ? item + separator : separator + item);
  }
}

function linesOf({ source, flow, chunks }: Chunks) {
  if (!flow) return undefined;
  return flowLines(source, chunks, (start, floor) => withComments(source.text, start, floor));
}

/** Removes from `start` to `end`, including the gap to a neighbour: comments in it that belong to neither stay. */
function removeChunk(
  draft: Draft,
  { source, flow }: Chunks,
  { start, end, gap: [gapStart, gapEnd] }: { start: number; end: number; gap: readonly [number, number] },
): void {
  const gap = source.text.slice(gapStart, gapEnd);
  const isBefore = gapStart === start;
  if (!flow && gap.includes("#")) {
    // Whole lines, if it is the first item: a comment that stays keeps its column.
    const line = source.text.lastIndexOf("\n", start - 1) + 1;
    const [rest] = /^[ \t]*\n/.exec(gap) ?? [];
    if (!isBefore && rest !== undefined && source.text.slice(line, start).trim() === "") {
      splice(draft, { source, start: line, end }, gap.slice(rest.length));
      return;
    }
    splice(draft, { source, start, end }, isBefore ? gap.trimEnd() : gap.trimStart());
    return;
  }
  // Comments above a flow item go with it; one behind the comma of the item before stays.
  const kept = (flow && isBefore && /^[^\n]*#[^\n]*/.exec(gap)?.[0]) || "";
  // So it is the first of its line: a comment behind it is its own, unless others follow on that line.
  const behind = /^\s*,(?:[ \t]+#[^\n]*)?|^[ \t]+#[^\n]*/;
  const own = kept === "" ? "" : (behind.exec(source.text.slice(end))?.[0] ?? "");
  splice(draft, { source, start: start + kept.length, end: end + own.length }, "");
}

function reorder(draft: Draft, all: Chunks, { items, from }: Arrangement): void {
  const { source, chunks } = all;
  const lines = linesOf(all);
  const parts = lines ?? chunks;
  const whole = { source, start: parts[0]!.start, end: parts.at(-1)!.end };
  const textOf = (index: number) => absorb(draft, { source, ...chunks[index]! }, from);
  const result = lines ? reorderedLines(source, { lines, items }, textOf) : reordered(all, items, textOf);
  detachMoved(draft, source, (offset) => {
    const chunk = chunks.findIndex(({ start, end }) => start < offset && offset < end);
    if (chunk === -1) return Number.NaN;
    const place = items.indexOf(chunk);
    // What is removed counts as last, because an alias that stays cannot do without it; an alias that is removed needs nothing.
    return place === -1 ? chunks.length + items.length : place;
  });
  // The splices that are left were within removed items.
  dropWithin(draft, whole, from);
  splice(draft, whole, result);
}

/** The header of a block scalar that keeps them. */
const KEEPING = /[|>]\d?\+[ \t]*(?:#.*)?$/m;

/** With the text between neighbours as it was, if there are as many. */
function reordered(
  { source, chunks, separator }: Chunks,
  items: readonly Item[],
  textOf: (index: number) => string,
): string {
  const sameCount = items.length === chunks.length;
  let result = "";
  let last = "";
  for (const [index, item] of items.entries()) {
    const gap = () => source.text.slice(chunks[index - 1]!.end, chunks[index]!.start);
    const between = sameCount && index > 0 ? gap() : separator;
    // A text that keeps its last line ends would take in the blank lines below.
    if (index > 0) result += KEEPING.test(last) ? between.replace(/^\n(?:[ \t]*\n)+/, "\n") : between;
    last = typeof item === "string" ? item : textOf(item);
    result += last;
  }
  return result;
}

// Lists and maps in flow style whose items have lines of their own, with comments: what is said above an item and behind it is about
// that item, so it goes where the item goes, and goes with it. Without comments, or with several items on a line, see `items.ts`.

interface FlowLine extends Stretch {
  /** The item alone. */
  item: Stretch;
  /** Behind the item: blanks and a comment, without the comma. */
  behind: string;
  hasComma: boolean;
}

/** The lines of each item, from the comments above it to the end of its own line; undefined if any shares a line, or none has a comment. */
function flowLines(
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
function rearrangeLines(
  draft: Draft,
  source: Source,
  { lines, items }: { lines: readonly FlowLine[]; items: readonly (number | string)[] },
): void {
  const { text } = source;
  const kept = new Set(items.filter((item) => typeof item === "number"));
  const first = Math.min(...kept);
  const last = Math.max(...kept);
  for (const [index, { start, end }] of lines.entries())
    if (!kept.has(index)) splice(draft, { source, start, end: nextLine(text, end) }, "");
  const endsWithComma = lines.at(-1)!.hasComma;
  // Before what is added: it may begin where the comma goes.
  setComma(draft, source, { line: lines[last]!, wanted: endsWithComma || typeof items.at(-1) === "string" });
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
}

function setComma(draft: Draft, source: Source, { line, wanted }: { line: FlowLine; wanted: boolean }): void {
  const { end } = line.item;
  if (wanted && !line.hasComma) splice(draft, { source, start: end, end }, ",");
  if (wanted || !line.hasComma) return;
  splice(draft, { source, start: end, end: source.text.indexOf(",", end) + 1 }, "");
}

/** All of the lines in a new order. `textOf`: an item as it will be. */
function reorderedLines(
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

/** A flow collection ends behind its last item, so a line follows each. */
function nextLine(text: string, end: number): number {
  return text.indexOf("\n", end) + 1;
}
