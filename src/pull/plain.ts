// Values as a file should hold them: in the order that live has them, without what says nothing.

import { isObject, type Json, type JsonObject } from "../model/index.ts";

/** The value without null-valued keys: null and absent are the same outside arrays (contract 2). Order is kept. */
export function withoutNulls<T extends Json>(value: T): T {
  return strip(value) as T;
}

function strip(value: Json): Json {
  if (Array.isArray(value)) return value.map(strip);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [key, strip(item)]));
}

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
