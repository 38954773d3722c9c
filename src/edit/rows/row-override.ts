// The `override` of a row (contract 15): what has to be in it so that its dashboard is what is wanted and the template stays as it is.
import { copyOf, isObject, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { patchBetween, same } from "../values/same.ts";
import { getAt, type LeafEdit, setAt } from "./edits-between.ts";

/**
 * The override after the edits; undefined if nothing is left of it. `base`: what the template says of the row. What the override says
 * elsewhere stays word for word, and what an edit makes the same as in the template goes.
 */
export function overrideAfter(
  base: JsonObject,
  before: JsonObject | undefined,
  edits: readonly LeafEdit[],
): JsonObject | undefined {
  const override = copyOf(before ?? {});
  for (const { path, want } of edits) put(override, base, path, want);
  return Object.keys(override).length > 0 ? override : undefined;
}

/** The whole `override` of a row with another part at a path; without a path it is what is for every workbook of the row. */
export function withPart(
  override: JsonObject,
  { path, before = {} }: { path: readonly string[]; before: JsonObject | undefined },
  part: JsonObject | undefined,
): JsonObject {
  const whole = copyOf(override);
  if (path.length > 0) setAt(whole, path, part);
  else {
    for (const key of Object.keys(before)) delete whole[key];
    return { ...part, ...whole };
  }
  prune(whole, path.slice(0, -1));
  return whole;
}

function put(override: JsonObject, base: JsonObject, path: readonly string[], want: Json | undefined): void {
  const under = getAt(base, path);
  if (same(under, want)) {
    takeAway(override, path);
    return;
  }
  const hidden = path.findIndex((_, index) => !isMapOrAbsent(overrideAt(override, path.slice(0, index + 1))));
  // A value above it, or a null that removes a widget, is written anew with the edit in it.
  if (hidden !== -1 && hidden < path.length - 1) {
    const above = path.slice(0, hidden + 1);
    const whole = overrideAt(override, above);
    const start = isObject(whole) ? whole : {};
    setAt(start, path.slice(hidden + 1), want);
    setAt(override, above, start);
    return;
  }
  if (want === undefined) setAt(override, path, under === undefined ? undefined : null);
  else setAt(override, path, isWidget(path) ? ofWidget(under, want) : patchBetween(under, want));
  if (want === undefined && under === undefined) prune(override, path.slice(0, -1));
}

function isWidget(path: readonly string[]): boolean {
  return path.length === 3 && path[0] === "dashboard" && path[1] === "widgets";
}

/** A new widget has its id as its key. */
function ofWidget(under: Json | undefined, want: Json): Json {
  if (isObject(under) || !isObject(want)) return patchBetween(under, want);
  const { id: _, ...rest } = want;
  return rest;
}

function isMapOrAbsent(value: Json | undefined): boolean {
  return value === undefined || isObject(value);
}

function overrideAt(override: JsonObject, path: readonly string[]): Json | undefined {
  let at: Json | undefined = override;
  for (const key of path) at = isObject(at) ? ownValue(at, key) : undefined;
  return at;
}

function takeAway(override: JsonObject, path: readonly string[]): void {
  setAt(override, path, undefined);
  prune(override, path.slice(0, -1));
}

/** Maps that became empty go. */
function prune(override: JsonObject, path: readonly string[]): void {
  for (let length = path.length; length > 0; length--) {
    const above = path.slice(0, length);
    const map = overrideAt(override, above);
    if (!isObject(map) || Object.keys(map).length > 0) return;
    setAt(override, above, undefined);
  }
}
