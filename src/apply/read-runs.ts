// Reads the records of runs, and the backups that they made.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readRegular } from "../files/index.ts";
import {
  compareText,
  EXIT,
  isObject,
  type Json,
  type JsonObject,
  RUN_FORMAT_VERSION,
  type Run,
  type RunRecord,
  readJson,
  UserError,
} from "../model/index.ts";
import { digest, findProofProblem, findRepeatedProblem } from "../plan/index.ts";
import { PREVIEW_BACKUPS, runName } from "./backups.ts";
import {
  type ChangeOutcome,
  nameOf,
  OUTCOMES_FILE,
  RUN_FILE,
  type RunNotes,
  withNotes,
} from "./record-run.ts";

export interface Runs {
  /** Newest first. */
  runs: Run[];
  /** Folders without a record that this version can read, sorted by name, each with the reason. */
  others: { name: string; why: string }[];
}

const INCOMPLETE = "its record is incomplete";

/** All runs below the folder of backups; none if there is no such folder. `reviewKey`: what their records must be sealed with, if given. */
export async function readRuns(folder: string, reviewKey?: string): Promise<Runs> {
  const found: Runs = { runs: [], others: [] };
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name !== PREVIEW_BACKUPS)
    .map(({ name }) => name);
  for (const name of names.sort(compareText)) {
    const read = await readRun(join(folder, name), reviewKey);
    if (typeof read === "string") found.others.push({ name, why: read });
    else found.runs.push({ name, ...read, ...misplaced(name, read.record) });
  }
  found.runs.sort(
    (a, b) => compareText(b.record.startedAt, a.record.startedAt) || compareText(b.name, a.name),
  );
  return found;
}

/**
 * The state in a change's backup, as the platform answered it; undefined if there is no such file. Throws if it cannot be read, and a
 * UserError of exit code 3 if it is not what `backupDigest` says.
 */
export async function readBackup(folder: string, file: string, backupDigest?: string): Promise<unknown> {
  try {
    const text = await readRegular(join(folder, file));
    if (text === undefined) throw new Error("it is not a regular file");
    if (digest(text) !== backupDigest) throw changedBackup(join(folder, file));
    return readJson(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function changedBackup(path: string): UserError {
  return new UserError(`refused, nothing was written: the backup ${path} was changed since it was written`, {
    details: [
      "Its digest is not the one in the run's record. Put it back as it was, from where the job kept it.",
    ],
    exitCode: EXIT.refused,
  });
}

/**
 * A record says of itself when its run began, and so does the folder's name: a run that is copied into the folder of another is not that one.
 */
function misplaced(name: string, { startedAt }: RunRecord): Pick<Run, "problem"> {
  const began = new Date(startedAt);
  const own = Number.isNaN(began.getTime()) ? undefined : runName(began);
  // Runs that began in the same second are counted.
  if (own !== undefined && name.replace(/-\d+$/, "") === own) return {};
  return { problem: `is that of another run, which began at ${startedAt}: it is not in its own folder` };
}

/** The record, with the outcomes that a killed run had noted; or why there is none. */
async function readRun(folder: string, reviewKey: string | undefined): Promise<Omit<Run, "name"> | string> {
  const text = await readRegular(join(folder, RUN_FILE)).catch(() => null);
  if (text === null) return "it has no record";
  if (text === undefined) return INCOMPLETE;
  const written = parse(text);
  if (!isObject(written)) return "its record cannot be read";
  if (written.formatVersion !== RUN_FORMAT_VERSION) return "another version of boardwright made it";
  if (!isWhole(written)) return INCOMPLETE;
  const problem = findRepeatedProblem(text) ?? findProofProblem("run record", written, reviewKey);
  const { digest: own, seal: _, ...record } = written;
  const run = record as unknown as RunRecord;
  if (run.finishedAt !== undefined) return { record: run, ...(problem !== undefined && { problem }) };
  const noted = await readNotes(folder, { run: String(own), reviewKey });
  if (!noted) return INCOMPLETE;
  const changes = run.changes.map((change) => withNotes(change, noted));
  const wrong = problem ?? noted.problem;
  return { record: { ...run, changes }, ...(wrong !== undefined && { problem: wrong }) };
}

/** Records get copied and edited: the facts that a rollback needs must be there, and a backup must be next to its record. */
function isWhole({ project, target, startedAt, only = [], changes }: JsonObject): boolean {
  if (typeof project !== "string" || typeof startedAt !== "string") return false;
  if (!Array.isArray(only) || !only.every((glob) => typeof glob === "string")) return false;
  if (!isObject(target) || typeof target.name !== "string" || typeof target.url !== "string") return false;
  return Array.isArray(changes) && changes.every(isChange);
}

function isChange(change: Json): boolean {
  if (!isObject(change)) return false;
  const { kind, key, action, backup = "" } = change;
  if (typeof kind !== "string" || typeof key !== "string" || typeof action !== "string") return false;
  return typeof backup === "string" && !/[/\\]/.test(backup);
}

/** What a killed run had noted. Undefined if what is there is no regular file. */
async function readNotes(
  folder: string,
  { run, reviewKey }: { run: string; reviewKey: string | undefined },
): Promise<(RunNotes & { problem?: string }) | undefined> {
  const text = await readRegular(join(folder, OUTCOMES_FILE)).catch(() => "");
  if (text === undefined) return undefined;
  // The last line of a killed run may be half a line.
  const written = text.split("\n").flatMap((line) => {
    const value = parse(line);
    return isObject(value) ? [{ line, value }] : [];
  });
  const outcomes = new Map<string, ChangeOutcome>();
  const digests = new Map<string, string>();
  const claims = new Map<string, number>();
  let problem: string | undefined;
  for (const { line, value } of written) {
    const { digest: own, seal, ...outcome } = value;
    problem ??=
      findRepeatedProblem(line) ??
      findProofProblem("outcome", { run, ...outcome, ...{ digest: own, seal } } as JsonObject, reviewKey);
    const { claimed } = outcome;
    if (typeof claimed === "number")
      claims.set(nameOf({ ...(outcome as unknown as ChangeOutcome), action: "create" }), claimed);
    else if (typeof outcome.backupDigest === "string")
      digests.set(String(outcome.backup), outcome.backupDigest);
    else outcomes.set(nameOf(outcome as unknown as ChangeOutcome), outcome as unknown as ChangeOutcome);
  }
  return { outcomes, digests, claims, ...(problem !== undefined && { problem }) };
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
