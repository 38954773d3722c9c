// Edits made outside Git, in markdown: a verdict that can be read on a phone, then one folded section per workbook.

import type { Plan } from "../../model/index.ts";
import { DRIFT_DIRECTION, driftTotals, hasDirection } from "../change/plan-words.ts";
import { inReadingOrder } from "../change/reading-order.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { escapeMarkdown } from "../text/escape.ts";
import { excerpt } from "../text/value-text.ts";
import { diagnosticSections } from "./diagnostic-markdown.ts";
import { joinDocument, type MarkdownDocument } from "./markdown-document.ts";
import { changeSection, hazardLead } from "./plan-markdown.ts";
import { withGround } from "./policy-markdown.ts";

/** The title of the issue: plain text to GitHub, without a mention or a line end. The same for the same target. */
export function driftTitle(target: string): string {
  return `Dashboards of ${excerpt(target, 0, 60).replaceAll("@", "@\u200b")} were edited outside Git`;
}

/** `drift`: a plan that holds edits only. No text of a dashboard has any meaning in it. Ends with a line end. */
export function renderDriftMarkdown(drift: Plan, source: PlanSource = {}): string {
  return joinDocument(drift.target.name, withGround(driftDocument(drift, source), drift));
}

/** The same in pieces, for an issue. */
export function driftDocument(drift: Plan, source: PlanSource = {}): MarkdownDocument {
  return {
    verdict: [escapeMarkdown(driftTotals(drift))],
    lead: [...(hasDirection(drift) ? [`<sub>${DRIFT_DIRECTION}</sub>`] : []), ...hazardLead(drift, source)],
    sections: [
      ...inReadingOrder(drift.changes).map((change) => changeSection(change, { onlyEdits: true })),
      ...diagnosticSections(drift.diagnostics),
    ],
  };
}
