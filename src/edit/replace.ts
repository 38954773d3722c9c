// A value as a whole gives way to another, where it stands: behind its key, behind its dash, or as the document.
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { isObject, type Json } from "../model/index.ts";
import { type Draft, splice } from "./draft.ts";
import { isBlock, renderBlock, renderFlow, renderScalar, type Style, shortened } from "./render.ts";
import { type Slot, writtenNode } from "./slots.ts";
import { colonEnd, columnOf, contentEnd, dashOf, keyStartOf, lineEnd, type Source } from "./source.ts";

/** Puts a value in the place of what a slot holds. Comments behind the old one stay. */
export function replaceValue(draft: Draft, slot: Slot, wanted: Json, style: Style): void {
  const { source, holder } = slot;
  const node = writtenNode(slot);
  const key = holder.in === "map" ? String((holder.pair.key as Scalar).value) : "";
  const value = isMap(node) ? wanted : shortened(style, key, wanted);
  if (holder.in === "document") {
    replaceDocument(draft, source, slot.document, value, style);
    return;
  }
  const flow = (holder.in === "map" ? holder.map : holder.list).flow === true;
  if (flow) {
    replaceInFlow(draft, slot, node, value, style);
    return;
  }
  if (isScalar(node) && isPlainLike(node) && !isCollectionText(value, source)) {
    if (replaceScalar(draft, slot, node, value, style, false)) return;
  }
  if (isCollection(node) && node.flow && (isEmpty(value) || (node.items.length > 0 && isObjectLike(value)))) {
    const [start, end] = node.range!;
    splice(draft, source, start, end, renderFlow(source, style, value));
    return;
  }
  replaceInBlock(draft, slot, node, value, style);
}

function isPlainLike(node: { range?: readonly number[] | null }): boolean {
  return node.range != null && node.range[0] !== node.range[1];
}

function isCollectionText(value: Json, source: Source): boolean {
  return !source.json && isBlock(value);
}

function isObjectLike(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** One scalar for another, in its style. False where the new one needs a block and a comment stands behind the old one. */
function replaceScalar(
  draft: Draft,
  slot: Slot,
  node: Node,
  value: Json,
  style: Style,
  flow: boolean,
): boolean {
  const { source } = slot;
  if (!isScalar(node) || (typeof value === "object" && value !== null)) return false;
  const { text } = source;
  const [start] = node.range!;
  const end = contentEnd(text, node, start);
  const column = flow ? 0 : columnOfHolder(slot);
  const old = text.slice(start, end);
  const body = /\n( *)\S/.exec(old);
  const wasBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  const indent = wasBlock && body ? Math.min(Math.max(body[1]!.length - column, 1), 9) : source.step;
  let written = renderScalar(source, style, value, node, { flow, column, indent });
  const comment = wasBlock ? /^[|>][^\n#]*?([ \t]+#[^\r\n]*)/.exec(old)?.[1] : undefined;
  const several = /^[|>]/.test(written) && written.includes("\n");
  if (comment && several) written = written.replace(/\r?\n/, (feed) => comment + feed);
  else if (comment) written += comment;
  else if (several && text.slice(end, lineEnd(text, end)).trim() !== "") return false;
  splice(draft, source, start, end, written);
  return true;
}

function columnOfHolder({ source, holder }: Slot): number {
  if (holder.in === "map") return columnOf(source.text, keyStartOf(holder.map.items[0] as Pair) ?? 0);
  return holder.in === "list" ? columnOf(source.text, dashOf(holder.list, holder.index) ?? 0) : 0;
}

function replaceInFlow(draft: Draft, slot: Slot, node: Node | undefined, value: Json, style: Style): void {
  const { source, holder } = slot;
  if (isScalar(node) && isPlainLike(node) && replaceScalar(draft, slot, node, value, style, true)) return;
  const around = (holder.in === "map" ? holder.map : holder.in === "list" ? holder.list : undefined)?.range;
  const lines = source.json && around && source.text.slice(around[0], around[1]).includes("\n");
  const indent = lines ? lineIndent(source.text, node?.range?.[0] ?? 0) : undefined;
  const text = renderFlow(source, style, value, indent);
  const [start, end] = node?.range ?? [0, 0];
  if (start < end) {
    splice(draft, source, start, end, text);
    return;
  }
  const at = holder.in === "map" ? (colonEnd(holder.pair) ?? keyEnd(holder.pair)) : start;
  splice(draft, source, at, at, holder.in === "map" && !colonEnd(holder.pair) ? `: ${text}` : ` ${text}`);
}

function keyEnd(pair: Pair): number {
  return (pair.key as Node).range?.[1] ?? 0;
}

/** The spaces that the line of an offset begins with. */
export function lineIndent(text: string, offset: number): number {
  const start = offset - columnOf(text, offset);
  return /^ */.exec(text.slice(start, start + 1000))![0].length;
}

function replaceInBlock(draft: Draft, slot: Slot, node: Node | undefined, value: Json, style: Style): void {
  const { source, holder } = slot;
  const { text, eol, step, indentSeq } = source;
  const column = columnOfHolder(slot);
  const start =
    holder.in === "map"
      ? (colonEnd(holder.pair) ?? 0)
      : holder.in === "list"
        ? (dashOf(holder.list, holder.index) ?? 0) + 1
        : 0;
  const contentStop = contentEnd(text, node, start);
  const lineStop = lineEnd(text, contentStop);
  const behind = text.slice(contentStop, lineStop);
  const above = /^[ \t]+#[^\r\n]*/.exec(text.slice(start, lineEnd(text, start)))?.[0] ?? "";
  const inline = !isCollectionText(value, source);
  if (holder.in === "list") {
    const body = renderBlock(source, style, value, isCollectionText(value, source) ? column + 2 : column);
    splice(draft, source, start, contentStop, ` ${body}`);
    return;
  }
  const comment = above !== "" ? above : behind.trim() !== "" ? behind : "";
  if (inline) {
    const body = renderBlock(source, style, value, column);
    const first =
      comment === "" || !body.includes("\n") ? body : body.replace(/\r?\n/, (feed) => comment + feed);
    const tail = first === body ? comment : "";
    splice(draft, source, start, lineStop, ` ${first}${tail}`);
    return;
  }
  const inner = column + (Array.isArray(value) && !indentSeq ? 0 : step);
  const body = renderBlock(source, style, value, inner);
  splice(draft, source, start, lineStop, `${comment}${eol}${" ".repeat(inner)}${body}`);
}

function replaceDocument(draft: Draft, source: Source, document: Document, value: Json, style: Style): void {
  const node = document.contents as Node | null;
  const { text } = source;
  if (isScalar(node) && isPlainLike(node) && (typeof value !== "object" || value === null)) {
    const [start] = node.range!;
    splice(draft, source, start, contentEnd(text, node, start), renderBlock(source, style, value, 0));
    return;
  }
  const body = renderBlock(source, style, value, 0);
  if (!node?.range || node.range[0] === node.range[1]) {
    splice(draft, source, text.length, text.length, body + source.eol);
    return;
  }
  const start = isMap(node) || isSeq(node) ? blockStart(node) : node.range[0];
  splice(draft, source, start, contentEnd(text, node, start), body);
}

function blockStart(node: Node): number {
  if (isSeq(node) && !node.flow) return dashOf(node, 0) ?? node.range![0];
  if (isMap(node) && !node.flow) return keyStartOf((node as YAMLMap).items[0] as Pair) ?? node.range![0];
  return node.range![0];
}
