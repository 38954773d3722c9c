// A change with defaults.

import type { Change } from "../../model/index.ts";

/** From Git, without hazards, fields or publishing, seen by nobody; `known` holds the rest and overrides these. */
export function newChange(
  known: Pick<Change, "kind" | "key" | "action" | "id" | "title"> & Partial<Change>,
): Change {
  return {
    origin: "git",
    publish: false,
    visible: false,
    hazards: [],
    fields: [],
    fingerprint: null,
    ...known,
  };
}
