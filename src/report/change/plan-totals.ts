// What a plan comes to, in one sentence without its full stop.

import type { Change, Plan, PlanSummary } from "../../model/index.ts";
import { count } from "../text/cells.ts";

const WORDS: readonly [keyof PlanSummary, string][] = [
  ["update", "to update"],
  ["create", "to create"],
  ["publish", "to publish"],
  ["delete", "to delete"],
  ["stamp", "to stamp"],
  ["orphaned", "no longer declared"],
  ["unchanged", "unchanged"],
];

/** `2 to update, 1 to create, 43 unchanged`; what is none is not named. */
export function totalsText(
  { summary, changes }: Pick<Plan, "summary" | "changes">,
  leaveOut: readonly (keyof PlanSummary)[] = [],
): string {
  return WORDS.filter(([name]) => summary[name] > 0 && !leaveOut.includes(name))
    .map(([name, words]) => `${subject(name, summary, changes)} ${words}`)
    .join(", ");
}

/** A number; where it is not of workbooks alone, what of. */
function subject(name: keyof PlanSummary, summary: PlanSummary, changes: readonly Change[]): string {
  const counts = (["workbook", "report", "folder"] as const).map((kind) => ({
    kind,
    number: changes.filter((change) => change.action === name && change.kind === kind).length,
  }));
  if (counts.every(({ kind, number }) => kind === "workbook" || number === 0)) return String(summary[name]);
  const parts = counts.filter(({ number }) => number > 0).map(({ kind, number }) => count(number, kind));
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
}

/** Whether applying the plan would write nothing; a plan with errors is never that. */
export function isNothingToDo(plan: Plan): boolean {
  const { create, update, publish, stamp, delete: deletes } = plan.summary;
  return (
    create + update + publish + stamp + deletes === 0 &&
    !plan.diagnostics.some((item) => item.severity === "error")
  );
}

/** `all 43 workbooks are as declared`. */
export function asDeclaredText({ unchanged }: PlanSummary): string {
  if (unchanged === 0) return "no workbook is declared";
  return unchanged === 1
    ? "the one workbook is as declared"
    : `all ${count(unchanged, "workbook")} are as declared`;
}
