// The one form of a value in YAML: small maps and lists on one line, others as blocks, texts of several lines as block scalars. Only the
// value and its place decide, not who wrote it and how.
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { isMisread, plainValue } from "../../desired/index.ts";
import { type Json, writeJson } from "../../model/index.ts";
import { isOutline, isPositionAt, type Path } from "./outline.ts";
import { printText } from "./print-text.ts";
import { keyOf } from "./source.ts";

/** The most characters of a map or list on one line, and of that line. */
const ONE_LINE = 84;
const WIDTH = 106;
/** A text of one line that is longer than this is folded, into lines of at most so many characters. */
const FOLDED = 100;
const NARROWEST = 40;
const STEP = 2;

/** Where a value is: the column of its key or dash, how much of that line is before the value, and its path in the document. */
export interface Spot {
  column: number;
  head: number;
  path: Path;
}

export type Collection = YAMLMap | YAMLSeq;

const STYLE = { step: STEP, singleQuote: false };
/** Words that readers of YAML 1.1 take for something else. */
const RESERVED = /^(?:yes|no|on|off)$/i;
/** Characters, and ends of lines, that editors and formatters do not leave as they are in a block. */
const UNSAFE =
  /[^\n\t\x20-\x7e\u00a1-\u{10ffff}]|(?! )\p{Zs}|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Cs}|[ \t]$/mu;

/** What JSON leaves as it is and YAML does not allow, or takes for a line break. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

export function isCollection(node: unknown): node is Collection {
  return isMap(node) || isSeq(node);
}

/** What follows the colon or the dash of a value: from the space or the line break on, without a line break at the end. */
export function printValue(node: Node | null, spot: Spot, isBehindDash: boolean): string {
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
export function printEntries(node: Collection, column: number, path: Path): string[] {
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
export function printFlow(node: Collection, { column, head, path }: Spot): string | undefined {
  const isEmpty = node.items.length === 0;
  if (isOutline(path) && !isEmpty) return undefined;
  const text = flow(node, path, ONE_LINE);
  if (text === undefined || isEmpty) return text;
  return text.length <= ONE_LINE && column + head + text.length <= WIDTH ? text : undefined;
}

/** A scalar in a block, without its anchor: its first line, and the others with their indentation. */
export function printScalar(node: Scalar, column: number): string {
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
export function printKey(key: unknown, isFlow: boolean): string {
  if (isAlias(key)) return `*${key.source} `;
  if (isScalar(key) && isLeft(key)) return anchorOf(key) + String(key.source);
  return anchorOf(key) + printOnce(keyOf(key), { isKey: true, isFlow });
}

/** Whether a scalar stays as it is written: it is not what it looks like, and only its author knows what it should be. */
function isLeft({ type, source, tag }: Scalar): boolean {
  return type === "PLAIN" && tag === undefined && source !== undefined && isMisread(source);
}

export function anchorOf(node: unknown): string {
  return (isScalar(node) || isCollection(node)) && node.anchor !== undefined ? `&${node.anchor} ` : "";
}

/** A value of a JSON file on one line, its keys in their order. */
export function printJson(node: Node | null): string {
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
