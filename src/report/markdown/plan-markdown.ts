// A plan in markdown, as the command prints it.

import type { Plan } from "../../model/index.ts";
import { writeDocument } from "../document/markdown-document.ts";
import { markdownCode } from "../document/markdown-text.ts";
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
  const rest = markdownCode("boardwright plan --format html", NAME_ROOM);
  const fit = limit === undefined ? undefined : { limit, measure: ({ length }: string) => length, rest };
  return writeDocument(plan.target.name, document, fit);
}
