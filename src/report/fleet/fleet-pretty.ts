// An apply in waves for people at a terminal: which targets are where, those that are alike in one line.

import type { FleetReport } from "../../model/index.ts";
import { listNames } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { renderTable, type TableStyle } from "../text/table.ts";
import { standingEnd, standingReasons, standingRows } from "./standings.ts";

/** Cells of the names of targets in one row. */
const NAMES = 60;

/** A row for each wave and end, and what to do next if not all of it is whole. Ends with a line end. */
export function renderFleet(report: FleetReport, style: TableStyle): string {
  const table = renderTable(
    ["wave", "targets", "state", "", "names"],
    standingRows(report).map(({ wave, state, words, names }) => [
      ...[String(wave), String(names.length), state, words, listNames(names, NAMES)],
    ]),
    style,
  );
  const { bold } = paintWith(style.color);
  return `${table}\n${bold(standingEnd(report))}\n`;
}

/** The same with what was not done, for those who did not see it happen. Ends with a line end. */
export function renderFleetWhole(report: FleetReport, style: TableStyle): string {
  const reasons = standingReasons(report).map((line) => `${escapeTerminal(line)}\n`);
  return [renderFleet(report, style), ...(reasons.length > 0 ? [reasons.join("")] : [])].join("\n");
}
