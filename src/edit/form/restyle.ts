// Brings a YAML text into the one form of its values, by as few edits as that takes: comments, blank lines between blocks and the order of
// keys stay where they are. It expects, and leaves, the layout of prettier (indentation of two spaces, lists deeper than their key).
import { isAlias, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Comment } from "./comments.ts";
import {
  anchorOf,
  type Collection,
  isCollection,
  printEntries,
  printFlow,
  printJson,
  printKey,
  printScalar,
  printValue,
  type Spot,
} from "./print-node.ts";
import {
  colonEnd,
  columnOf,
  contentEnd,
  dashOf,
  isBlockScalar,
  keyOf,
  lineEnd,
  pairEnd,
  rangeOf,
  readDocuments,
} from "./source.ts";
import { unflow } from "./unflow.ts";

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Restyling {
  text: string;
  /** Offsets, ascending. */
  comments: readonly number[];
  edits: Edit[];
}

/** A value and what is before it: `start` is behind its colon or dash. */
interface Place extends Spot {
  start: number;
  isBehindDash: boolean;
}

/** The text in its form. It has to be without errors. JSON has no style of its own, so it becomes one line for prettier to lay out. */
export function restyle(text: string, format: "yaml" | "json", comments: readonly Comment[]): string {
  const documents = readDocuments(text);
  if (format === "json") return documents.map(({ contents }) => `${printJson(contents)}\n`).join("");
  const restyling: Restyling = { text, comments: comments.map(({ offset }) => offset), edits: [] };
  for (const { contents } of documents) restyleRoot(restyling, contents);
  let result = "";
  let at = 0;
  for (const { start, end, text: written } of restyling.edits) {
    result += text.slice(at, start) + written;
    at = end;
  }
  return result + text.slice(at);
}

/** A document that is a scalar stays as it is: it is no workbook file. */
function restyleRoot(restyling: Restyling, node: unknown): void {
  if (!isCollection(node) || node.items.length === 0) return;
  if (!node.flow) {
    restyleEntries(restyling, node, []);
    return;
  }
  const [start, end] = rangeOf(node);
  if (!hasComment(restyling, start, end) && anchorOf(node) === "")
    restyling.edits.push({ start, end, text: printEntries(node, 0, []).join("\n") });
}

function restyleEntries(restyling: Restyling, node: Collection, path: Spot["path"]): void {
  const { text } = restyling;
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const dash = dashOf(node, index);
      if (dash === undefined) continue;
      const column = columnOf(text, dash);
      const place = { column, head: 2, path: [...path, index], start: dash + 1, isBehindDash: true };
      restyleValue(restyling, item as Node | null, place);
    }
    return;
  }
  for (const pair of node.items) restylePair(restyling, pair, path);
}

function restylePair(restyling: Restyling, pair: Pair, path: Spot["path"]): void {
  const { key, value } = pair;
  const start = colonEnd(pair);
  const explicit = pair.srcToken?.start.find(({ type }) => type === "explicit-key-ind");
  if (explicit) {
    restyleExplicit(restyling, pair, { start: explicit.offset, path });
    return;
  }
  if (start === undefined || !isScalar(key)) return;
  const { text, edits } = restyling;
  const name = printKey(key, false).slice(anchorOf(key).length);
  const [from, to] = rangeOf(key);
  if (name !== text.slice(from, to)) edits.push({ start: from, end: to, text: name });
  const column = columnOf(text, from) - anchorOf(key).length;
  const head = name.length + anchorOf(key).length + 2;
  const place = { column, head, path: [...path, keyOf(key)], start, isBehindDash: false };
  restyleValue(restyling, value as Node | null, place);
}

/** A key behind a `?`: the whole pair is written anew, the key before its colon. */
function restyleExplicit(
  restyling: Restyling,
  pair: Pair,
  { start, path }: { start: number; path: Spot["path"] },
): void {
  const { text } = restyling;
  const { key, value } = pair;
  if (!isScalar(key)) return;
  const last = pairEnd(text, pair);
  // A block scalar as the key of nothing ends with its line.
  const end = colonEnd(pair) === undefined ? text.slice(0, last).trimEnd().length : last;
  if (hasComment(restyling, start, end)) return;
  const name = printKey(key, false);
  const spot = { column: columnOf(text, start), head: name.length + 2, path: [...path, keyOf(key)] };
  const written = `${name}:${printValue(value as Node | null, spot, false)}`;
  restyling.edits.push({ start, end, text: written });
}

function restyleValue(restyling: Restyling, node: Node | null, place: Place): void {
  if (isAlias(node)) return;
  const end = contentEnd(restyling.text, node, place.start);
  if (!isCollection(node)) restyleScalar(restyling, node, { ...place, end });
  else if (node.flow) {
    const isCommented = hasComment(restyling, place.start, end);
    const written = isCommented
      ? unflowed(restyling, node, place)
      : printValue(node, place, place.isBehindDash);
    if (written !== undefined) replace(restyling, { start: place.start, end }, written);
  } else {
    const line = hasCommentInBlock(restyling, place, end) ? undefined : printFlow(node, place);
    if (line === undefined) restyleEntries(restyling, node, place.path);
    else replace(restyling, { start: place.start, end }, ` ${line}`);
  }
}

function restyleScalar(
  restyling: Restyling,
  node: Node | null,
  { start, end, column }: Place & { end: number },
): void {
  if (!isScalar(node) || isUnwritten(node)) {
    // A value that is not written is null; if a comment is in its place, that may have been meant.
    const isComment = /^[ \t]+#/.test(restyling.text.slice(start, lineEnd(restyling.text, start)));
    if (anchorOf(node) === "" && !isComment) restyling.edits.push({ start, end: start, text: " null" });
    return;
  }
  const { text } = restyling;
  const wasBlock = isBlockScalar(node);
  const comment = wasBlock ? headerComment(text, rangeOf(node)[0]) : "";
  if (comment === "" && hasComment(restyling, start, end)) return;
  const [first = "", ...rest] = ` ${anchorOf(node)}${printScalar(node, column)}`.split("\n");
  replace(restyling, { start, end }, [first + comment, ...rest].join("\n"));
}

function isUnwritten(node: Node): boolean {
  const [start, end] = rangeOf(node);
  return start === end;
}

/** Comments and all, as a block: the next round gives its values their form. */
function unflowed(restyling: Restyling, node: Collection, place: Place): string | undefined {
  const { text } = restyling;
  const [start, end] = rangeOf(node);
  // One above the bracket would be lost.
  if (hasComment(restyling, place.start, start)) return undefined;
  const block = unflow(text.slice(start, end));
  if (block === undefined) return undefined;
  const margin = `\n${" ".repeat(place.column + 2)}`;
  return ` ${anchorOf(node).trimEnd()}`.trimEnd() + margin + block.replace(/\n(?=[^\n])/g, margin);
}

/** A block scalar's comment, with the space before it. */
function headerComment(text: string, start: number): string {
  return /^[|>][-+0-9]*([ \t]+#[^\n]*)/.exec(text.slice(start, lineEnd(text, start)))?.[1] ?? "";
}

/** A comment behind the old value goes to the end of the first line of the new one. */
function replace(
  { text, edits }: Restyling,
  { start, end }: { start: number; end: number },
  written: string,
): void {
  const feed = written.indexOf("\n");
  if (feed === -1) {
    edits.push({ start, end, text: written });
    return;
  }
  const line = lineEnd(text, end);
  edits.push({
    start,
    end: line,
    text: written.slice(0, feed) + text.slice(end, line) + written.slice(feed),
  });
}

function hasComment({ comments }: Restyling, start: number, end: number): boolean {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < comments.length && comments[low]! < end;
}

/** Comments of a block are also those on its last line, and those below it that are deeper than its key. */
function hasCommentInBlock(restyling: Restyling, { start, column }: Place, end: number): boolean {
  const { text } = restyling;
  const last = lineEnd(text, end);
  if (hasComment(restyling, start, last)) return true;
  const below = /^(?:\r?\n[ \t]*)*\r?\n( *)#/.exec(text.slice(last, last + 4000));
  return below !== null && below[1]!.length > column;
}
