// How one change can fail without stopping the others.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  NOT_CONVERGED,
  nameSome,
  type Result,
  type ResultError,
  readStamp,
  STAMP_NOT_KEPT,
  type Stamp,
  shorten,
  stampToJson,
  writeJson,
} from "../model/index.ts";
import { type Difference, isSame } from "../plan/index.ts";
import { PlatformError } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";

/** Of many differences of one workbook, so many are told. */
const SHOWN = 5;

/** The live state is no longer the one that was planned from: writing would overwrite what nobody saw. */
export class StaleError extends Error {}

/** Ctrl-C came while a change was only read. */
class NotBegunError extends Error {}

export const INTERRUPTED: ResultError = {
  code: "interrupted",
  message: "interrupted before it was started",
};
export const STILL_EMPTY: ResultError = {
  code: "interrupted",
  message: "created, still empty; running again fills it",
};

/** Called right before the first write of a change: nothing is begun after Ctrl-C. */
export function requireGoingOn({ stop }: Pick<ApplyContext, "stop">): void {
  if (stop?.aborted) throw new NotBegunError();
}

/** A step failed for a reason of our own, with a code for scripts. */
export class StepError extends Error {
  readonly code: string;
  readonly details: readonly string[];

  constructor(code: string, message: string, details: readonly string[], cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.details = details;
  }
}

/** The error as an outcome; a bug of ours is rethrown. */
function toFailure(error: unknown, attempts: number): Pick<Result, "status" | "error"> {
  // Only a workbook that was made for its reports has cost a request by then.
  if (error instanceof NotBegunError)
    return { status: "skipped", error: attempts === 0 ? INTERRUPTED : STILL_EMPTY };
  if (error instanceof StaleError) {
    return { status: "stale", error: { code: "stale", message: error.message } };
  }
  if (!(error instanceof StepError || error instanceof PlatformError)) throw error;
  const { code, message, details } = error;
  const requestId = (error instanceof PlatformError && error.requestId) || undefined;
  return { status: "failed", error: { code, message, details: [...details], requestId } };
}

/** Whether the platform said neither yes nor no. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof PlatformError && (error.status === undefined || error.status >= 500);
}

/**
 * Carries out a change and returns its result. `run` writes what it learns into the result, and calls `onAttempt` for each request
 * that writes. Never rejects because of the platform or the file system: the other changes go on.
 */
export async function attempt(
  { kind, key, action, id }: Change,
  run: (result: Result, onAttempt: () => void) => Promise<void>,
): Promise<Result> {
  const result: Result = { kind, key, action, status: "applied", attempts: 0, id };
  const onAttempt = () => {
    result.attempts += 1;
  };
  try {
    await run(result, onAttempt);
    return result;
  } catch (error) {
    return {
      ...result,
      ...(isUnanswered(error) && result.attempts > 0 && { maybeWritten: true }),
      ...toFailure(error, result.attempts),
    };
  }
}

/**
 * The platform accepted a write and answered something else; `differences` go from what was sent to what came back, and `done` is what did
 * happen ("created and published").
 */
export function didNotConverge(
  slug: string,
  differences: readonly Difference[],
  done = "written",
): StepError {
  const message = `${slug} was ${done}, but the platform did not store all of it as sent`;
  return new StepError(NOT_CONVERGED, message, [
    ...tellDifferences(differences, ["asked for", "the platform answered"]),
    "Write the platform's value into the file, or list the path under `ignore` in boardwright.yaml.",
  ]);
}

/** A line each, with both sides; of many the first few. */
export function tellDifferences(
  differences: readonly Difference[],
  [before, after]: readonly [string, string],
): string[] {
  const lines = differences
    .slice(0, SHOWN)
    .map((one) => `${one.path}: ${before} ${short(one.before)}, ${after} ${short(one.after)}`);
  return differences.length > SHOWN ? [...lines, `and ${differences.length - SHOWN} more`] : lines;
}

/** Of what was planned as new and was there, and was not stopped at. */
export function noteFound(name: string, id: number): string {
  return `${name}: it was live already, as ${id}, though no list showed it`;
}

/** Of a creation whose write was refused after its claim. */
export function noteEmpty(name: string): string {
  return `${name}: it is there and empty; the next apply fills it`;
}

/** What the platform did with some places ("trimmed"), as a note of a result; none if there are no places. */
export function noteOf(slug: string, did: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const where = nameSome(paths);
  return [`${slug}: the platform ${did}: ${where}. No later plan lists that`];
}

/** Whether a text, or the texts in a list, came back without the white space around them: nothing of it is lost. */
export function isTrimmed({ before, after }: Difference): boolean {
  return before !== undefined && after !== undefined && isTrimmedValue(before, after);
}

function isTrimmedValue(before: Json, after: Json): boolean {
  if (typeof before === "string") return typeof after === "string" && before.trim() === after.trim();
  if (Array.isArray(before))
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, index) => isTrimmedValue(item, after[index] as Json))
    );
  if (!isObject(before)) return isSame(before, after);
  const keys = Object.keys(before);
  return (
    isObject(after) &&
    keys.length === Object.keys(after).length &&
    keys.every((key) => Object.hasOwn(after, key) && isTrimmedValue(before[key] as Json, after[key] as Json))
  );
}

/** Viewers would be given what is not as planned: a publication freezes the reports that it draws. `lead`: what was not done. */
export function waitsForReports(lead: string, reports: readonly string[]): ResultError {
  const which = reports.length === 1 ? "the report" : "the reports";
  const verb = reports.length === 1 ? "was" : "were";
  return {
    code: "report-not-applied",
    message: `${lead}: ${which} ${nameSome(reports)}, which it draws, ${verb} not applied`,
    details: ["The next apply publishes it, once that is applied."],
  };
}

/** The draft is written and publishing it was accepted, but the answer shows that viewers do not see it. `status`: what it said. */
export function notPublished(slug: string, status: Json | undefined): StepError {
  const answered = status == null ? "no status, and no publication is there" : `the status ${short(status)}`;
  const message = `${slug} was not published: the platform answered ${answered}`;
  return new StepError("not-published", message, [
    "Its draft is as declared; what viewers see may not be.",
    "Find out on the platform what holds the publication back. `boardwright plan` shows what is still to be done, and apply tries it again.",
  ]);
}

/**
 * Everything was stored but our record under `meta.boardwright`; `back` is what came back there, and `done` what did happen ("created and
 * published"). A failure, although live is as declared: the next plan does not know who changed what.
 */
export function stampNotKept(name: string, done: string, back: Json | undefined): StepError {
  return new StepError(STAMP_NOT_KEPT, `${name} was ${done}, but the platform did not keep its stamp`, [
    `meta.boardwright: asked for the record of this apply, the platform answered ${short(back ?? undefined)}`,
    "Without it no plan knows who changed what: the next one that has anything to change stops at the hazard `adopt`.",
    "Find out what drops or changes `meta` between here and the platform. To go on without stamps: boardwright apply --allow adopt",
  ]);
}

/** Whether a workbook or report carries exactly this stamp. */
export function isStampedAs(sent: Stamp, { meta }: { meta: JsonObject }): boolean {
  const there = readStamp(meta);
  return there !== undefined && isSame(stampToJson(there), stampToJson(sent));
}

/** What somebody changed of it after this run wrote it stays. `name`: `the report revenue`. */
export function editedMeanwhile(name: string, edits: readonly Difference[]): StepError {
  const message = `${name} was written, and edited on the platform before this run was done with it`;
  return new StepError("edited-meanwhile", message, [
    ...tellDifferences(edits, ["this run wrote", "the platform now has"]),
    "The edit stays, and nothing that draws the report was published.",
    "`boardwright pull` takes the edit into the files, `boardwright apply --allow drift` discards it.",
  ]);
}

/** What a write did, for sentences: "created". */
export function doneBy(action: Change["action"]): string {
  if (action === "create" || action === "rename") return `${action}d`;
  return action === "update" ? "updated" : "written";
}

function short(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  return shorten(writeJson(value), 60);
}
