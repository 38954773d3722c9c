// Plans in markdown, as the command prints them: one as its review, several side by side.

import type { Plan } from "../../model/index.ts";
import { closingLines, type FailedTarget, rowsOf } from "../change/side-by-side.ts";
import { escapeMarkdown } from "../text/escape.ts";
import { joinDocument } from "./markdown-document.ts";
import { withGround } from "./policy-markdown.ts";
import type { ReviewSource } from "./review-links.ts";
import { reviewDocument } from "./review-markdown.ts";

/** Markdown as GitHub reads it; no text of a dashboard has any meaning in it. Ends with a line end. */
export function renderPlanMarkdown(plan: Plan, source: ReviewSource = {}): string {
  return joinDocument(plan.target.name, withGround(reviewDocument(plan, source), plan));
}

/** The plans of several targets as one table. Ends with a line end. */
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
