// JSON values as the platform and the files hold them, and the few functions that every room needs.

/** A bigint is a whole number that a number of JavaScript cannot hold: see json-text.ts. */
export type Json = string | number | bigint | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A path into a JSON value: object keys and array indexes, outermost first. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own value under a key: never an inherited one (`constructor`). */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The same of what may be no map. */
export function ownIn(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}

/** The object with each value changed; keys and order stay. */
export function mapValues(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

/** A copy to change. What files include or name twice is one object in memory, and stays one in a `structuredClone`: here nothing is shared. */
export function copyOf<T extends Json>(value: T): T;
export function copyOf(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => copyOf(item));
  return isObject(value) ? mapValues(value, (item) => copyOf(item)) : value;
}

/** The value without null-valued keys: null and absent are the same outside of lists (contract 2). Order is kept. */
export function withoutNulls<T extends Json>(value: T): T;
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}

/** The value at `path`, or undefined if the path ends early. Inherited properties are never followed. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let at: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === "number" ? at[key] : undefined;
    else if (isObject(at)) at = ownValue(at, String(key));
    else return undefined;
  }
  return at;
}

/** The object with `first` keys leading, in that order, if it has them; the others follow as they are. */
export function ordered(object: JsonObject, first: readonly string[]): JsonObject {
  const lead = first.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key]]);
  return { ...Object.fromEntries(lead), ...object };
}
