// A text's change, line by line, as short as possible: a line of context, long runs and long lines cut.

import { diffArrays } from "diff";
import { count } from "./cells.ts";
import { commonStart, countedExcerpt, excerpt } from "./value-text.ts";

/** `…` means lines left out; its text says how many if that matters. */
export interface DiffLine {
  sign: "-" | "+" | " " | "…";
  /** Escaped, one line. */
  text: string;
}

const CONTEXT = 1;
const MAX_RUN = 8;
const MAX_LINES = 20;
/** Lines on the other side that a long one is compared with, to find where it becomes another. */
const MAX_PARTNERS = 20;
/** Nobody reads a diff of more changed lines, and finding the smallest one gets slow. */
const MAX_EDITS = 1500;

interface Block {
  sign: "-" | "+" | " ";
  lines: string[];
}

/** The difference of two texts; undefined means no text at all. Lines are at most `room` cells wide. */
export function lineDiff(before: string | undefined, after: string | undefined, room: number): DiffLine[] {
  const [from, to] = splitLines(before, after);
  const blocks = compare(from, to);
  if (!blocks) {
    const text = `${count(from.length, "line")} → ${count(to.length, "line")}, most of them different`;
    return [{ sign: "…", text }];
  }
  const lines: DiffLine[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.sign === " ")
      lines.push(...context(block.lines, index === 0, index === blocks.length - 1, room));
    else lines.push(...run(block, partner(blocks, index), room));
  }
  if (lines.length <= MAX_LINES + 2) return lines;
  return [...lines.slice(0, MAX_LINES), { sign: "…", text: `${lines.length - MAX_LINES} more lines` }];
}

/** How many lines come and go, where undefined has none; of two texts without a line in common, or very long ones, all of them. */
export function countLines(
  before: string | undefined,
  after: string | undefined,
): { added: number; removed: number } {
  const [from, to] = splitLines(before, after);
  const blocks = compare(from, to) ?? [
    { sign: "-" as const, lines: from },
    { sign: "+" as const, lines: to },
  ];
  const sum = (sign: Block["sign"]) =>
    blocks.reduce((lines, block) => lines + (block.sign === sign ? block.lines.length : 0), 0);
  return { added: sum("+"), removed: sum("-") };
}

/** Nothing follows the last line end, unless only one of the two texts ends with one. */
function splitLines(before: string | undefined, after: string | undefined): [string[], string[]] {
  const closed = [before, after].every((text) => text === undefined || text.endsWith("\n"));
  const lines = (text: string | undefined) =>
    text === undefined ? [] : text.split("\n").slice(0, closed ? -1 : undefined);
  return [lines(before), lines(after)];
}

function compare(from: string[], to: string[]): Block[] | undefined {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const limit = Math.min(from.length, to.length) - start;
  while (end < limit && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const parts = diffArrays(from.slice(start, from.length - end), to.slice(start, to.length - end), {
    maxEditLength: MAX_EDITS,
  });
  if (!parts) return undefined;
  const blocks: Block[] = [{ sign: " ", lines: from.slice(0, start) }];
  for (const { added, removed, value } of parts)
    blocks.push({ sign: removed ? "-" : added ? "+" : " ", lines: value });
  blocks.push({ sign: " ", lines: from.slice(from.length - end) });
  return blocks.filter((block) => block.lines.length > 0);
}

function context(lines: string[], first: boolean, last: boolean, room: number): DiffLine[] {
  const show = (line: string): DiffLine => ({ sign: " ", text: excerpt(line, 0, room) });
  const head = first ? [] : lines.slice(0, CONTEXT);
  const tail = last ? [] : lines.slice(-CONTEXT);
  // An empty line is no context.
  if (first || last) return [...head, ...tail].filter((line) => line.trim() !== "").map(show);
  if (lines.length <= 2 * CONTEXT + 1) return lines.map(show);
  return [...head.map(show), { sign: "…", text: "" }, ...tail.map(show)];
}

/** The lines that this block replaces or is replaced by: the difference between a long line and its partner must be seen. */
function partner(blocks: readonly Block[], index: number): string[] {
  const other = blocks[index]?.sign === "-" ? blocks[index + 1] : blocks[index - 1];
  return other && other.sign !== " " ? other.lines : [];
}

function run(block: Block, others: readonly string[], room: number): DiffLine[] {
  const shown = block.lines.length > MAX_RUN + 2 ? block.lines.slice(0, MAX_RUN) : block.lines;
  const lines = shown.map((line): DiffLine => {
    const text = trailingVisible(countedExcerpt(line, nearest(line, others), room));
    return { sign: block.sign === "-" ? "-" : "+", text };
  });
  const left = block.lines.length - shown.length;
  if (left > 0) lines.push({ sign: "…", text: `${left} more ${block.sign === "-" ? "removed" : "added"}` });
  return lines;
}

/** The one that begins like the line for longest: where they part is what changed. */
function nearest(line: string, others: readonly string[]): string | undefined {
  let found = others[0];
  for (const other of others.slice(1, MAX_PARTNERS))
    if (commonStart(line, other) > commonStart(line, found ?? "")) found = other;
  return found;
}

/** Shows spaces at the end of a line, a difference that nobody would see. */
function trailingVisible(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === " ") end--;
  return text.slice(0, end) + "·".repeat(text.length - end);
}
