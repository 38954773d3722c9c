// Widgets of a file with what is taken of the live ones, in an order that both sides can agree with.

import {
  isObject,
  type Json,
  type JsonObject,
  joinPath,
  ordered,
  ownValue,
  WIDGET_FIELDS,
  widgetPath,
} from "../../model/index.ts";
import { pairWidgets, withoutIgnored } from "../../plan/index.ts";

/** The path of the order of widgets, and of a list that only one side has. */
const WIDGETS = "dashboard.widgets";

const NONE: ReadonlyMap<string, Json> = new Map();

/**
 * The list for the file; undefined if there is none. If the order is taken, or nobody edited it, a widget that is new on one side
 * comes after the one that it follows there.
 */
export function mergeWidgets(
  own: JsonObject,
  live: JsonObject,
  taken: ReadonlySet<string>,
): Json | undefined {
  const shown = withoutIgnored({ dashboard: own }, []).dashboard;
  const [ours = NONE, theirs = NONE, compared = NONE] = pairWidgets([own, live, shown]);
  const ids = new Set([...ours.keys(), ...theirs.keys()]);
  const merged = new Map<string, Json>();
  for (const id of ids) {
    const path = widgetPath(id);
    // What is never compared of an AI widget counts in one of another type, so a new type does not keep it.
    const isRetyped = taken.has(joinPath(path, ["type"]));
    const base = (isRetyped ? compared : ours).get(id);
    const widget = mergeValue(path, { own: base, live: theirs.get(id) }, taken);
    if (widget === undefined) continue;
    merged.set(id, taken.has(path) && isObject(widget) ? ordered(widget, WIDGET_FIELDS) : widget);
  }
  const anyTaken = [...taken].some((path) => path.startsWith(WIDGETS));
  // An empty list and no list are different: the side that was taken decides which it is, unless it holds what is not taken.
  if (merged.size === 0) return !anyTaken ? own.widgets : theirs.size === 0 ? live.widgets : [];
  const sides = [[...ours.keys()], [...theirs.keys()]].map((side) => side.filter((id) => merged.has(id)));
  const [base = [], other = []] = taken.has(WIDGETS) ? sides.reverse() : sides;
  return weave(base, other).map((id) => merged.get(id) as Json);
}

/** `base` in its order, with what only `other` has after what it follows there. */
function weave(base: readonly string[], other: readonly string[]): string[] {
  const known = new Set(base);
  const following = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const id of other) {
    if (known.has(id)) last = id;
    else following.set(last, [...(following.get(last) ?? []), id]);
  }
  return [...(following.get(undefined) ?? []), ...base.flatMap((id) => [id, ...(following.get(id) ?? [])])];
}

// A value of a file with the live values of the fields that are taken; all else as the file has it.

/** `path`: as a plan spells it. Undefined: there is no value afterwards. The same object if nothing in it is taken. */
export function mergeValue(
  path: string,
  { own, live }: { own: Json | undefined; live: Json | undefined },
  taken: ReadonlySet<string>,
): Json | undefined {
  if (taken.has(path)) return live;
  if (!isObject(live) || !(own === undefined || own === null || isObject(own))) return own;
  const merged = mergeKeys(path, { own: own ?? {}, live }, taken);
  return own == null && Object.keys(merged).length === 0 ? own : merged;
}

/** Key by key. */
export function mergeKeys(
  path: string,
  { own, live }: { own: JsonObject; live: JsonObject },
  taken: ReadonlySet<string>,
): JsonObject {
  let merged = own;
  for (const key of new Set([...Object.keys(own), ...Object.keys(live)])) {
    const sides = { own: ownValue(own, key), live: ownValue(live, key) };
    const value = mergeValue(joinPath(path, [key]), sides, taken);
    if (value !== sides.own) merged = withKey(merged, key, value);
  }
  return merged;
}

/** The object with `key` set in its place, or at the end; undefined takes it out. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _, ...rest } = object;
  return rest;
}
