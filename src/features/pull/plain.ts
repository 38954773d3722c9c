// Keys of objects in the order of a file.

import type { Json, JsonObject } from "../../model/index.ts";

/** The object with `first` keys leading, in that order, if it has them; the others follow as they are. */
export function ordered(object: JsonObject, first: readonly string[]): JsonObject {
  const lead = first.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key]]);
  return { ...Object.fromEntries(lead), ...object };
}

/** The object with `key` set in its place, or at the end; undefined takes it out. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _, ...rest } = object;
  return rest;
}
