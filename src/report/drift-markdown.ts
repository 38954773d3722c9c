// What was edited outside Git, as the body of an issue: the plan of a drift, in words about drift.

import type { Plan } from "../model/index.ts";
import { count } from "./cells.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { escapeMarkdown } from "./escape.ts";
import type { MarkdownDocument } from "./markdown-document.ts";
import { changeSections, hazardLead } from "./plan-markdown.ts";
import { excerpt } from "./value-text.ts";

/** The title of the issue: plain text to GitHub, without a mention or a line end. The same for the same target. */
export function driftTitle(target: string): string {
  return `Dashboards of ${excerpt(target, 0, 60).replaceAll("@", "@\u200b")} were edited outside Git`;
}

/** `plan`: the changes that were made outside Git, and no others. */
export function driftDocument(plan: Plan): MarkdownDocument {
  const number = plan.changes.length;
  const verdict =
    number === 0 ? "nothing was edited outside Git" : `${count(number, "change")} made outside Git`;
  return {
    verdict: [escapeMarkdown(verdict)],
    lead: hazardLead(plan),
    sections: [...changeSections(plan), ...diagnosticSections(plan.diagnostics)],
  };
}
