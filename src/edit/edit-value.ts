// One value of the files, from `now` to `want`, by the smallest edits that do it: inside maps and lists first, then the value
// as a whole, and if others read the same text, next to or instead of it.

import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { cornersOf, isObject, isPosition, type Json, type JsonObject, ownValue } from "../model/index.ts";
import { canonical } from "../plan/index.ts";
import { writtenCopy } from "./copies.ts";
import { type Mark, markOf, takeBack } from "./draft.ts";
import { editChanged } from "./edit-changed.ts";
import { editFolder, editText } from "./edit-contents.ts";
import { editList } from "./edit-list.ts";
import { type MapChange, writeMap } from "./edit-map.ts";
import { rangeOf } from "./form/source.ts";
import { addNote, addSpared, type Job, type ValueEdit } from "./job.ts";
import { keepVariables } from "./keep-variables.ts";
import { replaceValue } from "./replace.ts";
import {
  anchorShare,
  changedItems,
  contentOf,
  fileShare,
  isLockedInside,
  isOnlyInclude,
  namedBy,
  ownerOf,
  pairOf,
  type Reading,
  type Share,
  type Slot,
  stepInto,
  writtenNode,
} from "./slots.ts";
import { nullsUnder, patchBetween, same } from "./values/same.ts";
import { idOf } from "./values/unmerge.ts";

// What an edit of one widget leaves alone: the widgets beside it, in the dashboard, in the overrides and in `layouts`.

/** Levels below a declaration's own value at which a widget is one value: in its list, in a target's overrides, in `layouts`. */
const LEVELS = { list: 3, override: 5, layouts: 2 } as const;

/**
 * Whether writing this text for the value would write widgets anew that stay as they are, while the job is to spare them: then their place
 * is noted. `written`: the whole value, or only what changes of a map.
 */
function mustSpare(
  job: Job,
  slot: Slot,
  { now, written, nulls, depth }: Pick<ValueEdit, "now" | "nulls" | "depth"> & { written: Json },
): boolean {
  if (!job.isSparing) return false;
  const level = job.style.layouts ? LEVELS.layouts : nulls.remove ? LEVELS.override : LEVELS.list;
  if (depth >= level || !holdsKept(now, written, level - depth)) return false;
  addSpared(job, slot);
  return true;
}

function holdsKept(now: Json | undefined, written: Json, levels: number): boolean {
  if (levels === 0) return now !== undefined && same(now, written);
  if (Array.isArray(now) && Array.isArray(written))
    return written.some((one) => {
      const before = now.find((other) => idOf(other) === idOf(one));
      return holdsKept(before, one, levels - 1);
    });
  if (!isObject(now) || !isObject(written)) return false;
  return Object.entries(written).some(([key, value]) => holdsKept(ownValue(now, key), value, levels - 1));
}

/** Edits the value in the edit's layers. False if that cannot be done there; then nothing is left half done. */
export function editValue(job: Job, edit: ValueEdit): boolean {
  const { layers, now, want, nulls, depth } = edit;
  if (same(now, want, nulls)) return true;
  if (layers.length === 0) return false;
  const share = agreedShare(job, layers, want);
  if (share && job.done.has(share)) return true;
  if (share) job.done.add(share);
  const mark = markOf(job.draft);
  if (depth <= job.fineness && editInside(job, edit, mark)) return true;
  takeBack(job.draft, mark);
  if (!mustSpare(job, layers[0]!, { ...edit, written: want }) && replaceWhole(job, edit)) return true;
  takeBack(job.draft, mark);
  if (share) job.done.delete(share);
  return false;
}

function editInside(job: Job, edit: ValueEdit, mark: Mark): boolean {
  const { layers, now, want } = edit;
  const owner = ownerOf(layers);
  const node = contentOf(owner);
  if (isMap(node) && node.has("$file")) return editText(job, owner, want);
  if (isMap(node) && node.has("$dir")) return editFolder(job, owner, edit);
  const items = Array.isArray(now) && Array.isArray(want) ? changedItems(job.reading, layers) : undefined;
  const isShared =
    items !== undefined && (!layers.slice(0, -1).every(isOnlyInclude) || isLockedInside(job.reading, owner));
  if (isShared)
    return editChanged(job, { ...edit, now: now as Json[], want: want as Json[], items }, editValue);
  if (isObject(now) && isObject(want) && !isSeq(node)) return editMap(job, { ...edit, now, want }, mark);
  if (!isSeq(node) || isLockedInside(job.reading, owner)) return false;
  const [before, after] = [now, want].map((one) => (isPosition(one) ? cornersOf(one) : one));
  if (!Array.isArray(before) || !Array.isArray(after) || after.length === 0) return false;
  return editList(job, { ...edit, slot: owner, list: node, before, after }, editValue);
}

/** Edits a map key by key, each where it is written. */
function editMap(job: Job, edit: ValueEdit & { now: JsonObject; want: JsonObject }, mark: Mark): boolean {
  const { layers, now, want } = edit;
  if (!layers.every((slot) => isMap(contentOf(slot)))) return false;
  const changes: MapChange[] = layers.map((slot) => ({ slot, remove: new Set(), add: [] }));
  for (const key of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const present = ownValue(now, key);
    const wanted = ownValue(want, key);
    const nulls = nullsUnder(edit.nulls, key);
    if (same(present, wanted, nulls)) continue;
    const copied = present === undefined && edit.nulls.remove ? copyIn(job, edit, key) : undefined;
    if (copied) {
      changes[copied.index]!.add.push({ key, value: copied.value, isWritten: true });
      continue;
    }
    if (!editKey(job, changes, { ...edit, nulls, key, now: present, want: wanted })) return false;
  }
  for (const change of changes) {
    if (change.remove.size > 0 || change.add.length > 0) writeMap(job, change, mark[0]);
  }
  return true;
}

/** What an override is to say of a new widget that is a copy of another, and in which layer. */
function copyIn(
  job: Job,
  { layers, now, want }: ValueEdit & { now: JsonObject; want: JsonObject },
  id: string,
) {
  const from = job.copies.get(id);
  if (from === undefined) return undefined;
  const index = layers.findIndex(
    (slot) => pairOf(contentOf(slot), from) && !isLockedInside(job.reading, slot),
  );
  if (index === -1) return undefined;
  const slots = stepInto(job.reading, [layers[index]!], from).slice(0, 1);
  const { file } = layers[index]!.source;
  const value = writtenCopy({ id, want: want[id]!, now: ownValue(now, from), slots, file });
  return value && { value, index };
}

/** A key of the map that the layers are; undefined: the key is not there. */
interface KeyEdit extends Omit<ValueEdit, "now" | "want"> {
  key: string;
  now: Json | undefined;
  want: Json | undefined;
}

function editKey(job: Job, changes: readonly MapChange[], edit: KeyEdit): boolean {
  const { reading } = job;
  const { layers: maps, key, now, want, nulls, depth } = edit;
  const free = maps.map((slot) => !isLockedInside(reading, slot));
  const hits = maps.flatMap((slot, index) => (pairOf(contentOf(slot), key) ? [index] : []));
  const first = hits[0];
  const goes = want === undefined;
  if (first === undefined) {
    if (goes) return true;
    const index = placeForNew(maps, free);
    if (index === undefined) return detachLocked(job, maps);
    changes[index]!.add.push({ key, value: want });
    return true;
  }
  if (goes && hits.every((index) => free[index])) {
    for (const index of hits) changes[index]!.remove.add(key);
    return true;
  }
  if (goes && nulls.remove) return false;
  const child = { layers: stepInto(reading, maps, key), now: now ?? null, nulls, depth: depth + 1 };
  if (!goes && editValue(job, { ...child, want })) return true;
  if (goes && free[first]) {
    const [slot] = stepInto(reading, [maps[first]!], key);
    replaceValue(job, slot!, null);
    return true;
  }
  const above = free.findLastIndex((isFree, index) => isFree && index < first);
  if (above === -1) return detachLocked(job, maps.slice(0, first + 1));
  const value = goes ? null : patchBetween(now, want);
  if (mustSpare(job, maps[above]!, { ...child, written: value })) return false;
  changes[above]!.add.push({ key, value });
  addNote(
    job,
    maps[above]!,
    `\`${key}\` is now next to the include here, because others read the included file too.`,
  );
  return true;
}

/** The innermost include that is free and has no other key, else the first map that is free. */
function placeForNew(maps: readonly Slot[], free: readonly boolean[]): number | undefined {
  let index = 0;
  while (index < maps.length - 1 && free[index + 1] && isOnlyInclude(maps[index]!)) index++;
  if (free[index]) return index;
  const first = free.indexOf(true);
  return first === -1 ? undefined : first;
}

/** Asks that anchors in the way be written out, if the anchored text itself has to change. */
function detachLocked(job: Job, maps: readonly Slot[]): boolean {
  for (const slot of maps) requestDetach(job, slot);
  return false;
}

function requestDetach(job: Job, slot: Slot): boolean {
  const node = writtenNode(slot);
  const share = anchorShare(slot);
  if (!share || slot.locked || node !== contentOf(slot) || job.reading.agreed.has(share.name)) return false;
  job.draft.detached.set(node as Node, { source: slot.source, key: job.key });
  return true;
}

/** Replaces the value as a whole: in an included file that nobody else reads, or at the place that names it. */
function replaceWhole(job: Job, { layers, now, want }: ValueEdit): boolean {
  const owner = ownerOf(layers);
  const top = layers[0]!;
  const isReached = layers.slice(0, layers.indexOf(owner)).every(isOnlyInclude);
  const place = isReached && !owner.locked ? owner : top;
  if (place.locked) return false;
  const written = writtenNode(place);
  // Its aliases are written out first; then there is no anchor to keep.
  if (requestDetach(job, place)) return true;
  const content = contentOf(place);
  const what = written !== content ? "An alias" : place === top ? directiveAt(top) : undefined;
  if (what)
    addNote(job, place, `${what} was replaced by the value itself, which now differs from what it names.`);
  const kept = keepVariables(job, place, { now, want });
  if (kept === undefined) replaceValue(job, place, want);
  else replaceValue({ ...job, style: { ...job.style, verbatim: true } }, place, kept);
  return true;
}

function directiveAt(top: Slot): string | undefined {
  const node = contentOf(top) as YAMLMap;
  if (!isMap(node)) return undefined;
  const found = ["$include", "$file", "$dir"].find((name) => node.has(name));
  return found && `\`${found}\``;
}

// Texts that several places read: an anchored node with its aliases, a file that several include. If all of them want the same,
// the text itself is edited, once.

/** Notes the value that this reader of a share wants; gives the share's name if all its readers want the same. */
function agreedShare(job: Job, layers: readonly Slot[], want: Json): string | undefined {
  let agreed: string | undefined;
  for (const [index, slot] of layers.entries()) {
    for (const share of sharesOf(job.reading, layers, index)) {
      if (share.count < 2) continue;
      const place = `${slot.source.file}:${rangeOf(writtenNode(slot))[0]}`;
      const wishes = job.wishes.get(share.name) ?? new Map<string, string>();
      job.wishes.set(share.name, wishes.set(place, canonical(want)));
      job.counts.set(share.name, share.count);
      if (job.reading.agreed.has(share.name)) agreed ??= share.name;
    }
  }
  return agreed;
}

function sharesOf(reading: Reading, layers: readonly Slot[], index: number): Share[] {
  const slot = layers[index]!;
  const shares: Share[] = [];
  const anchor = anchorShare(slot);
  if (anchor) shares.push(anchor);
  if (index > 0 && !layers.slice(0, index).every(isOnlyInclude)) return shares;
  for (const directive of ["$include", "$file"] as const) {
    const target = namedBy(reading, slot, directive);
    if (target && (directive === "$file" || isOnlyInclude(slot)))
      shares.push(fileShare(reading, target.real));
  }
  return shares;
}
