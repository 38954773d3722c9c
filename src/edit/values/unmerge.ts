// The reverse of an override: the entry and the target's patch over it that together give what is wanted. A value that the
// patch gives stays in the patch, everything else is in the entry.
import { mergePatch } from "../../desired/index.ts";
import { isObject, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { isEmptyMap, patchBetween, REMOVING, same } from "./same.ts";

interface Layered {
  base: JsonObject;
  patch: JsonObject | undefined;
}

/** A value as the entry and the patch have it, and as both together have to give it. */
interface Triple<T> {
  base: T;
  patch: T;
  want: T;
}

interface Unmerged {
  base: Json | undefined;
  patch: Json | undefined;
}

/** `named` are the widgets that other targets' overrides name: they always stay in the entry. */
export function unmergeWorkbook(
  { base, patch }: Layered,
  want: JsonObject,
  named: ReadonlyMap<string, string>,
): Layered {
  const inner: Inner = ["dashboard", (board) => unmergeBoard(board, named)];
  const unmerged = unmergeMap({ base, patch: patch ?? {}, want }, inner);
  return { base: unmerged.base, patch: orNothing(patch, unmerged.patch) };
}

function unmergeBoard(board: Triple<Json | undefined>, named: ReadonlyMap<string, string>): Unmerged {
  const { base, patch, want } = board;
  if (!isObject(base) || !isObject(want) || (patch !== undefined && !isObject(patch))) {
    return unmergeValue(board);
  }
  const inner: Inner = ["widgets", (widgets) => unmergeWidgets(widgets, named)];
  const unmerged = unmergeMap({ base, patch: patch ?? {}, want }, inner);
  return { base: unmerged.base, patch: orNothing(patch, unmerged.patch) };
}

/** The key of a map whose value has a rule of its own. */
type Inner = readonly [key: string, unmerge: (triple: Triple<Json | undefined>) => Unmerged];

/** Key by key, in the order of the entry, new ones last. */
function unmergeMap(
  { base, patch, want }: Triple<JsonObject>,
  inner?: Inner,
): Pick<Triple<JsonObject>, "base" | "patch"> {
  const result = { base: {} as JsonObject, patch: {} as JsonObject };
  for (const key of new Set([...Object.keys(base), ...Object.keys(patch), ...Object.keys(want)])) {
    const unmerge = inner?.[0] === key ? inner[1] : unmergeValue;
    const one = unmerge({
      base: ownValue(base, key),
      patch: ownValue(patch, key),
      want: ownValue(want, key),
    });
    if (one.base !== undefined) result.base[key] = one.base;
    if (one.patch !== undefined) result.patch[key] = one.patch;
  }
  return result;
}

function unmergeValue({ base, patch, want }: Triple<Json | undefined>): Unmerged {
  if (patch === undefined) return { base: want ?? (base === null ? null : undefined), patch };
  // Nulls and empty maps that change nothing stay as they are, too.
  if (same(mergePatch(base, patch), want)) return { base, patch };
  if (want === undefined) return { base, patch: (base ?? null) === null ? undefined : null };
  if (isObject(patch) && isObject(want))
    return isObject(base) ? unmergeMap({ base, patch, want }) : { base, patch: want };
  // What the target had removed and now has again, as in the entry, no longer needs a patch.
  if (patch === null && same(base, want)) return { base, patch: undefined };
  return { base, patch: patchBetween(base, want) };
}

function unmergeWidgets(triple: Triple<Json | undefined>, named: ReadonlyMap<string, string>): Unmerged {
  const { base, patch, want } = triple;
  const list = Array.isArray(base) ? base.filter(isObject) : [];
  const wanted = Array.isArray(want) ? want.filter(isObject) : [];
  const replaced = patch !== undefined && !isObject(patch);
  if (replaced || !Array.isArray(base ?? []) || !Array.isArray(want ?? [])) {
    return unmergeValue(triple);
  }
  const patches: JsonObject = { ...(patch as JsonObject | undefined) };
  const added = new Set(Object.keys(patches).filter((id) => !list.some((one) => idOf(one) === id)));
  const byId = new Map(wanted.map((one) => [idOf(one), one]));
  // A patch adds its widgets at the end. If they are wanted elsewhere, the patch gets the whole list.
  const tail = wanted.slice(wanted.length - wanted.filter((one) => added.has(idOf(one))).length);
  const order = Object.keys(patches).filter((id) => added.has(id) && byId.has(id));
  if (tail.map(idOf).join("\n") !== order.join("\n")) return { base, patch: want };

  const kept = list.filter((one) => byId.has(idOf(one)) || mustStay(idOf(one), patches, named));
  const result: JsonObject[] = wanted
    .filter((one) => !added.has(idOf(one)))
    .map((one) => {
      const id = idOf(one);
      const under = list.find((other) => idOf(other) === id);
      if (!under) return one;
      const layers = { base: under, patch: ownValue(patches, id), want: one };
      const { base: below, patch: over } = unmergeValue(layers);
      if (over === undefined || (patches[id] === null && same(over, {}, REMOVING))) delete patches[id];
      else patches[id] = over;
      return below as JsonObject;
    });
  for (const [index, one] of kept.entries()) {
    const id = idOf(one);
    if (byId.has(id)) continue;
    patches[id] = null;
    const before = index === 0 ? -1 : result.findIndex((other) => idOf(other) === idOf(kept[index - 1]!));
    result.splice(before + 1, 0, one);
  }
  for (const id of added) {
    const one = byId.get(id);
    if (one) patches[id] = withIdAsBefore(one, patches[id]);
    else delete patches[id];
  }
  for (const one of list) if (!kept.includes(one)) delete patches[idOf(one)];
  const absent = want === undefined && result.length === 0 ? base && undefined : result;
  return { base: absent, patch: orNothing(patch, patches) };
}

function mustStay(id: string, patches: JsonObject, named: ReadonlyMap<string, string>): boolean {
  return named.has(id) || ownValue(patches, id) === null;
}

/** A widget that a patch adds has its id as its key; the id is repeated inside only if it was before. */
function withIdAsBefore(widget: JsonObject, patch: Json | undefined): JsonObject {
  if (isObject(patch) && Object.hasOwn(patch, "id")) return widget;
  const { id: _, ...rest } = widget;
  return rest;
}

export function idOf(widget: Json | undefined): string {
  return isObject(widget) ? String(widget.id) : "";
}

/** An override that has become empty goes; one that was empty before stays. */
function orNothing(before: Json | undefined, after: JsonObject): JsonObject | undefined {
  return isEmptyMap(after) && !isEmptyMap(before) ? undefined : after;
}
