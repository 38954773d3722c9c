// Two ways to merge one JSON value over another. Neither changes its arguments: included values are shared.
import { isObject, type Json, type JsonObject, ownValue } from "../model/index.ts";

/** The keys next to `$include` over what it names: maps key by key, anything else replaces. Null stays null. */
export function mergeOver(base: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = ownValue(merged, key);
    merged[key] = isObject(below) && isObject(value) ? mergeOver(below, value) : value;
  }
  return merged;
}

/** JSON Merge Patch, RFC 7396: maps key by key, null removes, anything else replaces. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(ownValue(merged, key), value);
  }
  return merged;
}
