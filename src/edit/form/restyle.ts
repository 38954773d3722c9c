// Brings a YAML text into the one form of its values, by as few edits as that takes: comments, blank lines between blocks and the order of
// keys stay where they are. It expects, and leaves, the layout of prettier (indentation of two spaces, lists deeper than their key).

import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isMisread, plainValue } from "../../desired/index.ts";
import { columnOf, type Json, lineEnd, type Path, writeJson } from "../../model/index.ts";
import { type Edit, edited, type Stretch } from "./edits.ts";
import { printText } from "./print-text.ts";
import {
  type Comment,
  colonEnd,
  contentEnd,
  dashOf,
  isBlockScalar,
  keyOf,
  pairEnd,
  rangeOf,
  readDocuments,
} from "./source.ts";

// The one form of a value in YAML: small maps and lists on one line, others as blocks, texts of several lines as block scalars. Only the
// value and its place decide, not who wrote it and how.

/** The most characters of a map or list on one line, and of that line. */
const ONE_LINE = 84;
const WIDTH = 106;
/** A text of one line that is longer than this is folded, into lines of at most so many characters. */
const FOLDED = 100;
const NARROWEST = 40;
const STEP = 2;

/** Where a value is: the column of its key or dash, how much of that line is before the value, and its path in the document. */
interface Spot {
  column: number;
  head: number;
  path: Path;
}

type Collection = YAMLMap | YAMLSeq;

const STYLE = { step: STEP, singleQuote: false };
/** Words that readers of YAML 1.1 take for something else. */
const RESERVED = /^(?:yes|no|on|off)$/i;
/** Characters, and ends of lines, that editors and formatters do not leave as they are in a block. */
const UNSAFE =
  /[^\n\t\x20-\x7e\u00a1-\u{10ffff}]|(?! )\p{Zs}|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}|[ \t]$/mu;

/** What JSON leaves as it is and YAML does not allow, or takes for a line break. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** What follows the colon or the dash of a value: from the space or the line break on, without a line break at the end. */
function printValue(node: Node | null, spot: Spot, isBehindDash: boolean): string {
  const prefix = anchorOf(node);
  if (!isCollection(node))
    return ` ${prefix}${isScalar(node) ? printScalar(node, spot.column) : oneLine(node)}`;
  const line = printFlow(node, spot);
  if (line !== undefined) return ` ${line}`;
  const column = spot.column + STEP;
  const margin = `\n${" ".repeat(column)}`;
  const first = isBehindDash && prefix === "" ? " " : margin;
  return (
    (prefix === "" ? "" : ` ${prefix.trimEnd()}`) + first + printEntries(node, column, spot.path).join(margin)
  );
}

/** The entries of a map or list as blocks at a column: each perhaps of several lines, the first without indentation. */
function printEntries(node: Collection, column: number, path: Path): string[] {
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      return `-${printValue(item as Node | null, { column, head: 2, path: [...path, index] }, true)}`;
    });
  }
  return node.items.map(({ key, value }) => {
    const name = printKey(key, false);
    const spot = { column, head: name.length + 2, path: [...path, keyOf(key)] };
    return `${name}:${printValue(value as Node | null, spot, false)}`;
  });
}

/** The map or list on one line, with its anchor, or undefined if it has to be a block. */
function printFlow(node: Collection, { column, head, path }: Spot): string | undefined {
  const isEmpty = node.items.length === 0;
  if (isOutline(path) && !isEmpty) return undefined;
  const text = flow(node, path, ONE_LINE);
  if (text === undefined || isEmpty) return text;
  return text.length <= ONE_LINE && column + head + text.length <= WIDTH ? text : undefined;
}

/** A scalar in a block, without its anchor: its first line, and the others with their indentation. */
function printScalar(node: Scalar, column: number): string {
  const { value } = node;
  if (isLeft(node)) return String(node.source);
  if (typeof value !== "string") return printWord(node);
  const margin = `\n${" ".repeat(column + STEP)}`;
  if (isBlockText(value)) {
    const [header, body] = value.endsWith("\n") ? ["|", value.slice(0, -1)] : ["|-", value];
    return header + body.replace(/^(?=.)/gm, margin.slice(1)).replace(/^/, "\n");
  }
  const lines = fold(value, Math.max(NARROWEST, FOLDED - column));
  if (lines.length > 1) return `>-${lines.map((line) => margin + line).join("")}`;
  return printShort(value, false);
}

/** A key as it is written in front of the colon. */
function printKey(key: unknown, isFlow: boolean): string {
  if (isAlias(key)) return `*${key.source} `;
  if (isScalar(key) && isLeft(key)) return anchorOf(key) + String(key.source);
  return anchorOf(key) + printOnce(keyOf(key), { isKey: true, isFlow });
}

/** Whether a scalar stays as it is written: it is not what it looks like, and only its author knows what it should be. */
function isLeft({ type, source, tag }: Scalar): boolean {
  return type === "PLAIN" && tag === undefined && source !== undefined && isMisread(source);
}

function anchorOf(node: unknown): string {
  return (isScalar(node) || isCollection(node)) && node.anchor !== undefined ? `&${node.anchor} ` : "";
}

/** A value of a JSON file on one line, its keys in their order. */
function printJson(node: Node | null): string {
  if (isSeq(node)) return `[${node.items.map((item) => printJson(item as Node | null)).join(",")}]`;
  if (isMap(node)) {
    const entries = node.items.map(({ key, value }) => {
      return `${JSON.stringify(keyOf(key))}:${printJson(value as Node | null)}`;
    });
    return `{${entries.join(",")}}`;
  }
  if (!isScalar(node)) return "null";
  return typeof node.value === "string" ? JSON.stringify(node.value) : printWord(node);
}

/** Texts as they are printed, of which a project repeats most: the package takes its time over each. Bounded, because they come from files. */
const printed = new Map<string, string>();
const MOST_PRINTED = 4096;

function printOnce(text: string, place: { isKey: boolean; isFlow: boolean }): string {
  const name = `${place.isKey ? "key" : "value"} ${place.isFlow ? "in" : "of"} ${text}`;
  const known = printed.get(name);
  if (known !== undefined) return known;
  const result = printText(STYLE, text, place);
  if (printed.size >= MOST_PRINTED) printed.clear();
  if (text.length <= ONE_LINE) printed.set(name, result);
  return result;
}

/** A text on one line: plain if that can be, else in quotes. */
function printShort(text: string, isFlow: boolean): string {
  if (!text.includes("\n") && !RESERVED.test(text)) return printOnce(text, { isKey: false, isFlow });
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function oneLine(node: Node | null): string {
  return isAlias(node) ? `*${node.source}` : "null";
}

function isBlockText(text: string): boolean {
  return text.includes("\n") && /^\S/.test(text) && !text.endsWith("\n\n") && !UNSAFE.test(text);
}

/** The lines of a long text whose words have one space between them; none for any other. */
function fold(text: string, width: number): string[] {
  if (text.length <= FOLDED || UNSAFE.test(text) || !/^\S+(?: \S+)*$/.test(text)) return [];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > width) lines.push(line);
    line = line !== "" && longer.length > width ? word : longer;
  }
  return [...lines, line];
}

/** A number, true, false or null. */
function printWord({ value, source, type }: Scalar): string {
  if (typeof value !== "number" && typeof value !== "bigint") return String(value ?? null);
  const read = type === "PLAIN" && source !== undefined ? plainValue(source) : (value as Json);
  return typeof read === "symbol" ? String(source) : writeJson(read);
}

/** The value in flow style; undefined if something in it has to be a block, or if it has far more characters than there is room for. */
function flow(node: Node | null, path: Path, room: number): string | undefined {
  const prefix = anchorOf(node);
  if (isScalar(node)) {
    if (isLeft(node)) return prefix + String(node.source);
    if (typeof node.value !== "string") return prefix + printWord(node);
    if (isBlockText(node.value)) return undefined;
    return prefix + printShort(node.value, true);
  }
  if (!isCollection(node)) return oneLine(node);
  const isShort = isMap(node) && isPositionAt(path, node);
  const items: string[] = [];
  let left = room;
  for (const { name, key, value } of partsOf(node, isShort)) {
    const text = flow(value, [...path, name], left);
    if (text === undefined) return undefined;
    items.push(key + text);
    left -= key.length + text.length + 2;
    if (left < -4) return undefined;
  }
  if (items.length === 0) return `${prefix}${isMap(node) ? "{}" : "[]"}`;
  return prefix + (isMap(node) && !isShort ? `{ ${items.join(", ")} }` : `[${items.join(", ")}]`);
}

interface Part {
  name: string | number;
  /** As it is written, with its colon; empty for an item of a list. */
  key: string;
  value: Node | null;
}

/** One after the other, because whoever asks may have enough of them soon. */
function* partsOf(node: Collection, isShort: boolean): Iterable<Part> {
  if (isSeq(node)) {
    for (const [name, value] of node.items.entries()) yield { name, key: "", value: value as Node | null };
  } else if (isShort) {
    for (const name of ["x", "y", "w", "h"]) {
      const { value } = node.items.find(({ key }) => keyOf(key) === name)!;
      yield { name, key: "", value: value as Node | null };
    }
  } else {
    for (const { key, value } of node.items)
      yield { name: keyOf(key), key: `${printKey(key, true)}: `, value: value as Node | null };
  }
}

interface Restyling {
  text: string;
  /** Offsets, ascending. */
  comments: readonly number[];
  edits: Edit[];
}

/** A value and what is before it: `start` is behind its colon or dash. */
interface WrittenSpot extends Spot {
  start: number;
  isBehindDash: boolean;
}

/** The text in its form. It has to be without errors. JSON has no style of its own, so it becomes one line for prettier to lay out. */
export function restyle(text: string, format: "yaml" | "json", comments: readonly Comment[]): string {
  const documents = readDocuments(text);
  if (format === "json") return documents.map(({ contents }) => `${printJson(contents)}\n`).join("");
  const restyling: Restyling = { text, comments: comments.map(({ offset }) => offset), edits: [] };
  for (const { contents } of documents) restyleRoot(restyling, contents);
  return edited(text, restyling.edits);
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

function restyleValue(restyling: Restyling, node: Node | null, place: WrittenSpot): void {
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
  { start, end, column }: WrittenSpot & { end: number },
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
function unflowed(restyling: Restyling, node: Collection, place: WrittenSpot): string | undefined {
  const { text } = restyling;
  const [start, end] = rangeOf(node);
  // One above the bracket would be lost.
  if (hasComment(restyling, place.start, start)) return undefined;
  const block = unflow(text.slice(start, end));
  if (block === undefined) return undefined;
  const margin = `\n${" ".repeat(place.column + 2)}`;
  return ` ${anchorOf(node).trimEnd()}`.trimEnd() + margin + block.replace(/\n(?=[^\n])/g, margin);
}

/** The text of a flow collection as a block, its first line without indentation; undefined if that cannot be done. */
function unflow(text: string): string | undefined {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: false,
    logLevel: "silent",
  });
  if (document.errors.length > 0) return undefined;
  let isLost = false;
  visit(document, {
    Alias(_, alias) {
      // What it names is outside of the text.
      if (!alias.resolve(document)) isLost = true;
    },
    Node(_, node) {
      if (isCollection(node)) node.flow = false;
    },
  });
  return isLost ? undefined : document.toString({ lineWidth: 0 }).trimEnd();
}

/** A block scalar's comment, with the space before it. */
function headerComment(text: string, start: number): string {
  return /^[|>][-+0-9]*([ \t]+#[^\n]*)/.exec(text.slice(start, lineEnd(text, start)))?.[1] ?? "";
}

/** A comment behind the old value goes to the end of the first line of the new one. */
function replace({ text, edits }: Restyling, { start, end }: Stretch, written: string): void {
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
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < comments.length && comments[low]! < end;
}

/** Comments of a block are also those on its last line, and those below it that are deeper than its key. */
function hasCommentInBlock(restyling: Restyling, { start, column }: WrittenSpot, end: number): boolean {
  const { text } = restyling;
  const last = lineEnd(text, end);
  if (hasComment(restyling, start, last)) return true;
  const below = /^(?:\r?\n[ \t]*)*\r?\n( *)#/.exec(text.slice(last, last + 4000));
  return below !== null && below[1]!.length > column;
}

// What the place of a value in a workbook file says about its form.

/** The outline of a file: these maps and lists always have lines of their own, so that a change of one entry is a change of its lines. */
function isOutline(path: Path): boolean {
  const [section, , part, name] = path;
  const { length } = path;
  if (section === "layouts") return length <= 3;
  if (section === "reports") return length <= 2;
  if (section !== "workbooks") return length === 1 && String(section).startsWith("x-");
  if (part === "overrides") return length <= 4;
  return length <= 2 || (part === "dashboard" && (length === 3 || (length === 4 && name === "widgets")));
}

/** Whether a map is a whole position, `{ x, y, w, h }`, at a place where `[x, y, w, h]` means the same (contract 2). */
function isPositionAt(path: Path, map: YAMLMap): boolean {
  if (map.items.length !== 4 || !isPositionPath(path)) return false;
  const given = new Map(map.items.map(({ key, value }) => [isScalar(key) ? key.value : undefined, value]));
  return ["x", "y", "w", "h"].every((corner) => {
    const value = given.get(corner);
    return isScalar(value) && Number.isInteger(value.value) && value.anchor === undefined;
  });
}

/** The same for a path alone: `position` and `responsiveLayouts.*` of a widget, and what `layouts` gives a widget. */
export function isPositionPath(path: Path): boolean {
  if (path[0] === "layouts") return path.length === 4;
  if (path[0] !== "workbooks") return false;
  const below = path[2] === "overrides" ? path.slice(4) : path.slice(2);
  if (below[0] !== "dashboard" || below[1] !== "widgets") return false;
  return below[3] === "position"
    ? below.length === 4
    : below[3] === "responsiveLayouts" && below.length === 5;
}
