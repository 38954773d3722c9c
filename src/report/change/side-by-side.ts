// The plans of several targets side by side: per workbook, what each target would do.

import { type Change, compareText, type Plan } from "../../model/index.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { ownHazards } from "./hazard-advice.ts";
import { totalsText } from "./plan-words.ts";

/** A target without a plan, and why. */
export interface FailedTarget {
  target: string;
  error: { code: string; message: string; details: readonly string[] };
}

/** A row for each workbook that differs from its files somewhere: its key, and the action per target. Not escaped. */
export function rowsOf(plans: readonly Plan[]): string[][] {
  const changes = plans.map(
    (plan) =>
      new Map(plan.changes.filter(({ kind }) => kind === "workbook").map((change) => [change.key, change])),
  );
  const keys = [...new Set(changes.flatMap((ofPlan) => [...ofPlan.keys()]))].sort(compareText);
  return keys.map((key) => {
    const isDeclared = changes.some((ofPlan) => isDeclaration(ofPlan.get(key)));
    const cells = plans.map((plan, index) => {
      const change = changes[index]?.get(key);
      if (change) return wordsOf(change);
      const isLeftOut = plan.diagnostics.some(({ slug, severity }) => slug === key && severity === "error");
      return isLeftOut ? "left out" : isDeclared ? "unchanged" : "";
    });
    return [key, ...cells];
  });
}

/** A workbook that no file declares is an orphan at the targets that have it, and nothing at the others. */
function isDeclaration(change: Change | undefined): boolean {
  return change !== undefined && change.action !== "orphaned" && change.action !== "delete";
}

function wordsOf(change: Change): string {
  const { action, publish } = change;
  const hazards = ownHazards(change).map(({ code }) => code);
  const words = publish && action !== "publish" ? `${action}, publish` : action;
  return hazards.length > 0 ? `${words} (${hazards.join(", ")})` : words;
}

/** The totals of each plan, and the targets that have none. Not escaped. */
export function closingLines(plans: readonly Plan[], failed: readonly FailedTarget[]): string[] {
  const lines = plans.map((plan) => {
    const errors = plan.diagnostics.filter(isError).length;
    const tail = errors > 0 ? `, ${count(errors, "error")}` : "";
    return `${plan.target.name}: ${totalsText(plan) || "nothing was compared"}${tail}.`;
  });
  return [...lines, ...failed.map(({ target }) => `${target}: could not be planned.`)];
}
