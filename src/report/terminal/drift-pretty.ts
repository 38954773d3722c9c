// Edits made outside Git, for people at a terminal: laid out as a plan, and read in the direction in which they were made.

import type { Plan } from "../../model/index.ts";
import { allowAllAdvice, hazardAdvice } from "../change/hazard-advice.ts";
import { DRIFT_DIRECTION, driftTotals, hasDirection } from "../change/plan-words.ts";
import { inReadingOrder } from "../change/reading-order.ts";
import { turned } from "../change/turned.ts";
import { breakCommands } from "../text/escape.ts";
import { ownersText } from "../text/owners.ts";
import { excerpt } from "../text/value-text.ts";
import { changeLines, pageFor } from "./page.ts";
import { adviceLines, diagnosticsBlock, header, type PlanPrettyOptions, policyLines } from "./plan-pretty.ts";

/** Characters. */
const OWNERS = 120;

/** `drift`: a plan that holds edits only. The text ends with a line end. */
export function renderDriftPretty(drift: Plan, options: PlanPrettyOptions): string {
  const page = pageFor(drift.changes, options);
  const { paint } = page;
  const blocks = inReadingOrder(drift.changes).map((change) => {
    const options = { body: turned(change), onlyEdits: true, toLive: true };
    const [headline = "", ...body] = changeLines(change, page, options);
    const owners = change.owners ? [`      owner ${excerpt(ownersText(change.owners), 0, OWNERS)}`] : [];
    return [headline, ...owners.map(paint.dim), ...body].join("\n");
  });
  const lead = [header(drift, options, page), ...policyLines(drift, page)].join("\n");
  const head = hasDirection(drift) ? `${lead}\n${paint.dim(DRIFT_DIRECTION)}` : lead;
  if (drift.diagnostics.length > 0) blocks.push(diagnosticsBlock(drift.diagnostics, options.color));
  const advice = adviceLines(hazardAdvice(drift, options), allowAllAdvice(drift, options), page);
  blocks.push([paint.bold(`${driftTotals(drift)}.`), ...advice].join("\n"));
  return `${breakCommands([head, ...blocks].join("\n\n"))}\n`;
}
