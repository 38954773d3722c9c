// Whether two values are the same: null and absent are one outside lists (contract 2), unless nulls remove something.
import { isDeepStrictEqual } from "node:util";
import { isObject, isPosition, type Json, type JsonObject, ownValue } from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";

/** The meaning of null in a value. */
export interface Nulls {
  /** Null removes what is under it, as in overrides; else a key that is null is the same as no key. */
  remove: boolean;
  /** Keys whose values have nulls of another meaning. */
  under?: ReadonlyMap<string, Nulls>;
}

export const ABSENT: Nulls = { remove: false };
export const REMOVING: Nulls = { remove: true };
/** A workbook's entry with its overrides. */
export const IN_WORKBOOK: Nulls = { remove: false, under: new Map([["overrides", REMOVING]]) };

/** The meaning of null in the value under a key. */
export function nullsUnder(nulls: Nulls, key: string): Nulls {
  return nulls.under ? (nulls.under.get(key) ?? ABSENT) : nulls;
}

export function same(a: Json | undefined, b: Json | undefined, nulls: Nulls = ABSENT): boolean {
  if (nulls.under && isObject(a) && isObject(b)) {
    const keys = [...Object.keys(a), ...Object.keys(b)];
    return keys.every((key) => same(ownValue(a, key), ownValue(b, key), nullsUnder(nulls, key)));
  }
  return nulls.remove ? isDeepStrictEqual(a, b) : canonical(a ?? null) === canonical(b ?? null);
}

export function isEmptyMap(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/**
 * The smallest patch that merged over `from` gives `to`, with nulls for what is removed. A position is in it whole: what it is merged over may
 * be written as a list.
 */
export function patchBetween(from: Json | undefined, to: Json): Json {
  if (!isObject(from) || !isObject(to) || (isPosition(from) && isPosition(to))) return to;
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const present = ownValue(from, key);
    const wanted = ownValue(to, key);
    if (same(present, wanted)) continue;
    patch[key] = wanted === undefined ? null : patchBetween(present, wanted);
  }
  return patch;
}
