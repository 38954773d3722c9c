// Live workbooks and reports of which nobody can say whether they are ours: the list leaves out their `meta`, where the stamp is.

import type { Diagnostic } from "../../model/index.ts";

/** How many could not be checked. */
interface Unseen {
  workbooks: number;
  reports: number;
}

/** A warning that counts them; none if there are none. `prune`: each of them was asked for, and still did not say. */
export function countUnseen({ workbooks, reports }: Unseen, prune: boolean): Diagnostic[] {
  if (workbooks + reports === 0) return [];
  const counted = [amount(workbooks, "workbook"), amount(reports, "report")].filter((text) => text !== "");
  const kind = reports === 0 ? "a workbook" : workbooks === 0 ? "a report" : "each";
  const why = prune
    ? "neither the list nor a read of its own shows its `meta`, which says who manages it"
    : `the list leaves out the \`meta\`, which says who manages ${kind}`;
  return [
    {
      rule: "unseen-owner",
      severity: "warning",
      message: `${counted.join(" and ")} could not be checked for orphans${workbooks > 0 ? " or renamed slugs" : ""}: ${why}`,
      help: prune
        ? "They are kept. Ask for access to them, or delete on the platform what is no longer wanted."
        : "`--prune` reads each of them; no plan deletes anything that it could not check.",
      file: "",
      line: 1,
      column: 1,
    },
  ];
}

function amount(count: number, kind: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 live ${kind}` : `${count} live ${kind}s`;
}
