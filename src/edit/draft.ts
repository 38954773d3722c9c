// The edits of one attempt: splices of texts, and whole texts of the files that `$file` and `$dir` name. Nothing is written
// before all is checked, and an edit that turns out not to be possible is taken back.
import { isNode, type Node } from "yaml";
import { anchorsOf, lineOf, type Source } from "./source.ts";

export interface Splice {
  source: Source;
  start: number;
  end: number;
  text: string;
  /** For whose sake. */
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
  /** Nodes with an anchor whose aliases have to be written out first, because the two no longer say the same. */
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

/** Adds a splice. What it replaces may hold anchors that are named from elsewhere: their aliases are written out first. */
export function splice(draft: Draft, source: Source, start: number, end: number, text: string): void {
  draft.splices.push({ source, start, end, text, key: draft.key });
  if (end > start && source.text.slice(start, end).includes("&")) detachIn(draft, source, start, end);
}

function detachIn(draft: Draft, source: Source, start: number, end: number): void {
  for (const document of source.documents) {
    for (const [node, aliases] of anchorsOf(document)) {
      if (!isWithin(node, start, end)) continue;
      if (aliases.some((alias) => !isWithin(alias, start, end)))
        draft.detached.set(node, { source, key: draft.key });
    }
  }
}

/** Asks that aliases be written out which would come to stand before their anchor: `placeOf` tells where an offset goes. */
export function detachMoved(
  draft: Draft,
  source: Source,
  placeOf: (offset: number) => number | undefined,
): void {
  for (const document of source.documents) {
    for (const [node, aliases] of anchorsOf(document)) {
      const at = placeOf(node.range?.[0] ?? -1);
      for (const alias of aliases) {
        const place = placeOf(alias.range?.[0] ?? -1);
        if (at !== undefined && place !== undefined && place < at)
          draft.detached.set(node, { source, key: draft.key });
      }
    }
  }
}

function isWithin(node: Node, start: number, end: number): boolean {
  const at = isNode(node) ? (node.range?.[0] ?? -1) : -1;
  return at >= start && at < end;
}

/** The text of a source from `start` to `end` with the splices in between; they are taken out of the draft. */
export function absorb(draft: Draft, source: Source, start: number, end: number, from: number): string {
  const inside = dropWithin(draft, source, start, end, from);
  return spliced(source.text, inside, start, end);
}

/** Takes the splices between two offsets, made since `from`, out of the draft. */
export function dropWithin(draft: Draft, source: Source, start: number, end: number, from: number): Splice[] {
  const recent = draft.splices.splice(from);
  const inside = (one: Splice) => one.source === source && one.start >= start && one.end <= end;
  draft.splices.push(...recent.filter((one) => !inside(one)));
  return recent.filter(inside);
}

/** Two declarations that want the same text to say different things, or one that does twice. */
export class OverlapError extends Error {
  readonly key: string;
  constructor({ key, source, start }: Splice) {
    super(`two edits of ${source.file} meet at line ${lineOf(source.text, start)}`);
    this.key = key;
  }
}

/**
 * A text with splices applied, in the order of their places; those at one place in the order they were made. Throws an
 * OverlapError where one reaches into another.
 */
export function spliced(text: string, splices: readonly Splice[], start = 0, end = text.length): string {
  const ordered = splices.map((one, index) => ({ ...one, index }));
  ordered.sort((a, b) => a.start - b.start || a.end - b.end || a.index - b.index);
  let result = "";
  let at = start;
  for (const one of ordered) {
    if (one.start < at) throw new OverlapError(one);
    result += text.slice(at, one.start) + one.text;
    at = one.end;
  }
  return result + text.slice(at, end);
}
