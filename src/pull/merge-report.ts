// A report's entry with the live fields that are taken.

import { isObject, type Json, type JsonObject, joinPath } from "../model/index.ts";
import type { ComparedState } from "../plan/index.ts";
import { touches } from "./decide.ts";
import { mergeKeys, mergeValue } from "./merge-value.ts";
import { withKey } from "./plain.ts";
import { type Unholdable, unholdableValue } from "./unholdable.ts";

const FIELDS = ["name", "title", "query", "sqlQuery", "pivotItems", "workbook"] as const;

/** `live`: the live values of the fields that the entry manages, in normal form, the workbook as a slug. */
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

const ELSEWHERE = "Change it on the platform, or apply the file.";

/** Why no file can hold the live values of these fields; undefined if one can. */
export function unholdableReport(live: ComparedState, taken: ReadonlySet<string>): Unholdable | undefined {
  if (taken.has("query") && typeof live.query === "string")
    return { message: "its query is not a JSON object", help: ELSEWHERE };
  if (taken.has("workbook") && isObject(live.workbook))
    return { message: "its workbook has no slug", help: ELSEWHERE };
  const parts: [string, Json | undefined][] = FIELDS.map((field) => [field, live[field] as Json | undefined]);
  for (const [key, value] of Object.entries(live.meta ?? {})) parts.push([joinPath("meta", [key]), value]);
  const taking = parts.filter(([part]) => touches(taken, part));
  return taking.map(([part, value]) => unholdableValue(part, value)).find((why) => why !== undefined);
}
