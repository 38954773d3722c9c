// Keys of objects in the order in which a file should have them.

import type { Json, JsonObject } from "../model/index.ts";

/** The object with `first` keys leading, in that order, where it has them; the others follow as they are. */
export function ordered(object: JsonObject, first: readonly string[]): JsonObject {
  const lead = first.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key] as Json]);
  const rest = Object.entries(object).filter(([key]) => !first.includes(key));
  return Object.fromEntries([...lead, ...rest]) as JsonObject;
}

/** The object with `key` set in its place, or at the end; undefined takes it out. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) {
    const entries = Object.entries(object).map(([name, item]) => [name, name === key ? value : item]);
    if (!Object.hasOwn(object, key)) entries.push([key, value]);
    return Object.fromEntries(entries) as JsonObject;
  }
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
