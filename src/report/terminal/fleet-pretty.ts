// An apply in waves for people at a terminal: which targets are where, those that are alike in one line.

import type { ApplySummary, FleetReport, Standing } from "../../model/index.ts";
import { count, listNames } from "../text/cells.ts";
import { escapeTerminal } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { renderTable, type TableStyle } from "../text/table.ts";

/** Cells of the names of targets in one row. */
const NAMES = 60;

/** A row for each wave and end, and what to do next if not all of it is whole. Ends with a line end. */
export function renderFleet({ targets, waves }: FleetReport, style: TableStyle): string {
  const rows = new Map<string, { cells: string[]; names: string[] }>();
  for (const standing of targets) {
    const cells = [String(standing.wave), standing.state, wordsOf(standing)];
    const key = cells.join("\n");
    const row = rows.get(key) ?? { cells, names: [] };
    row.names.push(escapeTerminal(standing.target));
    rows.set(key, row);
  }
  const table = renderTable(
    ["wave", "targets", "state", "", "names"],
    [...rows.values()].map(({ cells: [wave = "", state = "", words = ""], names }) => [
      ...[wave, String(names.length), state, words, listNames(names, NAMES)],
    ]),
    style,
  );
  const { bold } = paintWith(style.color);
  const left = targets.filter(({ state }) => state !== "applied" && state !== "unchanged").length;
  const inWaves = waves === 1 ? "1 wave" : `${waves} waves`;
  const end =
    left === 0
      ? `${count(targets.length, "target")} in ${inWaves}: all done.`
      : `${targets.length - left} of ${count(targets.length, "target")} in ${inWaves} are done. Run it again to go on: those have nothing left to do.`;
  return `${table}\n${bold(end)}\n`;
}

function wordsOf({ report, error }: Standing): string {
  if (error) return escapeTerminal(error.message);
  return report ? sumUp(report.summary) : "";
}

function sumUp(summary: ApplySummary): string {
  const parts = Object.entries(summary).filter(([name, number]) => number > 0 && name !== "unchanged");
  return parts.map(([name, number]) => `${number} ${name}`).join(", ");
}
