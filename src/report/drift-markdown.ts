// What changed outside Git, as a comment or an issue: a verdict one can read on a phone, then one folded section per workbook.

import type { Plan } from "../model/index.ts";
import { driftTotals } from "./drift-pretty.ts";
import { escapeMarkdown } from "./escape.ts";
import { NAME_ROOM } from "./field-row.ts";
import { hazardAdvice } from "./hazard-advice.ts";
import { adviceText, diagnosticList, name, section } from "./plan-markdown.ts";

/** `drift`: a plan that holds edits only. No text of a dashboard has any meaning in it. Ends with a line end. */
export function renderDriftMarkdown(drift: Plan): string {
  const blocks = [
    `**${name(drift.target.name, NAME_ROOM)}**: ${escapeMarkdown(driftTotals(drift))}`,
    ...drift.changes.map((change) => section(change, { onlyEdits: true })),
    ...hazardAdvice(drift).map(adviceText),
  ];
  if (drift.diagnostics.length > 0) blocks.push(diagnosticList(drift));
  return `${blocks.join("\n\n")}\n`;
}
