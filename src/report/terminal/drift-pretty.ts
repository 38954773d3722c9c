// What changed outside Git, for people at a terminal: laid out as a plan is, each row from what the files say to what is live.

import type { Plan } from "../../model/index.ts";
import { changeBody } from "../change/change-body.ts";
import { hazardAdvice } from "../change/hazard-advice.ts";
import { count } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import {
  adviceLines,
  diagnosticsBlock,
  header,
  headline,
  keyColumn,
  type PlanPrettyOptions,
  widthOf,
} from "./plan-pretty.ts";

/** `drift`: a plan that holds edits only. The text ends with a line end. */
export function renderDriftPretty(drift: Plan, options: PlanPrettyOptions): string {
  const paint = paintWith(options.color);
  const width = widthOf(options);
  const keyRoom = keyColumn(drift.changes, width);
  const style = { paint, width: width - 6, marks: true, onlyEdits: true };
  const blocks = drift.changes.map((change) => {
    const body = changeBody(change, style).map(({ text }) => `      ${text}`.trimEnd());
    return [headline(change, keyRoom, width, paint), ...body].join("\n");
  });
  if (drift.diagnostics.length > 0) blocks.push(diagnosticsBlock(drift.diagnostics, paint));
  blocks.push(
    [
      paint.bold(`${driftTotals(drift)}.`),
      ...adviceLines(hazardAdvice(drift, { target: options.target }), width, paint),
    ].join("\n"),
  );
  return `${breakCommands([header(drift, options, width, paint), ...blocks].join("\n\n"))}\n`;
}

/** `2 workbooks and 1 report were edited outside Git, 43 workbooks were not`. */
export function driftTotals({ changes, summary, diagnostics }: Plan): string {
  const others = count(summary.unchanged, "workbook");
  if (changes.length === 0 && diagnostics.length > 0)
    return `Not all was compared; ${others} not edited outside Git`;
  if (changes.length === 0) return `Nothing was edited outside Git since the last apply: ${others} compared`;
  const kinds = (["workbook", "report"] as const).map((kind) => ({
    kind,
    number: changes.filter((change) => change.kind === kind).length,
  }));
  const edited = kinds.filter(({ number }) => number > 0).map(({ kind, number }) => count(number, kind));
  const rest = summary.unchanged === 0 ? "" : `, ${others} ${summary.unchanged === 1 ? "was" : "were"} not`;
  return `${edited.join(" and ")} ${changes.length === 1 ? "was" : "were"} edited outside Git${rest}`;
}
