// What an apply did, in words for the terminal and markdown: one failure, the summary in a sentence, what is left to do.
// Everything is escaped for a terminal.

import {
  type ApplyReport,
  isStillEmpty,
  isWritten,
  NOT_CONVERGED,
  type Result,
  type ResultError,
  STAMP_NOT_KEPT,
  writeJson,
} from "../../model/index.ts";
import type { Code, Words } from "../document/document.ts";
import { count, listCounts, listNames } from "../text/cells.ts";
import { escapeTerminal, readableLines } from "../text/escape.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { kindPrefix } from "./change-title.ts";

const NAMES_WIDTH = 80;

/** Of so many changes the notes are shown, of others their names. */
const NOTED = 3;

/** More failures of one cause are told as one. */
const ALIKE = 4;

/** What was not done, by its reason: the same message about other keys is one reason, if there are more than a few of them. */
export function failuresByCause(results: readonly Result[]): [Result, ...Result[]][] {
  const byCause = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    if (result.status !== "failed" && result.status !== "stale") continue;
    const { kind, key, status, error } = result;
    const cause = writeJson([kind, status, error?.code, error?.message.split(key).join("\0")]);
    const group = byCause.get(cause);
    if (group) group.push(result);
    else byCause.set(cause, [result]);
  }
  return [...byCause.values()].flatMap((group): [Result, ...Result[]][] =>
    group.length >= ALIKE ? [group] : group.map((result) => [result]),
  );
}

const STALE_ADVICE = "Run `boardwright plan` again to see what is there now.";
const STALE_UNDO_ADVICE = "Roll back again: the plan shows what is there now.";

/** One failure: its message, and its details indented. */
export function failureCode(result: Result, { undoes }: Pick<ApplyReport, "undoes"> = {}): Code {
  const { status, error, kind, key } = result;
  const isStale = status === "stale";
  const unknown = isStale ? "it changed since it was planned" : "the reason is unknown";
  const message = error?.message ?? unknown;
  const name = kindPrefix(kind) + key;
  const named = message.includes(name) ? message : `${name}: ${message}`;
  const lines = error ? details(error) : [];
  // The way out of a stale plan is always the same, so it is shown even if the error has no details.
  if (isStale && lines.length === 0) lines.push(undoes === undefined ? STALE_ADVICE : STALE_UNDO_ADVICE);
  const lead: Words = [{ tone: "red", text: isStale ? "stale:" : "error:" }, ` ${named}`];
  return { code: [lead, ...lines.map((text) => [`  ${text}`])] };
}

function details({ details: lines = [], requestId, code }: ResultError): string[] {
  const about = [
    ...(lines.length === 0 && code !== "stale" ? [code] : []),
    ...(requestId !== undefined && !lines.some((line) => line.includes(requestId))
      ? [`request ${requestId}`]
      : []),
  ];
  return [...lines.flatMap(readableLines), ...(about.length === 0 ? [] : [about.join("   ")])];
}

/**
 * `Applied 3 of 3 in 1.4 s: 2 updated, 1 created, 1 published. 43 were already right.` What was written counts as applied, also if the
 * platform did not keep all of it: that is said by itself.
 */
export function applySentence({ summary, results, elapsedMs, interrupted }: ApplyReport): string {
  const todo = results.filter((result) => result.action !== "orphaned");
  if (todo.length === 0 && !interrupted) return `Nothing to apply. ${alreadyRight(summary.unchanged)}`.trim();
  const empty = todo.filter(isStillEmpty).length;
  const did = listCounts([
    [summary.updated, "updated"],
    [summary.created, "created"],
    [empty, "created, still empty"],
    [summary.renamed ?? 0, "renamed"],
    [summary.published, "published"],
    [summary.stamped, "stamped"],
    [summary.deleted, "deleted"],
  ]);
  const lead = `${interrupted ? "Interrupted: applied" : "Applied"} ${todo.filter(isWritten).length} of ${todo.length}`;
  const sentences = [`${lead} in ${seconds(elapsedMs)}${did === "" ? "" : `: ${did}`}.`];
  const not = listCounts([
    [
      todo.filter((result) => result.status === "failed" && !isInPart(result) && !result.maybeWritten).length,
      "failed",
    ],
    [
      todo.filter((result) => result.maybeWritten && !isInPart(result)).length,
      "without an answer, and perhaps written",
    ],
    [todo.filter(({ status }) => status === "stale").length, "stale"],
    [summary.skipped - empty, "skipped"],
  ]);
  if (not !== "") sentences.push(`${not}.`);
  const unkept = listCounts([
    [todo.filter(({ draftWritten }) => draftWritten).length, "written, but not published"],
    [withError(todo, STAMP_NOT_KEPT), "without the stamp of this run"],
    [withError(todo, NOT_CONVERGED), "not stored as sent"],
  ]);
  if (unkept !== "") sentences.push(`Failed in part: ${unkept}.`);
  sentences.push(alreadyRight(summary.unchanged));
  return sentences.filter((text) => text !== "").join(" ");
}

function withError(results: readonly Result[], code: string): number {
  return results.filter(({ error }) => error?.code === code).length;
}

function alreadyRight(unchanged: number): string {
  return unchanged === 0 ? "" : `${count(unchanged, "was", "were")} already right.`;
}

/** Whether something of it was written, though not all is as it was planned. */
function isInPart(result: Result): boolean {
  return result.draftWritten === true || isWritten(result);
}

/** `0.4 s`, `75 s`. */
function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

/**
 * Which workbooks wait for a review, which were not done and why, and where the backups are. Escaped for a terminal. `surroundings`: the
 * global options, for the end of a command.
 */
export function applyRest(outcome: ApplyReport, surroundings = ""): string[] {
  const lines: string[] = [];
  const waiting = outcome.results.filter(({ status }) => status === "awaiting-review").map(keyText);
  if (waiting.length > 0) {
    const they = waiting.length === 1 ? "it is" : "they are";
    lines.push(`Waiting for a review on the platform before ${they} published: ${names(waiting)}.`);
  }
  lines.push(...notesText(outcome.results), ...leftText(outcome), ...undoText(outcome, { surroundings }));
  return lines;
}

/** What the platform made of it, sentences. Escaped for a terminal. */
export function notesText(results: readonly Result[]): string[] {
  const lines: string[] = [];
  const noted = results.filter(({ notes = [] }) => notes.length > 0);
  const notes = noted.slice(0, NOTED).flatMap((result) => result.notes ?? []);
  lines.push(...notes.map((note) => `${excerpt(note, 0, 500)}.`));
  const alike = noted.slice(NOTED).map(keyText);
  if (alike.length > 0) lines.push(`The platform did the like to ${names(alike)}.`);
  return lines;
}

/** What was not done, and why. */
function leftText({ results, interrupted, undoes }: ApplyReport): string[] {
  const lines: string[] = [];
  const skipped = new Map<string, string[]>();
  for (const result of results) {
    if (result.status !== "skipped" || result.action === "orphaned" || isStillEmpty(result)) continue;
    const why = excerpt(result.error?.message ?? "", 0, 200);
    skipped.set(why, [...(skipped.get(why) ?? []), keyText(result)]);
  }
  for (const [why, keys] of skipped) lines.push(`Not done: ${names(keys)}${why === "" ? "" : ` (${why})`}.`);
  const empty = results.filter(isStillEmpty).map(keyText);
  if (empty.length > 0)
    lines.push(
      `Created, still empty; running again fills ${empty.length === 1 ? "it" : "them"}: ${names(empty)}.`,
    );
  if (interrupted && skipped.size + empty.length > 0)
    lines.push(
      `Changes already started were finished. Run the same ${undoes === undefined ? "apply" : "rollback"} again to complete the rest.`,
    );
  return lines;
}

/**
 * Where the backups are, and what puts them back. Escaped for a terminal; commands are in backticks. `inJob`: read when the machine that
 * applied is gone.
 */
export function undoText(
  { results, backups, run, undoHazards = [], notKept }: ApplyReport,
  { surroundings = "", inJob = false }: { surroundings?: string | undefined; inJob?: boolean },
): string[] {
  const lines: string[] = [];
  if (backups !== undefined) {
    const allowed = undoHazards.length === 0 ? "" : ` --allow ${undoHazards.join(",")}`;
    const command = `\`boardwright rollback ${escapeTerminal(`${run}${allowed}${surroundings}`)}\``;
    // Of any other change that failed, some or none may have been written.
    const isUndoable = results.some((one) => isInPart(one) || isStillEmpty(one));
    const undo = isUndoable ? `Undo with ${command}.` : `If anything was written, ${command} puts it back.`;
    const folder = escapeTerminal(backups);
    if (run !== undefined && inJob) {
      const way = `bring the backups that the job kept to \`${folder}\` in a checkout, and run ${command}`;
      // A revert leaves what was created: no file declares it any more.
      const isReverted = !results.some((one) => one.action === "create" && isInPart(one));
      if (!isUndoable) lines.push(`If anything was written: ${way}.`);
      else lines.push(isReverted ? `Undo it by reverting the commit; or ${way}.` : `To undo it, ${way}.`);
    } else lines.push(`Before the change: ${folder}.${run === undefined ? "" : ` ${undo}`}`);
  }
  if (notKept !== undefined) {
    lines.push(`No record of this run is kept, so it cannot be rolled back: ${excerpt(notKept, 0, 500)}.`);
  }
  return lines;
}

function names(keys: readonly string[]): string {
  return listNames(keys, NAMES_WIDTH);
}

export function keyText({ kind, key }: Result): string {
  return kindPrefix(kind) + excerpt(key, 0, NAME_ROOM);
}
