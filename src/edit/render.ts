// Values as text, in the style of the file they go to: block or flow, its indentation, its quotes, its positions as lists.
import { Document, type Scalar } from "yaml";
import { expandText } from "../desired/index.ts";
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import type { Source } from "./source.ts";

export interface Style {
  /** Positions as `[x, y, w, h]`. */
  shortPositions: boolean;
  /** Whether every `{ x, y, w, h }` is a position: under `layouts`, where no key says so. */
  layouts: boolean;
  /** Whether texts are as the file is to have them, with variables in them. */
  verbatim?: boolean;
}

export const CORNERS = ["x", "y", "w", "h"];
const NO_VARIABLES = { project: { targets: {}, env: [] }, env: {} };

/** A text as it has to be written so that nothing in it is a variable. */
export function escapeText(text: string): string {
  if (!text.includes("${")) return text;
  const problems: { written: string }[] = [];
  const read = expandText(text, NO_VARIABLES as never, problems as never);
  return read === text && problems.length === 0 ? text : text.replaceAll("${", () => "$${");
}

/** In block style: the first line without indentation, the others with that of `column`. Ends without a line break. */
export function renderBlock(source: Source, style: Style, value: Json, column: number): string {
  if (source.json) return renderFlow(source, style, value, column);
  return block(source, style, value, column);
}

/** In flow style, on one line; in a JSON file as JSON does, over lines where `column` is given. */
export function renderFlow(source: Source, style: Style, value: Json, column?: number): string {
  return column === undefined ? flow(source, style, value) : jsonLines(source, style, value, column);
}

/** `key: value` of a block map. */
export function renderPair(source: Source, style: Style, key: string, value: Json, column: number): string {
  return renderBlock(source, style, { [key]: value }, column);
}

/** A scalar in the style of the one that it replaces, as far as that can hold it. */
export function renderScalar(
  source: Source,
  style: Style,
  value: Json,
  like: Scalar,
  place: { flow: boolean; column: number; indent: number },
): string {
  if (typeof value !== "string") return bareText(value);
  const text = style.verbatim ? value : escapeText(value);
  if (source.json) return JSON.stringify(text);
  const document = new Document({ k: text });
  const scalar = document.get("k", true) as Scalar;
  const wasBlock = like.type === "BLOCK_LITERAL" || like.type === "BLOCK_FOLDED";
  const several = text.includes("\n");
  if (like.type !== undefined && (!wasBlock || several)) {
    if (like.type !== "PLAIN" || !several) scalar.type = like.type;
  }
  if (place.flow) (document.contents as unknown as { flow: boolean }).flow = true;
  const folded = scalar.type === "BLOCK_FOLDED";
  const printed = document.toString({
    ...options(source),
    indent: Math.max(place.indent, 1),
    lineWidth: folded ? widthOf(like) : 0,
    blockQuote: folded ? "folded" : "literal",
  });
  const bare = place.flow ? /^\{ ?k: ([\s\S]*?) ?\}\n$/.exec(printed)?.[1] : printed.slice(3, -1);
  const fitting = withIndicator(bare ?? JSON.stringify(text), Math.max(place.indent, 1));
  return indented(source, fitting, place.column);
}

function widthOf(like: Scalar): number {
  const lines = (like.source ?? "").split("\n").map((line) => line.length);
  return Math.max(80, ...lines) + 2;
}

function jsonLines(source: Source, style: Style, value: Json, column: number): string {
  const isShort = Array.isArray(value) && value.every((item) => typeof item === "number");
  if (typeof value !== "object" || value === null || isShort) return flow(source, style, value);
  const inner = column + source.step;
  const margin = source.eol + " ".repeat(inner);
  const lines = Array.isArray(value)
    ? value.map((item) => jsonLines(source, style, item, inner))
    : Object.entries(value).map(([key, item]) => {
        return `${JSON.stringify(key)}: ${jsonLines(source, style, shortened(style, key, item), inner)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (lines.length === 0) return `${open}${close}`;
  return `${open}${margin}${lines.join(`,${margin}`)}${source.eol}${" ".repeat(column)}${close}`;
}

function block(source: Source, style: Style, value: Json, column: number): string {
  if (!isBlock(value)) return inline(source, style, value, column);
  const { eol, step, indentSeq } = source;
  const margin = eol + " ".repeat(column);
  if (Array.isArray(value)) {
    return value
      .map((item) => `- ${block(source, style, item, isBlock(item) ? column + 2 : column)}`)
      .join(margin);
  }
  const lines = Object.entries(value as JsonObject).map(([key, written]) => {
    const item = shortened(style, key, written);
    const name = scalar(source, style, key, "key", column);
    if (!isBlock(item)) return `${name}: ${inline(source, style, item, column)}`;
    const inner = column + (Array.isArray(item) && !indentSeq ? 0 : step);
    return `${name}:${eol}${" ".repeat(inner)}${block(source, style, item, inner)}`;
  });
  return lines.join(margin);
}

/** Whether a value takes lines of its own in block style: positions and references to reports do not. */
export function isBlock(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0 && !(value.length === 4 && value.every(isNumber));
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "$report") return false;
  return keys.length > 0 && !isPosition(value);
}

function inline(source: Source, style: Style, value: Json, column: number): string {
  return typeof value === "object" && value !== null
    ? flow(source, style, value)
    : scalar(source, style, value, "block", column);
}

function flow(source: Source, style: Style, value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => flow(source, style, item)).join(", ")}]`;
  if (!isObject(value)) return scalar(source, style, value, "flow", 0);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const pad = source.padding ? " " : "";
  const text = entries.map(
    ([key, item]) =>
      `${scalar(source, style, key, "flow key", 0)}: ${flow(source, style, shortened(style, key, item))}`,
  );
  return `{${pad}${text.join(", ")}${pad}}`;
}

/** A whole number that is too large to be exact is written with an exponent: as digits it would be refused. */
function bareText(value: Json): string {
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value))
    return JSON.stringify(value);
  return value.toExponential();
}

const SIMPLE = /^[A-Za-z_][A-Za-z0-9_./]*(?:[ -][A-Za-z0-9_./]+)*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;

function scalar(
  source: Source,
  style: Style,
  value: Json,
  place: "key" | "flow key" | "block" | "flow",
  column: number,
): string {
  if (typeof value !== "string") return bareText(value);
  if (source.json) return JSON.stringify(place === "flow" && !style.verbatim ? escapeText(value) : value);
  if (SIMPLE.test(value) && !RESERVED.test(value)) return value;
  const isKey = place === "key" || place === "flow key";
  const text = isKey || style.verbatim ? value : escapeText(value);
  if (place === "flow" || place === "flow key") return oneLine(source, { k: text });
  if (place === "key" && text.includes("\n")) return JSON.stringify(text);
  const document = new Document(place === "key" ? { [text]: 0 } : { k: text });
  const printed = document.toString(options(source));
  const bare = place === "key" ? printed.slice(0, -4) : withIndicator(printed.slice(3, -1), source.step);
  return indented(source, bare, column);
}

/** The package says 2 of a block's indentation, whatever it is. */
function withIndicator(text: string, indent: number): string {
  return text.replace(/^([|>])2/, `$1${indent}`);
}

/** The value of a map's one entry as it stands in flow style. */
function oneLine(source: Source, value: { k: string }): string {
  const document = new Document(value);
  (document.contents as unknown as { flow: boolean }).flow = true;
  return /^\{ ?k: ([\s\S]*?) ?\}\n$/.exec(document.toString(options(source)))?.[1] ?? JSON.stringify(value.k);
}

/** A position under such a key as the file writes positions. */
export function shortened(style: Style, key: string, value: Json): Json {
  if (!style.shortPositions) return value;
  if ((key === "position" || style.layouts) && isPosition(value)) return corners(value);
  if (key !== "responsiveLayouts" || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isPosition(one) ? corners(one) : one]),
  );
}

function corners(position: JsonObject): Json {
  return CORNERS.map((corner) => position[corner]!);
}

/** `{ x, y, w, h }` with numbers, and nothing else. */
export function isPosition(value: Json | undefined): value is JsonObject {
  if (!isObject(value) || Object.keys(value).length !== CORNERS.length) return false;
  return CORNERS.every((corner) => isNumber(value[corner]));
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number";
}

function options({ step, indentSeq, singleQuote, padding }: Source) {
  return {
    indent: step,
    indentSeq,
    singleQuote: singleQuote ? true : null,
    flowCollectionPadding: padding,
    lineWidth: 0,
    blockQuote: "literal" as const,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  };
}

function indented({ eol }: Source, text: string, column: number): string {
  const lines = text.split("\n");
  const rest = lines.slice(1).map((line) => (line === "" ? "" : " ".repeat(column) + line));
  return [lines[0], ...rest].join(eol);
}
