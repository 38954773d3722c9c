// The end of an apply: the summary in a sentence, failures whole, links to what is new, what is left to do and how to undo it.

import {
  type ApplyReport,
  isStillEmpty,
  isWritten,
  NOT_CONVERGED,
  type Plan,
  type Result,
  type ResultError,
  STAMP_NOT_KEPT,
  shorten,
  writeJson,
} from "../../model/index.ts";
import {
  type Block,
  type Code,
  type Document,
  type Group,
  type Inline,
  type Line,
  line,
  type Results,
  say,
  type Words,
} from "../document/document.ts";
import type { ReviewLinks } from "../review/links.ts";
import { findNamesakes } from "../review/rows.ts";
import { count, listCounts } from "../text/cells.ts";
import { readableLines } from "../text/escape.ts";

const NEW: Group = { noun: "new workbook", rank: 0, folded: false };
/** Of so many changes the notes are shown, of others their names. */
const NOTED = 3;
/** Characters of a reason in a row; the failure below has all of it. */
const WHY = 160;
/** More failures of one cause are told as one. */
const ALIKE = 4;

export interface ApplyOptions {
  /** The global options, for the end of a command. */
  surroundings?: string | undefined;
  /** Read when the machine that applied is gone, by who has not seen it. */
  inJob?: boolean | undefined;
  /** What was applied: it knows the titles. */
  plan?: Plan | undefined;
  live?: ReviewLinks["live"];
}

export function applyDocument(outcome: ApplyReport, options: ApplyOptions = {}): Document {
  const { results, interrupted } = outcome;
  const waiting = results.filter(({ status }) => status === "awaiting-review");
  const causes = failuresByCause(results);
  const isOpen = waiting.length > 0 || interrupted;
  const light = isOpen ? "decide" : "go";
  const they = waiting.length === 1 ? "it is" : "they are";
  return {
    light: causes.length > 0 ? "wrong" : light,
    verdict: [
      [applySentence(outcome).replace(/\.$/, "")],
      ...(options.inJob && waiting.length > 0
        ? [[{ strong: `${count(waiting.length, "waits", "wait")} for a review on the platform` }]]
        : []),
    ],
    ...(options.inJob && { results: otherwise(results, options) }),
    lead: [
      ...newLinks(outcome),
      ...(waiting.length > 0
        ? [line`Waiting for a review on the platform before ${they} published: ${namesOf(waiting)}.`]
        : []),
      ...noteLines(results),
      ...leftLines(outcome),
      ...undoLines(outcome, options),
    ],
    details: causes.flatMap(([first, ...others]): Block[] => [
      failureCode(first, outcome),
      ...(others.length > 0 ? [line`The same for ${others.length} more: ${namesOf(others)}.`] : []),
    ]),
  };
}

/** What is not as planned. */
function otherwise(results: readonly Result[], { plan, live }: ApplyOptions): Results {
  const known = new Map((plan?.changes ?? []).map(({ kind, key, title }) => [`${kind} ${key}`, title]));
  const all = results.map((result) => {
    const { kind, key, id } = result;
    const title = known.get(`${kind} ${key}`) ?? key;
    return {
      kind,
      key,
      title,
      url: kind === "workbook" && id !== null ? live?.(id, key) : undefined,
      result,
    };
  });
  const namesakes = findNamesakes(all);
  const rows = all.flatMap(({ result, ...called }, at) => {
    const what = standing(result);
    return what
      ? [{ ...what, called: { ...called, isNamesake: namesakes.has(all[at] as (typeof all)[0]) } }]
      : [];
  });
  const brief = { strong: `${count(rows.length, "change is", "changes are")} not as planned.` };
  return { title: "Not as planned", what: "What there is now", rows, brief: [brief] };
}

/** Undefined if it is as planned. */
function standing(result: Result): { sign: string; words: Words } | undefined {
  const { status, error, draftWritten, maybeWritten, published, action } = result;
  const why = error === undefined ? "" : `: ${shorten(error.message, WHY)}`;
  const before =
    action === "create" || published?.before === false
      ? "viewers see nothing of it yet"
      : "viewers see what was published before";
  if (status === "awaiting-review")
    return {
      sign: "🕓",
      words: [`its draft is written, and waits for a review on the platform: ${before}`],
    };
  if (maybeWritten) {
    const what = draftWritten
      ? "its draft is written, and whether it is published is"
      : "whether it was written is";
    const unknown = { strong: "unknown" };
    return { sign: "❓", words: say`${what} ${unknown}: the platform did not answer. Another plan shows it` };
  }
  if (draftWritten)
    return { sign: "❌", words: say`its draft is written, but ${{ strong: "not published" }}: ${before}` };
  if (error?.code === STAMP_NOT_KEPT || error?.code === NOT_CONVERGED)
    return { sign: "❌", words: [`written, but not as planned${why}`] };
  if (status === "failed" || status === "stale")
    return { sign: "❌", words: say`${{ strong: "not applied" }}${why}` };
  if (status !== "skipped" || action === "orphaned") return undefined;
  if (isStillEmpty(result)) return { sign: "⏸", words: ["created, still empty: running again fills it"] };
  return { sign: "⏸", words: [`not begun${why}`] };
}

function newLinks({ results, links }: ApplyReport): Block[] {
  const list = results.flatMap(({ kind, action, status, key }) => {
    const url = links.get(key);
    const isNew = kind === "workbook" && action === "create" && status !== "failed" && status !== "skipped";
    return isNew && url !== undefined ? [{ head: [["new"], [{ text: key, url }]], group: NEW }] : [];
  });
  return list.length > 0 ? [{ list }] : [];
}

/** What was not done, by its reason: the same message about other keys is one reason, if there are more than a few of them. */
function failuresByCause(results: readonly Result[]): [Result, ...Result[]][] {
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
  const { status, error } = result;
  const isStale = status === "stale";
  const unknown = isStale ? "it changed since it was planned" : "the reason is unknown";
  const message = error?.message ?? unknown;
  const name = keyOf(result);
  const isNamed = ` ${message} `.replaceAll(/[,:] /g, " ").includes(` ${name} `);
  const named = isNamed ? message : `${name}: ${message}`;
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
function applySentence({ summary, results, elapsedMs, interrupted }: ApplyReport): string {
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

/** What the platform made of it. */
function noteLines(results: readonly Result[]): Line[] {
  const noted = results.filter(({ notes = [] }) => notes.length > 0);
  const notes = noted.slice(0, NOTED).flatMap((result) => result.notes ?? []);
  const alike = noted.slice(NOTED);
  return [
    ...notes.map((note) => line`${note}.`),
    ...(alike.length > 0 ? [line`The platform did the like to ${namesOf(alike)}.`] : []),
  ];
}

/** What was not done, and why. */
function leftLines({ results, interrupted, undoes }: ApplyReport): Line[] {
  const skipped = new Map<string, Result[]>();
  for (const result of results) {
    if (result.status !== "skipped" || result.action === "orphaned" || isStillEmpty(result)) continue;
    const why = result.error?.message ?? "";
    skipped.set(why, [...(skipped.get(why) ?? []), result]);
  }
  const empty = results.filter(isStillEmpty);
  const command = undoes === undefined ? "apply" : "rollback";
  const it = empty.length === 1 ? "it" : "them";
  return [
    ...[...skipped].map(([why, some]) => line`Not done: ${namesOf(some)}${why === "" ? "" : ` (${why})`}.`),
    ...(empty.length > 0 ? [line`Created, still empty; running again fills ${it}: ${namesOf(empty)}.`] : []),
    ...(interrupted && skipped.size + empty.length > 0
      ? [line`Changes already started were finished. Run the same ${command} again to complete the rest.`]
      : []),
  ];
}

/** Where the backups are, and what puts them back. */
function undoLines(
  { results, backups, run, undoHazards = [], notKept }: ApplyReport,
  { surroundings = "", inJob = false }: ApplyOptions,
): Line[] {
  const kept =
    notKept === undefined
      ? []
      : [line`No record of this run is kept, so it cannot be rolled back: ${notKept}.`];
  if (backups === undefined) return kept;
  const folder = { code: backups };
  if (run === undefined) return [line`Before the change: ${folder}.`, ...kept];
  const allowed = undoHazards.length === 0 ? "" : ` --allow ${undoHazards.join(",")}`;
  const command = { command: `boardwright rollback ${run}${allowed}${surroundings}` };
  // Of any other change that failed, some or none may have been written.
  const isUndoable = results.some((one) => isInPart(one) || isStillEmpty(one));
  if (!inJob) {
    const undo = isUndoable
      ? say`Undo with ${command}.`
      : say`If anything was written, ${command} puts it back.`;
    return [line`Before the change: ${folder}. ${undo}`, ...kept];
  }
  const way = say`bring the backups that the job kept to ${folder} in a checkout, and run ${command}`;
  // A revert leaves what was created: no file declares it any more.
  const isReverted = !results.some((one) => one.action === "create" && isInPart(one));
  if (!isUndoable) return [line`If anything was written: ${way}.`, ...kept];
  return [
    isReverted ? line`Undo it by reverting the commit; or ${way}.` : line`To undo it, ${way}.`,
    ...kept,
  ];
}

function namesOf(results: readonly Result[]): Inline {
  return { names: results.map(keyOf) };
}

function keyOf({ kind, key }: Result): string {
  return kind === "workbook" ? key : `${kind} ${key}`;
}
