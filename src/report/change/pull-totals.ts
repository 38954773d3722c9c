// The totals of a pull.

import type { Pulled } from "../../model/index.ts";

/** How many items had each outcome. */
export function countPulled(pulled: readonly Pulled[]) {
  const count = (action: Pulled["action"]) => pulled.filter((item) => item.action === action).length;
  return {
    created: count("created"),
    renamed: count("renamed"),
    edited: count("edited"),
    conflict: count("conflict"),
    skipped: count("skipped"),
  };
}
