// Workbooks that the list shows, and that a read by id does not find or may not see. What the list leaves out of them is not known, and must not be taken
// for absent.

import type { Diagnostic } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { LiveIndex } from "./live-index.ts";
import { subjectOf } from "./pass.ts";

const UNREADABLE = "unreadable";

export type Unreadable = Pick<LiveWorkbook, "slug" | "id" | "unread">;

/** What was tried, and what came back. */
export function describeUnreadable({ slug, id, unread = 404 }: Unreadable): string {
  return `${slug} is in the platform's list, and reading workbook ${id} alone is answered ${unread}`;
}

/** What a person does about it. */
export function unreadableAdvice({ id, unread }: Unreadable): string {
  if (unread === 403)
    return "This key may list it and not read it: ask for access to it, or use another key.";
  return `If it was deleted in this moment, running this again says so. If not, ask whoever runs the platform why GET …/workbooks/${id} does not find it, or whether this key has access to it.`;
}

/** An error for each that is declared, which leaves it out. */
export function refuseUnread(declared: ReadonlyMap<string, Declared>, index: LiveIndex): Diagnostic[] {
  return [...declared.values()].flatMap((wanted) => {
    const { slug } = wanted;
    const [row, another] = index.holders(slug);
    if (row?.unread === undefined || another) return [];
    const live = { slug, id: row.id, unread: row.unread };
    return diagnose(subjectOf(wanted), {
      rule: UNREADABLE,
      severity: "error",
      message: `${describeUnreadable(live)}; it is left out`,
      help: unreadableAdvice(live),
    });
  });
}

// Live workbooks and reports of which nobody can say whether they are ours: the list leaves out their `meta`, where the stamp is.

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
