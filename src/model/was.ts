// `was` of a workbook or report: the names that it had (contract 12).

import type { JsonObject } from "./json.ts";
import { normalizeSlug } from "./slug.ts";

/** The slugs that a workbook had, in normal form and in the order of the file; none if it says nothing. */
export function slugsBefore({ was }: JsonObject): string[] {
  return keysBefore({ was: was ?? null }).map(normalizeSlug);
}

/** The same of a report: its keys. The first one is that of which its publicId was made. */
export function keysBefore({ was }: JsonObject): string[] {
  return [was].flat().flatMap((name) => (typeof name === "string" ? name : []));
}
