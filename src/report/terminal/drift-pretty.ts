// Edits made outside Git, for people at a terminal: laid out as a plan, and read in the same direction.

import type { Plan } from "../../model/index.ts";
import { hazardAdvice } from "../change/hazard-advice.ts";
import { DRIFT_DIRECTION, driftTotals } from "../change/plan-words.ts";
import { breakCommands } from "../text/escape.ts";
import { changeLines, pageFor } from "./page.ts";
import { adviceLines, diagnosticsBlock, header, type PlanPrettyOptions } from "./plan-pretty.ts";

/** `drift`: a plan that holds edits only. The text ends with a line end. */
export function renderDriftPretty(drift: Plan, options: PlanPrettyOptions): string {
  const page = pageFor(drift.changes, options);
  const { paint } = page;
  const blocks = drift.changes.map((change) => changeLines(change, page, { onlyEdits: true }).join("\n"));
  const lead = header(drift, options, page);
  const head = blocks.length === 0 ? lead : `${lead}\n${paint.dim(DRIFT_DIRECTION)}`;
  if (drift.diagnostics.length > 0) blocks.push(diagnosticsBlock(drift.diagnostics, paint));
  const advice = hazardAdvice(drift, { target: options.target });
  blocks.push([paint.bold(`${driftTotals(drift)}.`), ...adviceLines(advice, page)].join("\n"));
  return `${breakCommands([head, ...blocks].join("\n\n"))}\n`;
}
