// What the edits of one declaration share, and one edit. Values, maps and lists hold each other, so the files that edit them
// meet here instead of importing one another.
import type { Json } from "../model/index.ts";
import type { Draft } from "./draft.ts";
import type { Style } from "./render.ts";
import type { Nulls } from "./same.ts";
import { type Reading, type Slot, writtenNode } from "./slots.ts";
import { lineOf } from "./source.ts";

export interface Job {
  reading: Reading;
  draft: Draft;
  style: Style;
  /** The slug or key for whose sake the edits are made. */
  key: string;
  /** Deepest level at which a value is edited inside instead of as a whole. */
  fineness: number;
  /** What the readers of each share want: for the next attempt, which edits once for all if they agree. */
  wishes: Map<string, Map<string, string>>;
  counts: Map<string, number>;
  /** Shares that were edited for all. */
  done: Set<string>;
}

/** One value, from what it says now to what it is to say. */
export interface ValueEdit {
  /** Where it is written; of several layers the first wins. */
  layers: readonly Slot[];
  now: Json;
  want: Json;
  nulls: Nulls;
  /** Levels below the declaration's own value. */
  depth: number;
}

/** Edits the value. False if that cannot be done there; nothing is left half done then. */
export type EditValue = (job: Job, edit: ValueEdit) => boolean;

export function addNote(job: Job, slot: Slot, message: string): void {
  const { source } = slot;
  const line = lineOf(source.text, writtenNode(slot)?.range?.[0] ?? 0);
  job.draft.notes.push({ key: job.key, file: source.file, line, message });
}
