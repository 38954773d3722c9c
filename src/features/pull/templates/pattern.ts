// What several values have in common: a value with holes where they differ.

import { isObject, type Json, type Path } from "../../../model/index.ts";
import { canonical } from "../../../plan/index.ts";

/** A place where each row has a value of its own. */
export class Hole {
  constructor(
    /** Where it is; widgets go by id. */
    readonly path: Path,
    /** One for each row, as the files write it; never null. */
    readonly values: readonly Json[],
  ) {}
}

export type Pattern = Exclude<Json, Json[] | { [key: string]: Json }> | Hole | Pattern[] | PatternMap;
export interface PatternMap {
  [key: string]: Pattern;
}

/** The holes of a pattern in the order of their places. */
export function holesOf(pattern: Pattern): Hole[] {
  if (pattern instanceof Hole) return [pattern];
  if (typeof pattern !== "object" || pattern === null) return [];
  return Object.values(pattern).flatMap(holesOf);
}

/** The pattern with its holes filled. */
export function fillHoles(pattern: Pattern, textOf: (hole: Hole) => string): Json {
  if (pattern instanceof Hole) return textOf(pattern);
  if (Array.isArray(pattern)) return pattern.map((item) => fillHoles(item, textOf));
  if (typeof pattern !== "object" || pattern === null) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, item]) => [key, fillHoles(item, textOf)]));
}

export function areSame(values: readonly Json[]): boolean {
  const [first, ...rest] = values;
  const text = canonical(first as Json);
  return rest.every((value) => canonical(value) === text);
}

/** The value that most rows have; of several the first. */
export function mostCommon<T extends Json>(values: readonly T[]): T {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(canonical(value), (counts.get(canonical(value)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return values.find((value) => counts.get(canonical(value)) === most) as T;
}

/** Whether a map is just that: `{ $file: … }` and its like stand for something else, which no patch can go into. */
export function isPlainMap(value: Json | undefined): value is { [key: string]: Json } {
  return isObject(value) && !Object.keys(value).some((key) => key.startsWith("$"));
}

/** The pattern of values that differ in scalars only; undefined if any of it differs in form, or a scalar is null. */
export function alignScalars(values: readonly Json[], path: Path): Pattern | undefined {
  if (areSame(values)) return values[0] as Pattern;
  if (values.every(isFilled)) return new Hole(path, values);
  return alignInside(values, path, alignScalars);
}

/** The same, with a hole for all of a value where its rows have another form. */
export function alignWhole(values: readonly Json[], path: Path): Pattern | undefined {
  const inside = areSame(values) ? (values[0] as Pattern) : alignInside(values, path, alignWhole);
  if (inside !== undefined) return inside;
  return values.includes(null) ? undefined : new Hole(path, values);
}

function alignInside(
  values: readonly Json[],
  path: Path,
  align: (values: readonly Json[], path: Path) => Pattern | undefined,
): Pattern | undefined {
  const [first] = values;
  if (Array.isArray(first)) {
    const lists = values.filter(Array.isArray) as Json[][];
    if (lists.length < values.length || lists.some(({ length }) => length !== first.length)) return undefined;
    const items = first.map((_, index) =>
      align(
        lists.map((list) => list[index] as Json),
        [...path, index],
      ),
    );
    return items.includes(undefined) ? undefined : (items as Pattern[]);
  }
  const maps = values.filter(isObject);
  const keys = maps[0] && keysText(maps[0]);
  if (maps.length < values.length || maps.some((map) => keysText(map) !== keys)) return undefined;
  const aligned: PatternMap = {};
  for (const key of Object.keys(maps[0] ?? {})) {
    const item = align(
      maps.map((map) => map[key] as Json),
      [...path, key],
    );
    if (item === undefined) return undefined;
    aligned[key] = item;
  }
  return aligned;
}

function keysText(map: { [key: string]: Json }): string {
  return JSON.stringify(Object.keys(map).sort());
}

function isFilled(value: Json): boolean {
  return value !== null && typeof value !== "object";
}
