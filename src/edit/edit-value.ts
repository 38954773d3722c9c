// One value of the files, from what it says now to what it is to say, by the smallest edits that do it: inside of maps and
// lists first, then the value as a whole, and where others read the same text, beside or instead of it.
import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import { type Draft, type Mark, markOf, takeBack } from "./draft.ts";
import { editFolder, editText } from "./edit-contents.ts";
import { editList } from "./edit-list.ts";
import { type Addition, writeMap } from "./edit-map.ts";
import { keepVariables } from "./keep-variables.ts";
import { CORNERS, isPosition, type Style } from "./render.ts";
import { replaceValue } from "./replace.ts";
import { type Nulls, nullsUnder, patchBetween, same } from "./same.ts";
import { agreedShare } from "./shares.ts";
import {
  anchorShare,
  contentOf,
  isBare,
  isLockedInside,
  ownerOf,
  pairOf,
  type Reading,
  type Slot,
  stepInto,
  writtenNode,
} from "./slots.ts";
import { lineOf } from "./source.ts";

export interface Job {
  reading: Reading;
  draft: Draft;
  style: Style;
  /** The slug or key for whose sake the edits are made. */
  key: string;
  nulls: Nulls;
  /** Deepest level at which a value is edited inside instead of as a whole. */
  fineness: number;
  /** What the readers of each share want: for the next attempt, which edits once for all where they agree. */
  wishes: Map<string, Map<string, string>>;
  counts: Map<string, number>;
  /** Shares that were edited for all. */
  done: Set<string>;
}

/** Edits the value in `layers`. False where that cannot be done there; nothing is left half done then. */
export function editValue(job: Job, layers: readonly Slot[], now: Json, want: Json, depth: number): boolean {
  if (same(now, want, job.nulls)) return true;
  if (layers.length === 0) return false;
  const share = agreedShare(job, layers, want);
  if (share && job.done.has(share)) return true;
  if (share) job.done.add(share);
  const mark = markOf(job.draft);
  if (depth <= job.fineness && editInside(job, layers, now, want, depth, mark)) return true;
  takeBack(job.draft, mark);
  if (replaceWhole(job, layers, now, want)) return true;
  takeBack(job.draft, mark);
  if (share) job.done.delete(share);
  return false;
}

function editInside(
  job: Job,
  layers: readonly Slot[],
  now: Json,
  want: Json,
  depth: number,
  mark: Mark,
): boolean {
  const owner = ownerOf(layers);
  const node = contentOf(owner);
  if (isMap(node) && node.has("$file")) return editText(job, owner, want);
  if (isMap(node) && node.has("$dir")) return editFolder(job, owner, now, want);
  if (isObject(now) && isObject(want)) {
    if (!isSeq(node)) return editMap(job, layers, now, want, depth, mark);
    if (!isPosition(now) || !isPosition(want)) return false;
    const [before, after] = [now, want].map((one) => CORNERS.map((corner) => one[corner]!));
    return (
      !isLockedInside(job.reading, owner) && editList(job, owner, node, before!, after!, depth, editValue)
    );
  }
  if (!Array.isArray(now) || !Array.isArray(want) || !isSeq(node) || isLockedInside(job.reading, owner))
    return false;
  return want.length > 0 && editList(job, owner, node, now, want, depth, editValue);
}

/** Edits a map key by key, each where it is written. */
function editMap(
  job: Job,
  layers: readonly Slot[],
  now: JsonObject,
  want: JsonObject,
  depth: number,
  mark: Mark,
): boolean {
  const maps = layers.filter((slot) => isMap(contentOf(slot)));
  if (maps.length !== layers.length) return false;
  const changes: MapChange[] = maps.map((slot) => ({ slot, remove: new Set(), add: [] }));
  for (const key of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const [present, wanted] = [own(now, key), own(want, key)];
    const nulls = nullsUnder(job.nulls, key);
    if (same(present, wanted, nulls)) continue;
    if (!editKey({ ...job, nulls }, maps, changes, key, present, wanted, depth)) return false;
  }
  for (const { slot, remove, add } of changes) {
    if (remove.size === 0 && add.length === 0) continue;
    writeMap(job, slot, contentOf(slot) as YAMLMap, remove, add, mark[0]);
  }
  return true;
}

interface MapChange {
  slot: Slot;
  remove: Set<string>;
  add: Addition[];
}

function editKey(
  job: Job,
  maps: readonly Slot[],
  changes: readonly MapChange[],
  key: string,
  now: Json | undefined,
  want: Json | undefined,
  depth: number,
): boolean {
  const { reading, nulls } = job;
  const free = maps.map((slot) => !isLockedInside(reading, slot));
  const hits = maps.flatMap((slot, index) => (pairOf(contentOf(slot), key) ? [index] : []));
  const first = hits[0];
  const goes = want === undefined || (want === null && nulls !== "remove");
  if (first === undefined) {
    if (goes) return true;
    const index = placeForNew(maps, free);
    if (index === undefined) return noteLocked(job, maps);
    changes[index]!.add.push({ key, value: want! });
    return true;
  }
  if (goes && hits.every((index) => free[index])) {
    for (const index of hits) changes[index]!.remove.add(key);
    return true;
  }
  if (goes && nulls === "remove") return false;
  const child = stepInto(reading, maps, key);
  if (!goes && editValue(job, child, now ?? null, want!, depth + 1)) return true;
  if (goes && free[first]) {
    const [slot] = stepInto(reading, [maps[first]!], key);
    replaceValue(job.draft, slot!, null, job.style);
    return true;
  }
  const above = free.findLastIndex((isFree, index) => isFree && index < first);
  if (above === -1) return noteLocked(job, maps.slice(0, first + 1));
  const value = goes ? null : patchBetween(now, want!);
  changes[above]!.add.push({ key, value });
  note(job, maps[above]!, `\`${key}\` now stands beside what is included here, which others read too.`);
  return true;
}

/** The innermost include that is free where nothing stands beside it, else the first map that is free. */
function placeForNew(maps: readonly Slot[], free: readonly boolean[]): number | undefined {
  let index = 0;
  while (index < maps.length - 1 && free[index + 1] && isBare(maps[index]!)) index++;
  if (free[index]) return index;
  const first = free.indexOf(true);
  return first === -1 ? undefined : first;
}

/** Asks that anchors which stand in the way be written out, where the anchored text itself is to change. */
function noteLocked(job: Job, maps: readonly Slot[]): boolean {
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

/** The value as a whole in the place of what is there: in an included file of our own, or where it is named. */
function replaceWhole(job: Job, layers: readonly Slot[], now: Json, want: Json): boolean {
  const owner = ownerOf(layers);
  const top = layers[0]!;
  const bare = layers.slice(0, layers.indexOf(owner)).every(isBare);
  const place = bare && !owner.locked ? owner : top;
  if (place.locked) return false;
  const written = writtenNode(place);
  // Its aliases are written out first; then there is no anchor to keep.
  if (requestDetach(job, place)) return true;
  const content = contentOf(place);
  const what = written !== content ? "An alias" : place === top ? directiveAt(top) : undefined;
  if (what) note(job, place, `${what} gave way to the value itself, which differs now from what it names.`);
  const kept =
    typeof now === "string" && typeof want === "string" ? keepVariables(job, place, now, want) : undefined;
  replaceValue(
    job.draft,
    place,
    kept ?? want,
    kept === undefined ? job.style : { ...job.style, verbatim: true },
  );
  return true;
}

function directiveAt(slot: Slot): string | undefined {
  const node = contentOf(slot);
  if (!isMap(node)) return undefined;
  const found = ["$include", "$file", "$dir"].find((name) => node.has(name));
  return found && `\`${found}\``;
}

export function note(job: Job, slot: Slot, message: string): void {
  const { source } = slot;
  const line = lineOf(source.text, writtenNode(slot)?.range?.[0] ?? 0);
  job.draft.notes.push({ key: job.key, file: source.file, line, message });
}

export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
