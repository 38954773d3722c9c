// A report's entry with the live parts that are taken.

import { isObject, type Json, type JsonObject } from "../model/index.ts";
import type { ComparedState } from "../plan/index.ts";
import { mergeFields } from "./merge-workbook.ts";
import { withKey } from "./plain.ts";

const FIELDS = ["name", "title", "query", "sqlQuery", "pivotItems", "workbook"] as const;

/** `live`: what is live of what the entry manages, in normal form, the workbook as a slug. */
export function mergeReport(entry: JsonObject, live: ComparedState, taken: ReadonlySet<string>): JsonObject {
  let merged = entry;
  for (const field of FIELDS) {
    if (taken.has(field)) merged = withKey(merged, field, live[field] as Json | undefined);
  }
  if (!isObject(entry.meta)) return merged;
  const meta = mergeFields("meta", entry.meta, live.meta ?? {}, (part) => taken.has(part));
  return meta === entry.meta ? merged : withKey(merged, "meta", meta);
}

/** Why no file can hold what is live of these parts; undefined where one can. */
export function unholdable(live: ComparedState, taken: ReadonlySet<string>): string | undefined {
  if (taken.has("query") && typeof live.query === "string") return "its query is no JSON object";
  if (taken.has("workbook") && isObject(live.workbook)) return "its workbook has no slug";
  return undefined;
}
