// Where the targets of a fleet are after an apply: those that are alike in one row, and why the others are not done. Not escaped.

import { type ApplySummary, type FleetReport, isDone, isWhole, type Standing } from "../../model/index.ts";
import { count } from "../text/cells.ts";

export interface StandingRow {
  wave: number;
  state: Standing["state"];
  /** What was done there, or why not. */
  words: string;
  names: string[];
}

/** A row for each wave and end. */
export function standingRows({ targets }: FleetReport): StandingRow[] {
  const rows = new Map<string, StandingRow>();
  for (const standing of targets) {
    const { wave, state } = standing;
    const words = wordsOf(standing);
    const key = [wave, state, words].join("\n");
    const row = rows.get(key) ?? { wave, state, words, names: [] };
    row.names.push(standing.target);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** How much is done, and what to do next if not all of it is. */
export function standingEnd({ targets, waves }: FleetReport): string {
  const left = targets.filter((one) => !isWhole(one)).length;
  const all = `${count(targets.length, "target")} in ${count(waves, "wave")}`;
  if (left === 0) return `${all}: all done.`;
  const done = `${targets.length - left} of ${all} are done.`;
  const held = targets.find(({ state }) => state === "refused");
  // Nothing goes on by itself where somebody has to decide.
  return held
    ? `${done} Decide the hazards first: \`boardwright plan --target ${wordOf(held.target)}\` shows what would be lost, and how to keep it. Then run it again to go on.`
    : `${done} Run it again to go on: those have nothing left to do.`;
}

/** As it can be pasted. */
function wordOf(target: string): string {
  return /^[\w.-]+$/.test(target) ? target : "NAME";
}

/** Lines that are named, of a fleet that fails in one way. */
const REASONS = 20;

/** `eu-north: workbook sales: not allowed here`, for what was begun and is not done. */
export function standingReasons({ targets }: FleetReport): string[] {
  const lines = targets.flatMap(({ target, report }) =>
    (report?.results ?? []).flatMap((result) => {
      const { kind, key, error, status } = result;
      return isDone(result) ? [] : [`${target}: ${kind} ${key}: ${error?.message ?? status}`];
    }),
  );
  if (lines.length <= REASONS) return lines;
  return [...lines.slice(0, REASONS), `${lines.length - REASONS} more.`];
}

function wordsOf({ report, error }: Standing): string {
  if (error) return error.message;
  return report ? sumUp(report.summary) : "";
}

function sumUp(summary: ApplySummary): string {
  const parts = Object.entries(summary).filter(([name, number]) => number > 0 && name !== "unchanged");
  return parts.map(([name, number]) => `${number} ${name}`).join(", ");
}
