// When two values say the same: null and absent are one outside of lists (contract 2), unless nulls remove something.
import { isObject, type Json, type JsonObject } from "../model/index.ts";
import { canonical } from "../plan/index.ts";

/** Whether null is a word of its own: in overrides it removes what lies under it. "workbook" is an entry with its overrides. */
export type Nulls = "mean absent" | "remove" | "workbook";

/** The same of the value under a key. */
export function nullsUnder(nulls: Nulls, key: string): Nulls {
  if (nulls !== "workbook") return nulls;
  return key === "overrides" ? "remove" : "mean absent";
}

export function same(a: Json | undefined, b: Json | undefined, nulls: Nulls): boolean {
  if (nulls === "workbook" && isObject(a) && isObject(b)) {
    const { overrides: ofA, ...restA } = a;
    const { overrides: ofB, ...restB } = b;
    return same(ofA, ofB, "remove") && same(restA, restB, "mean absent");
  }
  if (nulls !== "remove") return canonical(a ?? null) === canonical(b ?? null);
  if (a === undefined || b === undefined) return a === b;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index], nulls));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key], nulls))
  );
}

/** The value without keys that are null, at every depth. */
export function pruned(value: Json): Json {
  if (Array.isArray(value)) return value.map(pruned);
  if (!isObject(value)) return value;
  const kept: JsonObject = {};
  for (const [key, item] of Object.entries(value)) if (item !== null) kept[key] = pruned(item);
  return kept;
}

/** The least that makes `to` of `from` when merged over it, with nulls for what goes. */
export function patchBetween(from: Json | undefined, to: Json): Json {
  if (!isObject(from) || !isObject(to)) return to;
  const patch: JsonObject = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const wanted = Object.hasOwn(to, key) ? to[key] : undefined;
    const present = Object.hasOwn(from, key) ? from[key] : undefined;
    if (same(present, wanted, "mean absent")) continue;
    patch[key] = wanted === undefined ? null : patchBetween(present, wanted);
  }
  return patch;
}
