// Workbooks that are alike → one entry with holes, and for each what it has besides: its `override`.

import { isObject, isPosition, type Json, type JsonObject, ownValue, type Path } from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import { alignScalars, areSame, isPlainMap, mostCommon, type Pattern, type PatternMap } from "./pattern.ts";

export interface Aligned {
  pattern: PatternMap;
  /** One for each workbook; empty if its row says all of it. */
  overrides: JsonObject[];
}

/** Up to a quarter of the rows, at least one, may say in their `override` what else would be a column of all rows. */
const areFew = (few: number, all: number): boolean => few <= Math.max(1, Math.floor(all / 4));

export function alignWorkbooks(entries: readonly JsonObject[]): Aligned {
  const overrides = entries.map((): JsonObject => ({}));
  const pattern = alignMaps(entries, [], overrides);
  return { pattern, overrides };
}

function align(values: readonly Json[], path: Path, overrides: JsonObject[]): Pattern {
  if (areSame(values)) return values[0] as Pattern;
  const lists = path.join("/") === "dashboard/widgets" ? values.map(widgetsById) : [];
  const named = lists.filter((list) => list !== undefined);
  if (lists.length > 0 && named.length === values.length) return alignWidgets(named, path, overrides);
  if (values.every(isPlainMap) && !values.some(isPosition)) return alignMaps(values, path, overrides);
  const usual = mostCommon(values);
  const others = values.filter((value) => canonical(value) !== canonical(usual)).length;
  const aligned = areFew(others, values.length) || isPlace(path) ? undefined : alignScalars(values, path);
  return aligned ?? alignUsual(values, path, overrides);
}

function alignMaps(maps: readonly JsonObject[], path: Path, overrides: JsonObject[]): PatternMap {
  const pattern: PatternMap = {};
  for (const key of new Set(maps.flatMap((map) => Object.keys(map)))) {
    const values = maps.map((map) => ownValue(map, key));
    const item = alignSome(values, [...path, key], overrides);
    if (item !== undefined) pattern[key] = item;
  }
  return pattern;
}

/** Widgets go by id. The order is that of the workbook with the most of them. */
function alignWidgets(
  lists: readonly Map<string, JsonObject>[],
  path: Path,
  overrides: JsonObject[],
): Pattern[] {
  const ids = new Set([...lists].sort((a, b) => b.size - a.size).flatMap((list) => [...list.keys()]));
  return [...ids].flatMap((id) => {
    const values = lists.map((list) => {
      const widget = list.get(id);
      return widget && withoutId(widget);
    });
    const pattern = alignSome(values, [...path, id], overrides);
    return pattern === undefined ? [] : [{ id, ...(pattern as PatternMap) }];
  });
}

/** Values that some lack: most have it, or it is in the overrides of those that do. */
function alignSome(
  values: readonly (Json | undefined)[],
  path: Path,
  overrides: JsonObject[],
): Pattern | undefined {
  const there = values.filter((value) => value !== undefined);
  if (there.length === values.length) return align(there, path, overrides);
  if (there.length * 2 > values.length) return alignUsual(values, path, overrides);
  for (const [index, value] of values.entries())
    if (value !== undefined) put(overrides[index] as JsonObject, path, value);
  return undefined;
}

/** What most have; the others have a patch. */
function alignUsual(values: readonly (Json | undefined)[], path: Path, overrides: JsonObject[]): Pattern {
  const usual = mostCommon(values.filter((value) => value !== undefined));
  for (const [index, value] of values.entries()) {
    if (value !== undefined && canonical(value) === canonical(usual)) continue;
    put(overrides[index] as JsonObject, path, value === undefined ? null : patchTo(usual, value));
  }
  return usual as Pattern;
}

/** The merge patch that makes one value of another. */
function patchTo(from: Json, to: Json): Json {
  if (!isPlainMap(from) || !isPlainMap(to)) return to;
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const [before, after] = [ownValue(from, key), ownValue(to, key)];
    if (after === undefined) patch[key] = null;
    else if (before === undefined) patch[key] = after;
    else if (canonical(before) !== canonical(after)) patch[key] = patchTo(before, after);
  }
  return patch;
}

function put(override: JsonObject, path: Path, value: Json): void {
  let at = override;
  for (const key of path.slice(0, -1)) {
    const below = ownValue(at, String(key));
    at[String(key)] = isObject(below) ? below : {};
    at = at[String(key)] as JsonObject;
  }
  at[String(path.at(-1))] = value;
}

/** By id; undefined if one has none or an id is there twice. */
function widgetsById(value: Json): Map<string, JsonObject> | undefined {
  if (!Array.isArray(value)) return undefined;
  const widgets = value.filter(
    (item): item is JsonObject => isPlainMap(item) && typeof item.id === "string" && item.id !== "",
  );
  const byId = new Map(widgets.map((widget) => [widget.id as string, widget]));
  return byId.size === value.length ? byId : undefined;
}

function withoutId({ id: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

/** Whether it is a widget's place: a number of four by itself says little. */
function isPlace(path: Path): boolean {
  return path.at(-1) === "position" || path.at(-2) === "responsiveLayouts";
}

/** How many places differ in a row alone. */
export function countPlaces(value: Json): number {
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countPlaces(item), 0);
}
