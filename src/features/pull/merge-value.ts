// A value of a file with the live values of the fields that are taken; all else as the file has it.

import { isObject, type Json, type JsonObject, joinPath, ownValue } from "../../model/index.ts";
import { withKey } from "./plain.ts";

/** `path`: as a plan spells it. Undefined: there is no value afterwards. The same object if nothing in it is taken. */
export function mergeValue(
  path: string,
  { own, live }: { own: Json | undefined; live: Json | undefined },
  taken: ReadonlySet<string>,
): Json | undefined {
  if (taken.has(path)) return live;
  if (!isObject(live) || !(own === undefined || own === null || isObject(own))) return own;
  const merged = mergeKeys(path, { own: own ?? {}, live }, taken);
  return own == null && Object.keys(merged).length === 0 ? own : merged;
}

/** Key by key. */
export function mergeKeys(
  path: string,
  { own, live }: { own: JsonObject; live: JsonObject },
  taken: ReadonlySet<string>,
): JsonObject {
  let merged = own;
  for (const key of new Set([...Object.keys(own), ...Object.keys(live)])) {
    const sides = { own: ownValue(own, key), live: ownValue(live, key) };
    const value = mergeValue(joinPath(path, [key]), sides, taken);
    if (value !== sides.own) merged = withKey(merged, key, value);
  }
  return merged;
}
