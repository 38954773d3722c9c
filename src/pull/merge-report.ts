// A report's entry with the live fields that are taken.

import { isObject, type Json, type JsonObject, joinPath } from "../model/index.ts";
import type { ComparedState } from "../plan/index.ts";
import { mergeKeys, mergeValue } from "./merge-value.ts";
import { withKey } from "./plain.ts";
import { touches } from "./taken.ts";
import { type Unholdable, unholdableValue } from "./unholdable.ts";

const FIELDS = ["name", "title", "query", "sqlQuery", "pivotItems", "workbook"] as const;

/** `live`: what is live of what the entry manages, in normal form, the workbook as a slug. */
export function mergeReport(entry: JsonObject, live: ComparedState, taken: ReadonlySet<string>): JsonObject {
  let merged = entry;
  for (const field of FIELDS) {
    const own = entry[field];
    const value = mergeValue(field, { own, live: live[field] }, taken);
    if (value !== own) merged = withKey(merged, field, value);
  }
  if (!isObject(entry.meta)) return merged;
  const meta = mergeKeys("meta", { own: entry.meta, live: live.meta ?? {} }, taken);
  return meta === entry.meta ? merged : withKey(merged, "meta", meta);
}

const ELSEWHERE = "Change it on the platform, or apply what the file says.";

/** Why no file can hold what is live of these fields; undefined if one can. */
export function unholdableReport(live: ComparedState, taken: ReadonlySet<string>): Unholdable | undefined {
  if (taken.has("query") && typeof live.query === "string")
    return { message: "its query is no JSON object", help: ELSEWHERE };
  if (taken.has("workbook") && isObject(live.workbook))
    return { message: "its workbook has no slug", help: ELSEWHERE };
  const meta = Object.entries(live.meta ?? {}).map(
    ([key, value]) => [joinPath("meta", [key]), value] as const,
  );
  const fields = FIELDS.map((field) => [field, live[field] as Json | undefined] as const);
  for (const [part, value] of [...fields, ...meta]) {
    const why = touches(taken, part) ? unholdableValue(part, value) : undefined;
    if (why) return why;
  }
  return undefined;
}
