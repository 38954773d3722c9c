// What differs between two entries, value by value, with widgets by id: so it can be compared and made in other rows of the same template.
import {
  copyOf,
  isObject,
  isPosition,
  type Json,
  type JsonObject,
  ownValue,
  widgetsOf,
} from "../../model/index.ts";
import { same } from "../values/same.ts";

/** One value that differs. A widget is a step of the path by its id. */
export interface LeafEdit {
  path: readonly string[];
  /** Undefined: not there. */
  now: Json | undefined;
  want: Json | undefined;
}

const WIDGETS = ["dashboard", "widgets"];

/** Maps are gone into, everything else is one value. The order of widgets is no part of it. */
export function editsBetween(now: JsonObject, want: JsonObject): LeafEdit[] {
  const edits: LeafEdit[] = [];
  collect(edits, [], now, want);
  return edits;
}

function collect(edits: LeafEdit[], path: readonly string[], now: JsonObject, want: JsonObject): void {
  for (const key of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const below = [...path, key];
    const present = mapAt(below, ownValue(now, key));
    const wanted = mapAt(below, ownValue(want, key));
    if (same(present, wanted)) continue;
    const isInside = isObject(present) && isObject(wanted) && !isPosition(present) && !isPosition(wanted);
    if (isInside) collect(edits, below, present, wanted);
    else edits.push({ path: below, now: present, want: wanted });
  }
}

function mapAt(path: readonly string[], value: Json | undefined): Json | undefined {
  if (path.length !== 2 || path[0] !== WIDGETS[0] || path[1] !== WIDGETS[1]) return value;
  return byId(value) ?? value;
}

/** Widgets by id; undefined if the list is none of widgets that each have their own. */
function byId(list: Json | undefined): JsonObject | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries = list.map((one) => [isObject(one) ? one.id : undefined, one] as const);
  const ids = new Set(entries.map(([id]) => id));
  const isNamed = ids.size === list.length && [...ids].every((id) => typeof id === "string");
  return isNamed ? (Object.fromEntries(entries) as JsonObject) : undefined;
}

/** The entry with the edits made; widgets are in the given order as far as that names them, new ones last. */
export function withEdits(
  entry: JsonObject,
  edits: readonly LeafEdit[],
  order: readonly string[],
): JsonObject {
  const changed = copyOf(entry);
  const widgets = byId(isObject(changed.dashboard) ? changed.dashboard.widgets : undefined);
  if (widgets) (changed.dashboard as JsonObject).widgets = widgets;
  for (const { path, want } of edits) setAt(changed, path, want);
  if (!widgets) return changed;
  const board = changed.dashboard as JsonObject;
  const rank = new Map(order.map((id, index) => [id, index]));
  const rankOf = (id: string) => rank.get(id) ?? order.length;
  const sorted = Object.entries(isObject(board.widgets) ? board.widgets : {});
  if (sorted.every(([id]) => rank.has(id))) sorted.sort(([a], [b]) => rankOf(a) - rankOf(b));
  board.widgets = sorted.map(([, widget]) => widget);
  return changed;
}

/** Undefined takes the value away. */
export function setAt(within: JsonObject, path: readonly string[], value: Json | undefined): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length > 0) {
    const inner = ownValue(within, key);
    if (!isObject(inner) && value === undefined) return;
    const map = isObject(inner) ? inner : {};
    within[key] = map;
    setAt(map, rest, value);
  } else if (value === undefined) delete within[key];
  else within[key] = copyOf(value);
}

/** The value at a path in which widgets are steps by id; undefined if it is not there. */
export function getAt(entry: JsonObject, path: readonly string[]): Json | undefined {
  let at: Json | undefined = entry;
  for (const [index, key] of path.entries()) {
    at = isObject(at) ? mapAt(path.slice(0, index + 1), ownValue(at, key)) : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

/** The ids of an entry's widgets, in their order. */
export function orderOf(entry: JsonObject): string[] {
  return widgetsOf(entry.dashboard).flatMap((one) =>
    isObject(one) && typeof one.id === "string" ? [one.id] : [],
  );
}
