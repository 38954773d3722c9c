// Reads the records of runs, and the backups that they made.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readRegular } from "../disc/index.ts";
import {
  compareText,
  isObject,
  type Json,
  type JsonObject,
  RUN_FORMAT_VERSION,
  type Run,
  type RunRecord,
  readJson,
} from "../model/index.ts";
import { type ChangeOutcome, nameOf, OUTCOMES_FILE, RUN_FILE, withOutcome } from "./record-run.ts";

export interface Runs {
  /** Newest first. */
  runs: Run[];
  /** Folders without a record that this version can read, sorted by name, each with the reason. */
  others: { name: string; why: string }[];
}

const INCOMPLETE = "its record is incomplete";

/** All runs below the folder of backups; none if there is no such folder. */
export async function readRuns(folder: string): Promise<Runs> {
  const found: Runs = { runs: [], others: [] };
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of names.sort(compareText)) {
    const read = await readRun(join(folder, name));
    if (typeof read === "string") found.others.push({ name, why: read });
    else found.runs.push({ name, record: read });
  }
  found.runs.sort(
    (a, b) => compareText(b.record.startedAt, a.record.startedAt) || compareText(b.name, a.name),
  );
  return found;
}

/** The state in a change's backup, as the platform answered it; undefined if there is no such file. Throws if it cannot be read. */
export async function readBackup(folder: string, file: string): Promise<unknown> {
  try {
    const text = await readRegular(join(folder, file));
    if (text === undefined) throw new Error("it is not a regular file");
    return readJson(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The record, with the outcomes that a killed run had noted; or why there is none. */
async function readRun(folder: string): Promise<RunRecord | string> {
  const text = await readRegular(join(folder, RUN_FILE)).catch(() => null);
  if (text === null) return "it has no record";
  if (text === undefined) return INCOMPLETE;
  const record = parse(text);
  if (!isObject(record)) return "its record cannot be read";
  if (record.formatVersion !== RUN_FORMAT_VERSION) return "another version of boardwright made it";
  if (!isWhole(record)) return INCOMPLETE;
  const run = record as unknown as RunRecord;
  if (run.finishedAt !== undefined) return run;
  const outcomes = await readOutcomes(folder);
  if (!outcomes) return INCOMPLETE;
  return { ...run, changes: run.changes.map((change) => withOutcome(change, outcomes.get(nameOf(change)))) };
}

/** Records get copied and edited: the facts that a rollback needs must be there, and a backup must be next to its record. */
function isWhole({ project, target, startedAt, changes }: JsonObject): boolean {
  if (typeof project !== "string" || typeof startedAt !== "string") return false;
  if (!isObject(target) || typeof target.name !== "string" || typeof target.url !== "string") return false;
  return Array.isArray(changes) && changes.every(isChange);
}

function isChange(change: Json): boolean {
  if (!isObject(change)) return false;
  const { kind, key, action, backup = "" } = change;
  if (typeof kind !== "string" || typeof key !== "string" || typeof action !== "string") return false;
  return typeof backup === "string" && !/[/\\]/.test(backup);
}

/** Undefined if what is there is no regular file. */
async function readOutcomes(folder: string): Promise<Map<string, ChangeOutcome> | undefined> {
  const text = await readRegular(join(folder, OUTCOMES_FILE)).catch(() => "");
  if (text === undefined) return undefined;
  // The last line of a killed run may be half a line.
  const outcomes = text.split("\n").map(parse).filter(isObject) as unknown as ChangeOutcome[];
  return new Map(outcomes.map((outcome) => [nameOf(outcome), outcome]));
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
