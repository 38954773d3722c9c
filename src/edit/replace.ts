// Replaces a value as a whole, in its place: behind its key, behind its dash, or as the document.
import { isCollection, isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { columnOf, type Json, lineEnd } from "../model/index.ts";
import { type Draft, splice } from "./draft.ts";
import {
  isBlock,
  type Printer,
  quotesOf,
  renderBelow,
  renderBlock,
  renderFlow,
  renderScalar,
  shortened,
} from "./form/render.ts";
import {
  colonEnd,
  contentEnd,
  dashOf,
  indentAt,
  isBlockScalar,
  keyOf,
  pairEnd,
  pairStart,
  rangeOf,
  type Source,
} from "./form/source.ts";
import { chunksOf } from "./items.ts";
import type { Job } from "./job.ts";
import { type Slot, writtenNode } from "./slots.ts";

interface Replacement {
  draft: Draft;
  slot: Slot;
  printer: Printer;
  node: Node | undefined;
  value: Json;
}

/** Replaces the value of a slot. Comments behind the old one stay. */
export function replaceValue({ draft, style }: Pick<Job, "draft" | "style">, slot: Slot, wanted: Json): void {
  const { source, holder } = slot;
  const node = writtenNode(slot);
  const key = holder.in === "map" ? keyOf(holder.pair.key) : "";
  const value = isMap(node) ? wanted : shortened(style, key, wanted);
  const around = holder.in === "map" ? holder.map : holder.in === "list" ? holder.list : undefined;
  const beside = around?.flow || !isCollection(node) ? around : (node as YAMLMap | YAMLSeq);
  const printer: Printer = { source, style, ...(beside && { quotes: quotesOf(beside) }) };
  const replacement: Replacement = { draft, slot, printer, node, value };
  if (!around) {
    replaceDocument(replacement);
    return;
  }
  if (replaceScalar(replacement, around.flow === true)) return;
  if (around.flow) replaceInFlow(replacement, around);
  else if (isCollection(node) && node.flow && isFlowLike(value, node.items.length)) {
    const [start, end] = node.range!;
    splice(draft, { source, start, end }, renderFlow(replacement.printer, value));
  } else replaceInBlock(replacement);
}

/** Whether a value can be in flow style like the collection of so many items that it replaces. */
function isFlowLike(value: Json, items: number): boolean {
  return isEmpty(value) || (items > 0 && typeof value === "object" && value !== null);
}

function isWritten(node: Node | undefined): node is Node {
  return node?.range != null && node.range[0] !== node.range[1];
}

/** Replaces a scalar in its style. False if either value is not a scalar, or the new one needs a block and a comment follows the old. */
function replaceScalar({ draft, slot, printer, node, value }: Replacement, isFlow: boolean): boolean {
  const { source } = slot;
  if (!isScalar(node) || !isWritten(node) || (typeof value === "object" && value !== null)) return false;
  const { text } = source;
  const [start] = node.range!;
  const end = contentEnd(text, node, start);
  const column = isFlow ? 0 : columnOfHolder(slot);
  const old = text.slice(start, end);
  const body = /\n( *)\S/.exec(old);
  const wasBlock = isBlockScalar(node);
  const step = wasBlock && body ? Math.min(Math.max(body[1]!.length - column, 1), 9) : source.step;
  let written = renderScalar(printer, value, { like: node, isFlow, column, step: Math.max(step, 1) });
  const comment = wasBlock ? /^[|>][^\n#]*?([ \t]+#[^\n]*)/.exec(old)?.[1] : undefined;
  const several = /^[|>]/.test(written) && written.includes("\n");
  if (comment && several) written = written.replace("\n", (feed) => comment + feed);
  else if (comment) written += comment;
  else if (several && text.slice(end, lineEnd(text, end)).trim() !== "") return false;
  splice(draft, { source, start, end }, written);
  return true;
}

function columnOfHolder({ source, holder }: Slot): number {
  if (holder.in === "document") return 0;
  if (holder.in === "map") return columnOf(source.text, pairStart(holder.map.items[0]!));
  return columnOf(source.text, dashOf(holder.list, holder.index)!);
}

function replaceInFlow({ draft, slot, printer, node, value }: Replacement, around: YAMLMap | YAMLSeq): void {
  const { source, holder } = slot;
  const [start, end] = node?.range ?? [0, 0];
  if (start < end) {
    const [from, to] = rangeOf(around);
    const isOnLines = source.json && source.text.slice(from, to).includes("\n");
    const indent = isOnLines ? indentAt(source.text, start) : undefined;
    splice(draft, { source, start, end }, renderFlow(printer, value, indent));
    return;
  }
  const at = holder.in === "map" ? pairEnd(source.text, holder.pair) : start;
  const mark = holder.in === "map" && colonEnd(holder.pair) === undefined ? ":" : "";
  splice(draft, { source, start: at, end: at }, `${mark} ${renderFlow(printer, value)}`);
}

function replaceInBlock({ draft, slot, printer, node, value }: Replacement): void {
  const { source, holder } = slot;
  const { text } = source;
  const column = columnOfHolder(slot);
  const isInList = holder.in === "list";
  const start =
    (isInList ? dashOf(holder.list, holder.index)! + 1 : holder.in === "map" && colonEnd(holder.pair)) || 0;
  const stop = contentEnd(text, node, start);
  const first = lineEnd(text, start);
  const inner = stop > first && isEmpty(value) ? aroundEntries(source, node, first) : undefined;
  const end = inner?.end ?? lineEnd(text, stop);
  const behind = inner ? "" : text.slice(stop, end).trimEnd();
  const above = isInList
    ? ""
    : (/^(?:[ \t]+[|>&!]\S*)*([ \t]+#.*)/.exec(text.slice(start, first))?.[1] ?? "");
  const body = isInList
    ? ` ${renderBlock(printer, value, isBlock(printer.style, value) ? column + 2 : column)}`
    : renderBelow(printer, value, column);
  // Of a value on the line of its key they are one.
  const comment = above !== "" && end === first ? above : above + behind;
  splice(draft, { source, start, end }, withComment(body, comment) + (inner?.kept ?? ""));
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/**
 * What goes with the entries of a block that are on lines of their own: comments behind them and those about them. `kept`: the comments
 * above the first that are not about it, from the line break at `first` on.
 */
function aroundEntries(
  source: Source,
  node: Node | undefined,
  first: number,
): { kept: string; end: number } | undefined {
  if (!(isMap(node) || isSeq(node)) || node.flow || node.items.length === 0) return undefined;
  const { chunks } = chunksOf(source, node);
  const kept = source.text.slice(first, Math.max(first, chunks[0]!.start)).trimEnd();
  return { kept, end: chunks.at(-1)!.end };
}

/** A value with a comment behind its first line, which is that of its key or dash. */
function withComment(body: string, comment: string): string {
  return body.includes("\n") ? body.replace("\n", (feed) => comment + feed) : body + comment;
}

function replaceDocument({ draft, slot, printer, node, value }: Replacement): void {
  const { source } = slot;
  const { text } = source;
  const body = renderBlock(printer, value, 0);
  if (!isWritten(node)) {
    splice(draft, { source, start: text.length, end: text.length }, `${body}\n`);
    return;
  }
  const [start] = node.range!;
  splice(draft, { source, start, end: contentEnd(text, node, start) }, body);
}
