// Widgets of an included list that is changed by id next to its `$include`: the list is edited if it is nobody else's, else the changes.
import { isMap } from "yaml";
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import { writtenCopy } from "./copies.ts";
import { markOf, takeBack } from "./draft.ts";
import { type MapChange, writeMap } from "./edit-map.ts";
import { keyOf } from "./form/source.ts";
import { addNote, type EditValue, type Job, type ValueEdit } from "./job.ts";
import { replaceValue } from "./replace.ts";
import { type ChangedItem, contentOf, isLockedInside, type Slot, stepInto } from "./slots.ts";
import { patchBetween, same } from "./values/same.ts";
import { idOf } from "./values/unmerge.ts";

interface ChangedEdit extends Omit<ValueEdit, "now" | "want"> {
  now: readonly Json[];
  want: readonly Json[];
  items: readonly ChangedItem[];
}

/** Edits the list. False if that takes another order, or ids that are not there or not unique. */
export function editChanged(job: Job, edit: ChangedEdit, editValue: EditValue): boolean {
  const { layers, items, nulls } = edit;
  const [slot] = layers as readonly [Slot];
  const now = byId(edit.now);
  const want = byId(edit.want);
  if (!now || !want || now.size !== items.length || isLockedInside(job.reading, slot)) return false;
  const kept = [...now.keys()].filter((id) => want.has(id));
  const added = [...want.keys()].filter((id) => !now.has(id));
  if ([...want.keys()].some((id, index) => id !== [...kept, ...added][index])) return false;
  const written = changesOf(slot);
  const from = markOf(job.draft)[0];
  const change: MapChange = { slot, remove: new Set(), add: [] };
  for (const [index, [id, present]] of [...now].entries()) {
    const wanted = want.get(id);
    const item = items[index]!;
    if (wanted === undefined) remove(job, change, { id, item, isWritten: written.has(id) });
    else if (!same(present, wanted, nulls)) {
      const mark = markOf(job.draft);
      const depth = edit.depth + 1;
      if (editValue(job, { layers: item.layers, now: present, want: wanted, nulls, depth })) continue;
      takeBack(job.draft, mark);
      if (written.has(id)) return false;
      change.add.push({ key: id, value: patchBetween(present, wanted) });
      addNote(
        job,
        slot,
        `\`${id}\` is changed next to the include here, because others read the included list too.`,
      );
    }
  }
  for (const id of added) {
    if (written.has(id)) return false;
    const { id: _, ...widget } = want.get(id)!;
    const copied = copyIn(job, edit, { id, want: widget });
    change.add.push(copied ? { key: id, value: copied, isWritten: true } : { key: id, value: widget });
  }
  writeMap(job, change, from);
  return true;
}

/** What is to be next to the include of a new widget that is a copy of another. */
function copyIn(
  { copies }: Job,
  { layers, now, items }: ChangedEdit,
  { id, want }: { id: string; want: JsonObject },
): JsonObject | undefined {
  const from = copies.get(id);
  const index = now.findIndex((one) => idOf(one) === from);
  if (from === undefined || index === -1) return undefined;
  const all = items[index]!.layers;
  const inList = all.findIndex(({ holder }) => holder.in === "list");
  const slots = inList === -1 ? all.slice(0, 1) : all.slice(0, inList + 1);
  return writtenCopy({ id, want, now: now[index], slots, file: layers[0]!.source.file });
}

interface Removal {
  id: string;
  item: ChangedItem;
  /** Whether there is a change of it already. */
  isWritten: boolean;
}

function remove(job: Job, change: MapChange, { id, item, isWritten }: Removal): void {
  if (item.isAdded) change.remove.add(id);
  else if (!isWritten) change.add.push({ key: id, value: null });
  else replaceValue(job, stepInto(job.reading, [change.slot], id)[0]!, null);
}

function changesOf(slot: Slot): Set<string> {
  const map = contentOf(slot);
  return new Set(isMap(map) ? map.items.map(({ key }) => keyOf(key)).filter((key) => key !== "with") : []);
}

function byId(list: readonly Json[]): Map<string, JsonObject> | undefined {
  const found = new Map<string, JsonObject>();
  for (const item of list) if (isObject(item) && typeof item.id === "string") found.set(item.id, item);
  return found.size === list.length ? found : undefined;
}
