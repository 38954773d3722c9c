// How `meta` is merged. The platform document says "merged into the existing metadata" and nothing else, so the depth
// is an option and a client can be tested against both.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

export type MergeDepth = "shallow" | "deep";

/**
 * `sent` over `existing`. Shallow: a top-level key that is sent replaces what is there. Deep: objects are merged at every
 * depth; arrays and plain values are replaced. Null is a value like any other in both. Keys sent as `__proto__` stay keys.
 */
export function mergeMeta(existing: JsonObject, sent: JsonObject, depth: MergeDepth): JsonObject {
  if (depth === "shallow") return { ...existing, ...sent };
  const merged = new Map(Object.entries(existing));
  for (const [key, value] of Object.entries(sent)) merged.set(key, mergeDeep(merged.get(key), value));
  return Object.fromEntries(merged);
}

function mergeDeep(existing: Json | undefined, sent: Json): Json {
  return isObject(existing) && isObject(sent) ? mergeMeta(existing, sent, "deep") : sent;
}
