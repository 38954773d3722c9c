// The state that the edits of one declaration share, and one edit. Values, maps and lists hold each other, so the files that edit
// them share these types instead of importing one another.
import type { Json } from "../model/index.ts";
import type { Draft } from "./draft.ts";
import { lineOf } from "./form/source.ts";
import type { Style } from "./render.ts";
import type { Nulls } from "./same.ts";
import { type Reading, type Slot, writtenNode } from "./slots.ts";

export interface Job {
  reading: Reading;
  draft: Draft;
  style: Style;
  /** The slug or key that the edits are made for. */
  key: string;
  /** The deepest level at which a value is edited inside instead of as a whole. */
  fineness: number;
  /** The values that the readers of each share want: if they agree, the next attempt edits once for all. */
  wishes: Map<string, Map<string, string>>;
  counts: Map<string, number>;
  /** Shares that were edited for all. */
  done: Set<string>;
}

/** One value, now and as wanted. */
export interface ValueEdit {
  /** Where it is written; of several layers the first wins. */
  layers: readonly Slot[];
  now: Json;
  want: Json;
  nulls: Nulls;
  /** Levels below the declaration's own value. */
  depth: number;
}

/** Edits the value. False if that cannot be done there; then nothing is left half done. */
export type EditValue = (job: Job, edit: ValueEdit) => boolean;

export function addNote(job: Job, slot: Slot, message: string): void {
  const { source } = slot;
  const line = lineOf(source.text, writtenNode(slot)?.range?.[0] ?? 0);
  job.draft.notes.push({ key: job.key, file: source.file, line, message });
}
