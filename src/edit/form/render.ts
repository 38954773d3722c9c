// Values as text, in the style of the file they go to: block or flow, its indentation, its quotes, its positions as lists.
import { isMap, isScalar, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { holdsVariables } from "../../desired/index.ts";
import {
  cornersOf,
  isObject,
  isPosition,
  type Json,
  type JsonObject,
  mapValues,
  writeJson,
} from "../../model/index.ts";
import { printText, type ScalarSpot } from "./print-text.ts";
import { isBlockScalar, type Source } from "./source.ts";

export interface Style {
  /** Positions as `[x, y, w, h]`. */
  shortPositions: boolean;
  /** Whether every `{ x, y, w, h }` is a position: under `layouts`, where no key says so. */
  layouts: boolean;
  /** Whether texts are written as they are, with variables in them. */
  verbatim?: boolean;
  /** Whether every map and list is in flow style, on one line. */
  oneLine?: boolean;
}

/** For which file values are printed, and how. */
export interface Printer {
  source: Source;
  style: Style;
  /** Those of its neighbours, for a value in flow style. */
  quotes?: Quotes;
}

/** A text written so that nothing in it is a variable. */
export function escapeText(text: string): string {
  return holdsVariables(text) ? text.replaceAll("${", () => "$${") : text;
}

/** In block style: the first line without indentation, the others with that of `column`. Ends without a line break. */
export function renderBlock(printer: Printer, value: Json, column: number): string {
  const { source, style } = printer;
  if (source.json && !style.oneLine) return jsonLines(printer, value, column);
  if (!isBlock(style, value))
    return isCollection(value) ? flow(printer, value) : scalar(printer, value, { column });
  const margin = `\n${" ".repeat(column)}`;
  if (Array.isArray(value)) {
    return value
      .map((item) => `- ${renderBlock(printer, item, isBlock(style, item) ? column + 2 : column)}`)
      .join(margin);
  }
  return Object.entries(value as JsonObject)
    .map(([key, item]) => renderPair(printer, key, item, column))
    .join(margin);
}

/** A key with its value, in block style at a column. */
export function renderPair(printer: Printer, key: string, value: Json, column: number): string {
  const name = scalar(printer, key, { isKey: true, column });
  return `${name}:${renderBelow(printer, shortened(printer.style, key, value), column)}`;
}

/** The text after the colon of a key at `column`: the value on its line, or on lines of its own. */
export function renderBelow(printer: Printer, value: Json, column: number): string {
  const { step, indentSeq } = printer.source;
  if (!isBlock(printer.style, value)) return ` ${renderBlock(printer, value, column)}`;
  const inner = column + (Array.isArray(value) && !indentSeq ? 0 : step);
  return `\n${" ".repeat(inner)}${renderBlock(printer, value, inner)}`;
}

/** In flow style, on one line; in a JSON file over several lines if `column` is given. */
export function renderFlow(printer: Printer, value: Json, column?: number): string {
  return column === undefined || printer.style.oneLine
    ? flow(printer, value)
    : jsonLines(printer, value, column);
}

/** A scalar in the style of the one that it replaces, if that can hold it. */
export function renderScalar(
  { source, style }: Printer,
  value: Json,
  { like, ...place }: { like: Scalar; isFlow: boolean; column: number; step: number },
): string {
  if (typeof value !== "string") return writeJson(value);
  const text = style.verbatim ? value : escapeText(value);
  if (source.json) return JSON.stringify(text);
  const several = text.includes("\n");
  const isUsable = several ? like.type !== "PLAIN" : !isBlockScalar(like);
  const type = isUsable ? like.type : undefined;
  const width = Math.max(80, ...(like.source ?? "").split("\n").map(({ length }) => length)) + 2;
  return printText(source, text, { ...place, ...(type && { type }), width });
}

function jsonLines(printer: Printer, value: Json, column: number): string {
  const { source, style } = printer;
  const isShort = Array.isArray(value) && value.every((item) => typeof item === "number");
  if (!isCollection(value) || isShort) return flow(printer, value);
  const inner = column + source.step;
  const margin = `\n${" ".repeat(inner)}`;
  const lines = Array.isArray(value)
    ? value.map((item) => jsonLines(printer, item, inner))
    : Object.entries(value).map(([key, item]) => {
        return `${JSON.stringify(key)}: ${jsonLines(printer, shortened(style, key, item), inner)}`;
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (lines.length === 0) return `${open}${close}`;
  return `${open}${margin}${lines.join(`,${margin}`)}\n${" ".repeat(column)}${close}`;
}

function isCollection(value: Json): value is Json[] | JsonObject {
  return Array.isArray(value) || isObject(value);
}

/** Whether a value takes several lines in block style: positions and references to reports do not. */
export function isBlock({ oneLine }: Style, value: Json): boolean {
  if (oneLine) return false;
  if (Array.isArray(value))
    return value.length > 0 && !(value.length === 4 && value.every((item) => typeof item === "number"));
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === "$report") return false;
  return keys.length > 0 && !isPosition(value);
}

function flow(printer: Printer, value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item) => flow(printer, item)).join(", ")}]`;
  if (!isObject(value)) return scalar(printer, value, { isFlow: true });
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const pad = printer.source.padding ? " " : "";
  const text = entries.map(([key, item]) => {
    const name = scalar(printer, key, { isKey: true, isFlow: true });
    return `${name}: ${flow(printer, shortened(printer.style, key, item))}`;
  });
  return `{${pad}${text.join(", ")}${pad}}`;
}

function scalar({ source, style, quotes }: Printer, value: Json, place: ScalarSpot): string {
  if (typeof value !== "string") return writeJson(value);
  const text = place.isKey || style.verbatim ? value : escapeText(value);
  if (source.json) return JSON.stringify(text);
  const type = place.isFlow ? quotes?.[place.isKey ? "keys" : "texts"] : undefined;
  return printText(source, text, { ...place, ...(type && { type }) });
}

/** The value under a key, positions in the file's style. */
export function shortened(style: Style, key: string, value: Json): Json {
  if (!style.shortPositions) return value;
  if ((key === "position" || style.layouts) && isPosition(value)) return cornersOf(value);
  if (key !== "responsiveLayouts" || !isObject(value)) return value;
  return mapValues(value, (one) => (isPosition(one) ? cornersOf(one) : one));
}

// The quotes of a map or list in flow style: somebody who writes all keys in quotes, as in JSON, wants them around a new one, too.

/** What is around keys and texts; undefined if they are written in more than one way, or plain. */
interface Quotes {
  keys?: Scalar.Type | undefined;
  texts?: Scalar.Type | undefined;
}

/** Of a map or of the maps in a list. In block style there are none. */
export function quotesOf(node: YAMLMap | YAMLSeq): Quotes {
  if (!node.flow) return {};
  const maps = isMap(node) ? [node] : node.items.filter((one) => isMap(one));
  const pairs = maps.flatMap(({ items }) => items);
  const values: unknown[] = isMap(node) ? [] : node.items;
  const keys = commonQuotes(pairs.map(({ key }) => key));
  const texts = [...values, ...pairs.map(({ value }) => value)].filter(isText);
  return { keys, texts: texts.length === 0 && keys === "QUOTE_DOUBLE" ? keys : commonQuotes(texts) };
}

function commonQuotes(nodes: readonly unknown[]): Scalar.Type | undefined {
  const [first, ...more] = nodes.map((one) => (isScalar(one) ? one.type : undefined));
  const isQuoted = first === "QUOTE_DOUBLE" || first === "QUOTE_SINGLE";
  return isQuoted && more.every((type) => type === first) ? first : undefined;
}

function isText(node: unknown): node is Scalar {
  return isScalar(node) && typeof node.value === "string";
}
