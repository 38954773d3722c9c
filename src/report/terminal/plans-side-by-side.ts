// The plans of several targets side by side: per workbook, what each target would do.

import { type Change, compareText, type Plan } from "../../model/index.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { totalsText } from "../change/plan-totals.ts";
import type { FailedTarget } from "../json/plans-json.ts";
import { count } from "../text/cells.ts";
import { escapeMarkdown, escapeTerminal } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { renderTable } from "../text/table.ts";

/** A table and the closing lines; only workbooks that differ from their files somewhere are listed. Ends with a line end. */
export function renderSideBySide(
  plans: readonly Plan[],
  failed: readonly FailedTarget[],
  { color }: { color: boolean },
): string {
  const rows = rowsOf(plans);
  const head = ["workbook", ...plans.map(({ target }) => escapeTerminal(target.name))];
  const table = rows.length > 0 ? [renderTable(head, rows, { color })] : [];
  const closing = closingLines(plans, failed).map(
    (line) => `${paintWith(color).bold(escapeTerminal(line))}\n`,
  );
  return [...table, closing.join("")].join("\n");
}

/** The same as a table of a comment. */
export function renderSideBySideMarkdown(plans: readonly Plan[], failed: readonly FailedTarget[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const head = ["workbook", ...plans.map(({ target }) => escapeMarkdown(target.name))];
  const rows = rowsOf(plans).map(([key = "", ...cells]) =>
    line([`<code>${escapeMarkdown(key)}</code>`, ...cells]),
  );
  const table = rows.length > 0 ? [[line(head), line(head.map(() => "---")), ...rows].join("\n")] : [];
  const closing = closingLines(plans, failed).map((text) => `- ${escapeMarkdown(text)}`);
  return `${[...table, closing.join("\n")].join("\n\n")}\n`;
}

function rowsOf(plans: readonly Plan[]): string[][] {
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

/** What no file declares is an orphan where it is live, and nothing elsewhere. */
function isDeclaration(change: Change | undefined): boolean {
  return change !== undefined && change.action !== "orphaned" && change.action !== "delete";
}

function wordsOf(change: Change): string {
  const { action, publish } = change;
  const hazards = ownHazards(change).map(({ code }) => code);
  const words = publish && action !== "publish" ? `${action}, publish` : action;
  return hazards.length > 0 ? `${words} (${hazards.join(", ")})` : words;
}

function closingLines(plans: readonly Plan[], failed: readonly FailedTarget[]): string[] {
  const lines = plans.map((plan) => {
    const errors = plan.diagnostics.filter(({ severity }) => severity === "error").length;
    const tail = errors > 0 ? `, ${count(errors, "error")}` : "";
    return `${plan.target.name}: ${totalsText(plan) || "nothing was compared"}${tail}.`;
  });
  return [...lines, ...failed.map(({ target }) => `${target}: could not be planned.`)];
}
