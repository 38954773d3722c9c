// Edits made outside Git, for people at a terminal: laid out as a plan, each row from the declared value to the live one.

import type { Plan } from "../../model/index.ts";
import { hazardAdvice } from "../change/hazard-advice.ts";
import { driftTotals } from "../change/plan-words.ts";
import { breakCommands } from "../text/escape.ts";
import { changeLines, pageFor } from "./page.ts";
import { adviceLines, diagnosticsBlock, header, type PlanPrettyOptions } from "./plan-pretty.ts";

/** `drift`: a plan that holds edits only. The text ends with a line end. */
export function renderDriftPretty(drift: Plan, options: PlanPrettyOptions): string {
  const page = pageFor(drift.changes, options);
  const { paint } = page;
  const blocks = drift.changes.map((change) => changeLines(change, page, { onlyEdits: true }).join("\n"));
  if (drift.diagnostics.length > 0) blocks.push(diagnosticsBlock(drift.diagnostics, paint));
  const advice = hazardAdvice(drift, { target: options.target });
  blocks.push([paint.bold(`${driftTotals(drift)}.`), ...adviceLines(advice, page)].join("\n"));
  return `${breakCommands([header(drift, options, page), ...blocks].join("\n\n"))}\n`;
}
