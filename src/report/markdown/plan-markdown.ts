// Plans in markdown, as the command prints them: one as its review, several side by side.

import type { Plan } from "../../model/index.ts";
import { COLUMN, closingLines, columnsOf, rowsOf } from "../change/side-by-side.ts";
import { fitSections, headline, joinDocument } from "../document/markdown-document.ts";
import { markdownCode } from "../document/markdown-text.ts";
import type { FailedTarget } from "../text/by-target.ts";
import { listNames } from "../text/cells.ts";
import { escapeMarkdown } from "../text/escape.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import { withGround } from "./policy-markdown.ts";
import type { ReviewSource } from "./review-links.ts";
import { reviewDocument } from "./review-markdown.ts";

export interface PlanMarkdownOptions extends ReviewSource {
  /** UTF-16 units that it is cut to, as a comment is; without it nothing is left out. */
  limit?: number | undefined;
}

/** Markdown as GitHub reads it; no text of a dashboard has any meaning in it. Ends with a line end. */
export function renderPlanMarkdown(plan: Plan, { limit, ...source }: PlanMarkdownOptions = {}): string {
  const document = withGround(reviewDocument(plan, source), plan);
  if (limit === undefined) return joinDocument(plan.target.name, document);
  const { verdict, lead, overview, sections } = document;
  return fitSections(
    { head: [headline(plan.target.name, [document], verdict), ...lead], overview, tail: [] },
    sections,
    {
      limit,
      measure: (text) => text.length,
      rest: markdownCode("boardwright plan --format html", NAME_ROOM),
    },
  );
}

/** The plans of several targets as one table. Ends with a line end. */
export function renderSideBySideMarkdown(plans: readonly Plan[], failed: readonly FailedTarget[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const found = rowsOf(plans);
  const columns = columnsOf(plans, found);
  const head = ["workbook", ...columns.map(({ names }) => escapeMarkdown(listNames(names, COLUMN)))];
  const rows = found.map(([key = ""], at) =>
    line([`<code>${escapeMarkdown(key)}</code>`, ...columns.map(({ cells }) => cells[at] ?? "")]),
  );
  const table = rows.length > 0 ? [[line(head), line(head.map(() => "---")), ...rows].join("\n")] : [];
  const closing = closingLines(plans, failed).map((text) => `- ${escapeMarkdown(text)}`);
  return `${[...table, closing.join("\n")].join("\n\n")}\n`;
}
