// The state that the edits of one declaration share, and one edit. Values, maps and lists hold each other, so the files that edit
// them share these types instead of importing one another.
import { type Json, lineAndColumn } from "../model/index.ts";
import type { Draft } from "./draft.ts";
import type { Style } from "./form/render.ts";
import { type Reading, type Slot, writtenNode } from "./slots.ts";
import type { Nulls } from "./values/same.ts";

export interface Job {
  reading: Reading;
  draft: Draft;
  style: Style;
  /** The slug or key that the edits are made for. */
  key: string;
  /** The deepest level at which a value is edited inside instead of as a whole. */
  fineness: number;
  /** New ids of widgets → ids of those that they are copies of, as those are written. */
  copies: ReadonlyMap<string, string>;
  /** The values that the readers of each share want: if they agree, the next attempt edits once for all. */
  wishes: Map<string, Map<string, string>>;
  counts: Map<string, number>;
  /** Shares that were edited for all. */
  done: Set<string>;
  /** Whether nothing may be written that writes the widgets beside the edited one anew. */
  isSparing: boolean;
  /** Key → the first place, as file and line, where that would have been. */
  spared: Map<string, string>;
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
  job.draft.notes.push({ key: job.key, ...placeOf(slot), message });
}

export function addSpared({ spared, key }: Job, slot: Slot): void {
  const { file, line } = placeOf(slot);
  if (!slot.locked && !spared.has(key)) spared.set(key, `${file}:${line}`);
}

function placeOf(slot: Slot): { file: string; line: number } {
  const { source } = slot;
  return { file: source.file, line: lineAndColumn(source.text, writtenNode(slot)?.range?.[0] ?? 0).line };
}
