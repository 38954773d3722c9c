// The plans of several targets as one table, for people at a terminal.

import type { Plan } from "../../model/index.ts";
import { COLUMN, closingLines, columnsOf, rowsOf } from "../change/side-by-side.ts";
import type { FailedTarget } from "../text/by-target.ts";
import { listNames } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { renderTable, type TableStyle } from "../text/table.ts";

/** The table, if any workbook differs, and a closing line for each target. Ends with a line end. */
export function renderSideBySide(
  plans: readonly Plan[],
  failed: readonly FailedTarget[],
  { color, width }: TableStyle,
): string {
  const rows = rowsOf(plans);
  const columns = columnsOf(plans, rows);
  const head = ["workbook", ...columns.map(({ names }) => escapeTerminal(listNames(names, COLUMN)))];
  const body = rows.map(([key = ""], at) => [key, ...columns.map(({ cells }) => cells[at] ?? "")]);
  const table = rows.length > 0 ? [renderTable(head, body, { color, width })] : [];
  const { bold } = paintWith(color);
  const closing = closingLines(plans, failed).map((line) => `${bold(escapeTerminal(line))}\n`);
  return [...table, closing.join("")].join("\n");
}
