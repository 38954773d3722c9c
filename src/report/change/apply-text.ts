// What an apply did, in words that the terminal and markdown show: one failure, the sentence that sums up, what is left to do.
// Everything is escaped for a terminal.

import type { ApplyReport, Result, ResultError } from "../../model/index.ts";
import { listCounts, listNames } from "../text/cells.ts";
import { escapeTerminal, readableLines } from "../text/escape.ts";
import type { Paint } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import { NAME_ROOM } from "./field-row.ts";

const NAMES_WIDTH = 80;

/** What is known of one failure: its message, and lines that are indented. Escaped for a terminal. */
export function applyFailure(result: Result, paint: Paint): string {
  const isStale = result.status === "stale";
  const unknown = isStale ? "it changed since it was planned" : "nothing is known of why it failed";
  const message = naming(excerpt(result.error?.message ?? unknown, 0, 1000), keyText(result));
  const lines = result.error ? details(result.error) : [];
  // The way out of a stale plan is always the same, so it is said even where whoever failed did not.
  if (isStale && lines.length === 0) lines.push("  Run `boardwright plan` again to see what is there now.");
  return [`${paint.red(isStale ? "stale:" : "error:")} ${message}`, ...lines].join("\n");
}

/** The message as it is where it names the workbook, else behind its name. */
function naming(message: string, key: string): string {
  return message.includes(key) ? message : `${key}: ${message}`;
}

function details({ details: lines = [], requestId, code }: ResultError): string[] {
  const shown = lines.flatMap(readableLines).map((line) => `  ${excerpt(line, 0, 2000)}`);
  const about = [];
  if (lines.length === 0 && code !== "stale") about.push(escapeTerminal(code));
  if (requestId !== undefined && !lines.some((line) => line.includes(requestId))) {
    about.push(`request ${excerpt(requestId, 0, NAME_ROOM)}`);
  }
  return about.length === 0 ? shown : [...shown, `  ${about.join("   ")}`];
}

/** `Applied 3 of 3 in 1.4 s: 2 updated, 1 created, 1 published. 43 were already right.` */
export function applySentence({ summary, results, elapsedMs, interrupted }: ApplyReport): string {
  const todo = results.filter((result) => result.action !== "orphaned");
  const done = todo.filter((result) => result.status === "applied" || result.status === "awaiting-review");
  const stale = todo.filter((result) => result.status === "stale").length;
  if (todo.length === 0 && !interrupted) return `Nothing to apply. ${alreadyRight(summary.unchanged)}`.trim();
  const did = listCounts([
    [summary.updated, "updated"],
    [summary.created, "created"],
    [summary.published, "published"],
    [summary.stamped, "stamped"],
    [summary.deleted, "deleted"],
  ]);
  const lead = `${interrupted ? "Interrupted: applied" : "Applied"} ${done.length} of ${todo.length}`;
  const sentences = [`${lead} in ${seconds(elapsedMs)}${did === "" ? "" : `: ${did}`}.`];
  const failed = todo.filter((result) => result.status === "failed").length;
  const not = listCounts([
    [failed, "failed"],
    [stale, "stale"],
    [summary.skipped, "skipped"],
  ]);
  if (not !== "") sentences.push(`${not}.`);
  sentences.push(alreadyRight(summary.unchanged));
  return sentences.filter((text) => text !== "").join(" ");
}

function alreadyRight(unchanged: number): string {
  if (unchanged === 0) return "";
  return `${unchanged} ${unchanged === 1 ? "was" : "were"} already right.`;
}

/** `0.4 s`, `75 s`: seconds, with a tenth below ten. */
function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function waiting(results: readonly Result[]): string[] {
  const keys = results.filter(({ status }) => status === "awaiting-review").map(keyText);
  if (keys.length === 0) return [];
  return [
    `Waiting for a review on the platform before ${keys.length === 1 ? "it is" : "they are"} published: ${names(keys)}.`,
  ];
}

/** What waits for a review, what was not done and why, and where the backups are. Escaped for a terminal. */
export function applyRest({ results, interrupted, backups, run, notKept }: ApplyReport): string[] {
  const lines = waiting(results);
  const skipped = new Map<string, string[]>();
  for (const result of results) {
    if (result.status !== "skipped" || result.action === "orphaned") continue;
    const why = excerpt(result.error?.message ?? "", 0, 200);
    const keys = skipped.get(why) ?? [];
    keys.push(keyText(result));
    skipped.set(why, keys);
  }
  for (const [why, keys] of skipped) lines.push(`Not done: ${names(keys)}${why === "" ? "" : ` (${why})`}.`);
  if (interrupted && skipped.size > 0)
    lines.push("What was begun is finished. Running the same apply again completes the rest.");
  if (backups !== undefined) {
    const undo = run === undefined ? "" : ` Undo with \`boardwright rollback ${escapeTerminal(run)}\`.`;
    lines.push(`Before the change: ${escapeTerminal(backups)}.${undo}`);
  }
  if (notKept !== undefined) {
    lines.push(`No record of this run is kept, so it cannot be rolled back: ${excerpt(notKept, 0, 500)}.`);
  }
  return lines;
}

function names(keys: readonly string[]): string {
  return listNames(keys, NAMES_WIDTH);
}

function keyText({ kind, key }: Result): string {
  const name = excerpt(key, 0, NAME_ROOM);
  return kind === "workbook" ? name : `${kind} ${name}`;
}
