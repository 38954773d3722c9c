// What a pull comes to.

import type { Pulled } from "../../model/index.ts";

/** What became of workbooks; their reports come along. */
export function countPulled(pulled: readonly Pulled[]) {
  const count = (action: Pulled["action"]) => pulled.filter((item) => item.action === action).length;
  return {
    created: count("created"),
    edited: count("edited"),
    conflict: count("conflict"),
    skipped: count("skipped"),
  };
}
