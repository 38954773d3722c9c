// The edits of one attempt: splices of texts, and whole texts of the files that `$file` and `$dir` name. Nothing is written
// before everything is checked, and an edit that turns out to be impossible is taken back.

import type { Node } from "yaml";
import { lineAndColumn } from "../model/index.ts";
import { type Edit, edited, type Stretch } from "./form/edits.ts";
import { withReturns } from "./form/line-ends.ts";
import { anchorsOf, rangeOf, type Source } from "./form/source.ts";

/** An edit of a file. */
export interface Splice extends Edit {
  source: Source;
  /** The slug or report key that it is for. */
  key: string;
}

export interface Note {
  key: string;
  file: string;
  line: number;
  message: string;
}

export interface Draft {
  /** The slug or report key that is being edited. */
  key: string;
  splices: Splice[];
  texts: { file: string; text: string | null }[];
  notes: Note[];
  /** Nodes with an anchor whose aliases have to be written out first, because the two are no longer the same. */
  detached: Map<Node, { source: Source; key: string }>;
}

export type Mark = readonly [number, number, number];

export function newDraft(): Draft {
  return { key: "", splices: [], texts: [], notes: [], detached: new Map() };
}

export function markOf({ splices, texts, notes }: Draft): Mark {
  return [splices.length, texts.length, notes.length];
}

export function takeBack(draft: Draft, [splices, texts, notes]: Mark): void {
  draft.splices.length = splices;
  draft.texts.length = texts;
  draft.notes.length = notes;
}

type Within = Pick<Splice, "source" | "start" | "end">;

/** Adds a splice. It may replace anchors that have aliases elsewhere: those are written out first. */
export function splice(draft: Draft, { source, start, end }: Within, text: string): void {
  draft.splices.push({ source, start, end, text, key: draft.key });
  if (!source.text.slice(start, end).includes("&")) return;
  const isWithin = (node: Node) => {
    const [at] = rangeOf(node);
    return at >= start && at < end;
  };
  detachWhere(draft, source, (node, alias) => isWithin(node) && !isWithin(alias));
}

/** Asks that aliases be written out that would come before their anchor. `newPlace`: the new rank of an offset, NaN of one that stays. */
export function detachMoved(draft: Draft, source: Source, newPlace: (offset: number) => number): void {
  detachWhere(draft, source, (node, alias) => newPlace(rangeOf(alias)[0]) < newPlace(rangeOf(node)[0]));
}

function detachWhere(draft: Draft, source: Source, isParted: (node: Node, alias: Node) => boolean): void {
  for (const document of source.documents) {
    for (const [node, aliases] of anchorsOf(document)) {
      const isDetached = aliases.some((alias) => isParted(node, alias));
      if (isDetached) draft.detached.set(node, { source, key: draft.key });
    }
  }
}

/** The text of a stretch with the splices in it made since `from`, which leave the draft. */
export function absorb(draft: Draft, stretch: Within, from: number): string {
  return spliced(stretch.source.text, dropWithin(draft, stretch, from), stretch);
}

/** Takes the splices of a stretch, made since `from`, out of the draft. */
export function dropWithin(draft: Draft, { source, start, end }: Within, from: number): Splice[] {
  const recent = draft.splices.splice(from);
  const inside = (one: Splice) => one.source === source && one.start >= start && one.end <= end;
  draft.splices.push(...recent.filter((one) => !inside(one)));
  return recent.filter(inside);
}

/** Two edits of the same text, of two declarations or of one. */
export class OverlapError extends Error {
  readonly key: string;
  constructor({ key, source, start }: Splice) {
    super(`two edits of ${source.file} overlap at line ${lineAndColumn(source.text, start).line}`);
    this.key = key;
  }
}

/** A text with splices applied by place, then in the order they were made. Throws an OverlapError if one reaches into another. */
function spliced(text: string, splices: readonly Splice[], within?: Stretch): string {
  const sorted = byPlace(splices);
  const overlapping = sorted.find(({ start }, index) => start < (sorted[index - 1]?.end ?? 0));
  if (overlapping) throw new OverlapError(overlapping);
  return edited(text, sorted, within);
}

function byPlace(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** What the file of a source is to say after splices, with the line ends that it has. Throws an OverlapError. */
export function splicedFile(source: Source, splices: readonly Splice[]): string {
  const text = spliced(source.text, splices);
  return source.returns.size === 0 ? text : withReturns(source, byPlace(splices));
}
