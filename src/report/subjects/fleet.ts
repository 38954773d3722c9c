// An apply in waves: which targets are where, those that are alike in one row, and why the others are not done.

import {
  type ApplySummary,
  type FleetReport,
  isDone,
  isWhole,
  type Standing,
  type UnreadFile,
} from "../../model/index.ts";
import { type Document, type Group, type Line, type List, line } from "../document/document.ts";
import { count, listNames } from "../text/cells.ts";

/** Cells of the names of targets in one row. */
const NAMES = 60;
const REASONS: Group = { noun: "reason", rank: 0, folded: false };
const FILES: Group = { noun: "file", rank: 0, folded: false };

/** `reasons`: with what was not done, for those who did not see it happen. */
export function fleetDocument(report: FleetReport, { reasons }: { reasons: boolean }): Document {
  const { targets, waves } = report;
  const all = `${count(targets.length, "target")} in ${count(waves, "wave")}`;
  const done = targets.filter(isWhole).length;
  return {
    light: "none",
    verdict: done === targets.length ? [[all], ["all done"]] : [[`${done} of ${all} are done`]],
    lead: nextLines(report),
    details: [
      { head: ["wave", "targets", "state", "", "names"], rows: rowsOf(report) },
      ...(reasons ? reasonsOf(report) : []),
    ],
  };
}

/** A row for each wave and end. */
function rowsOf({ targets }: FleetReport): string[][] {
  const rows = new Map<string, { cells: readonly string[]; names: string[] }>();
  for (const standing of targets) {
    const cells = [standing.state, wordsOf(standing)];
    const key = [standing.wave, ...cells].join("\n");
    const row = rows.get(key) ?? { cells: [`${standing.wave}`, ...cells], names: [] };
    row.names.push(standing.target);
    rows.set(key, row);
  }
  return [...rows.values()].map(({ cells: [wave = "", ...cells], names }) => [
    ...[wave, `${names.length}`, ...cells, listNames(names, NAMES)],
  ]);
}

/** What to do next if not all of it is done. */
function nextLines({ targets }: FleetReport): Line[] {
  if (targets.every(isWhole)) return [];
  const held = targets.find(({ state }) => state === "refused");
  if (!held) return [line`Run it again to go on: those that are done have nothing left to do.`];
  // Nothing goes on by itself where somebody has to decide.
  const plan = { command: `boardwright plan --target ${wordOf(held.target)}` };
  return [
    line`Decide the hazards first: ${plan} shows what would be lost, and how to keep it. Then run it again to go on.`,
  ];
}

/** As it can be pasted. */
function wordOf(target: string): string {
  return /^[\w.-]+$/.test(target) ? target : "NAME";
}

/** `eu-north: workbook sales: not allowed here`, for what was begun and is not done. */
function reasonsOf({ targets }: FleetReport): List[] {
  const list = targets.flatMap(({ target, report }) =>
    (report?.results ?? []).flatMap((result) => {
      const { kind, key, error, status } = result;
      const text = `${target}: ${kind} ${key}: ${error?.message ?? status}`;
      return isDone(result) ? [] : [{ head: [[text]], group: REASONS }];
    }),
  );
  return list.length > 0 ? [{ list }] : [];
}

/** The files of jobs that are left out. */
export function unreadDocument(unread: readonly UnreadFile[]): Document {
  const list = unread.map(({ file, message }) => ({ head: [[{ code: file }], [message]], group: FILES }));
  return { light: "none", verdict: [], lead: [line`Left out:`, { list }] };
}

function wordsOf({ report, error }: Standing): string {
  if (error) return error.message;
  return report ? sumUp(report.summary) : "";
}

function sumUp(summary: ApplySummary): string {
  const parts = Object.entries(summary).filter(([name, number]) => number > 0 && name !== "unchanged");
  return parts.map(([name, number]) => `${number} ${name}`).join(", ");
}
