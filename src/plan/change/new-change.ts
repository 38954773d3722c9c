// A change as it is before anything is known against it.

import type { Change } from "../../model/index.ts";

/** From the files alone, without hazards or fields, published by nobody; `known` says the rest and goes before all that. */
export function newChange(
  known: Pick<Change, "kind" | "key" | "action" | "id" | "name"> & Partial<Change>,
): Change {
  return { origin: "git", publish: false, hazards: [], fields: [], fingerprint: null, ...known };
}
