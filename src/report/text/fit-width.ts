// Text for people in the width of their terminal: lines that are too long go on below, deeper, and are broken between words.

import { cells } from "./cells.ts";

const COLOUR = /\u001b\[\d+m/g;
const COLOUR_OR_ONE = /\u001b\[\d+m|./gsu;
/** Blanks, or a word; a command is one word, however many it has, so that it can be pasted from one line. */
const TOKENS = /\s+|(?:`[^`\n]*`|[^\s`])+|`/g;
/** What people copy: slugs, paths, addresses. */
const COPIED = /^[\x21-\x7e]+$/;

/** The cells of a text that may be painted. */
function shownCells(text: string): number {
  return cells(text.replace(COLOUR, ""));
}

/**
 * No line of it is wider than `width` cells, but for a command, a path or another word that is longer: those are copied, and a terminal breaks
 * them itself. Without a width it is as it was. `hang`: how deep the rest of a line begins; default: below its last column.
 */
export function fitWidth(text: string, width: number | undefined, hang?: number): string {
  if (width === undefined) return text;
  return text
    .split("\n")
    .flatMap((line) =>
      shownCells(line) <= width ? [line] : breakLine(line, width, hang ?? hangOf(line, width)),
    )
    .join("\n");
}

/** The cells that a text needs at least, whatever is broken. */
export function leastWidth(text: string): number {
  const words = text.split(" ").map((word) => (COPIED.test(word) ? cells(word) : Math.min(2, cells(word))));
  return Math.max(0, ...words);
}

function breakLine(line: string, width: number, hang: number): string[] {
  const lines: string[] = [];
  let current = "";
  let gap = "";
  const add = (part: string): void => {
    if (shownCells(current + gap + part) <= width) current += gap + part;
    else {
      if (current !== "") lines.push(current);
      // What would be too wide there goes further to the left.
      current = " ".repeat(Math.max(0, Math.min(hang, width - shownCells(part)))) + part;
    }
    gap = "";
  };
  for (const token of line.match(TOKENS) ?? []) {
    if (/^\s/.test(token)) gap = token;
    else if (isBroken(token, width - hang)) for (const [part] of token.matchAll(COLOUR_OR_ONE)) add(part);
    else add(token);
  }
  return current === "" ? lines : [...lines, current];
}

/** Whether a word is broken within: one that is wider than a line, unless people copy it. */
function isBroken(word: string, room: number): boolean {
  const plain = word.replace(COLOUR, "");
  return cells(plain) > room && !plain.includes("`") && !COPIED.test(plain);
}

/** Where the rest of a line begins: below its last column, or a little deeper than the line. */
function hangOf(line: string, width: number): number {
  const plain = line.replace(COLOUR, "");
  const indent = /^ */.exec(plain)?.[0].length ?? 0;
  const gaps = [...plain.matchAll(/(?<=\S) {2,}(?=\S)/g)];
  const columns = gaps.map(({ index, 0: gap }) => cells(plain.slice(0, index)) + gap.length);
  const last = columns.filter((column) => column <= width / 2).at(-1);
  return last ?? Math.min(indent + 2, Math.floor(width / 2));
}
