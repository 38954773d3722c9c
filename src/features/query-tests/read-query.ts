// The query of a report, as files and the platform have it.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

/** An object, or one as JSON, as reports of the platform have it. */
export function readQuery(query: Json | undefined): JsonObject | undefined {
  if (typeof query !== "string") return isObject(query) ? query : undefined;
  try {
    const read = JSON.parse(query) as Json;
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
