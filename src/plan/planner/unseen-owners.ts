// Live workbooks of which nobody can say whether they are ours: the list leaves out their `meta`, where the stamp is.

import type { Diagnostic } from "../../model/index.ts";

/** A warning that counts them; none if there are none. `prune`: each of them was asked for, and still did not say. */
export function countUnseen(count: number, prune: boolean): Diagnostic[] {
  if (count === 0) return [];
  const which = count === 1 ? "1 live workbook" : `${count} live workbooks`;
  const why = prune
    ? "neither the list nor a read of its own shows its `meta`, which says who manages it"
    : "the list leaves out the `meta`, which says who manages a workbook";
  return [
    {
      rule: "unseen-owner",
      severity: "warning",
      message: `${which} could not be checked for orphans: ${why}`,
      help: prune
        ? "They are kept. Ask for access to them, or delete on the platform what is no longer wanted."
        : "`--prune` reads each of them; no plan deletes anything that it could not check.",
      file: "",
      line: 1,
      column: 1,
    },
  ];
}
