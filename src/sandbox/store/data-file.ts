// The data file: read at the start, written whole after changes. The new file is written next to the old one, synced, and
// renamed over it, so that a crash leaves the old or the new one. Not with write-file-atomic, which needs the whole text in
// memory: ten thousand workbooks are 140 MB.

import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder, LockHeld, lockFile, PRIVATE } from "../../disc/index.ts";
import { isObject, UserError } from "../../model/index.ts";
import { markBigIntegers } from "./big-integers.ts";
import { inChunks } from "./chunks.ts";
import { readSeed, type SeedRules } from "./read-seed.ts";
import type { State } from "./records.ts";
import type { Seed } from "./seed.ts";

/** The file is written after this many milliseconds without a change, */
const QUIET = 200;
/** and after this many even if changes keep coming. */
const AT_LATEST = 5000;
/** Characters per write. */
const CHUNK = 1 << 20;

interface DataFile {
  /** The content of the file; undefined if there was none. */
  state: State | undefined;
  /** Schedules a write; `pieces` is called when it happens. */
  changed(): void;
  /** Writes pending changes and unlocks. Throws UserError if writing failed. */
  close(): Promise<void>;
}

interface DataFileOptions {
  /** Milliseconds to wait for another process that uses the file. */
  patience: number;
  /** What the file may hold. */
  rules: SeedRules;
  /** The text to write. */
  pieces(): Iterable<string>;
}

/**
 * Locks and reads `file`. Nothing is written unless `changed` is called. Throws UserError for a file that is in use or broken.
 */
export async function openDataFile(
  file: string,
  { patience, rules, pieces }: DataFileOptions,
): Promise<DataFile> {
  const unlock = await lockFile(file, patience).catch((cause: unknown) => {
    throw cannotLock(file, cause);
  });
  try {
    const state = await readDataFile(file, rules);
    return { state, ...scheduleWrites(() => replaceFile(file, pieces()), unlock) };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

function cannotLock(file: string, cause: unknown): UserError {
  if (!(cause instanceof LockHeld))
    return new UserError(`cannot lock the sandbox data ${file}: ${(cause as Error).message}`, { cause });
  const { lock, pid, note } = cause;
  // Anybody may have written the lock: only an address of this machine is passed on.
  const address = /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(note ?? "") ? `: PLATFORM_API_URL=${note}` : ".";
  const who = pid === undefined ? "another process" : pid === process.pid ? "this process" : `process ${pid}`;
  return new UserError(`the sandbox data ${file} is in use by ${who}`, {
    details: [
      `Only one sandbox at a time can use a data file. Stop the other one, or send your requests to its address${address}`,
      `If no such sandbox is running, delete ${lock}.`,
    ],
  });
}

/** One write at a time, no sooner than needed; changes during a write start another after it. */
function scheduleWrites(write: () => Promise<void>, unlock: () => void): Omit<DataFile, "state"> {
  let dirty = false;
  let firstChange = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    writing = writing.then(async () => {
      if (!dirty) return;
      dirty = false;
      try {
        await write();
        failure = undefined;
      } catch (cause) {
        // Kept for close(): the requests were answered long ago.
        dirty = true;
        failure = cause;
      }
    });
  };
  return {
    changed() {
      if (!dirty) firstChange = Date.now();
      dirty = true;
      clearTimeout(timer);
      timer = setTimeout(flush, Math.max(0, Math.min(QUIET, firstChange + AT_LATEST - Date.now())));
    },
    async close() {
      flush();
      await writing;
      unlock();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Undefined if there is no such file. */
async function readDataFile(file: string, rules: SeedRules): Promise<State | undefined> {
  // A named pipe or a device would be read for ever.
  const isOther = await stat(file).then(
    (found) => !found.isFile(),
    () => false,
  );
  if (isOther) throw new UserError(`the sandbox data ${file} is not a file`);
  try {
    return await readSeedFile(file, rules, requireOwnForm);
  } catch (error) {
    const { cause } = error as UserError;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A project file names it, and it is written over: any other file of the project would be lost. Nothing of it is quoted. */
function requireOwnForm(value: unknown, file: string): void {
  const keys = isObject(value) ? Object.keys(value) : [];
  if (keys.every((key) => Object.hasOwn(AREAS, key))) return;
  throw new UserError(`${file} holds something else than the data of a sandbox, and would be written over`, {
    details: [
      "Name another file, which need not be there yet. What the platform exports is taken with --seed.",
    ],
  });
}

/** What such a file holds. */
const AREAS: Record<keyof Seed, true> = {
  ...{ nextId: true, listDrafts: true, draftInMeta: true, deployment: true, deployments: true },
  ...{ users: true, apiKeys: true, logins: true, branches: true, folders: true, workbooks: true },
  ...{ reports: true, cubes: true, models: true, modelErrors: true, auditEvents: true },
};

/** Reads a seed from a file. Throws UserError if it cannot be read or is not a seed, or what `check` throws of the value. */
export async function readSeedFile(
  file: string,
  rules: SeedRules,
  check: (value: unknown, file: string) => void = () => {},
): Promise<State> {
  const text = await readFile(file, "utf8").catch((cause: Error) => {
    throw new UserError(`cannot read the sandbox data ${file}: ${cause.message}`, { cause });
  });
  const value = parseJsonFile(file, rules.bigIntegers ? markBigIntegers(text) : text);
  check(value, file);
  return readSeed(value, file, rules);
}

function parseJsonFile(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The parser's own words quote the file, which may be any on the machine.
    const [, position] = /position (\d+)/.exec((cause as Error).message) ?? [];
    const place = position === undefined ? "" : ` (at character ${position})`;
    throw new UserError(`the sandbox data ${file} is not valid JSON${place}`, {
      details: ["Replace it with a good copy, or move it away to start over."],
      cause,
    });
  }
}

async function replaceFile(file: string, pieces: Iterable<string>): Promise<void> {
  // A link stays a link: its target is replaced.
  const target = await realpath(file).catch(() => file);
  // The lock makes this name ours: leftovers of a crash are overwritten.
  const temporary = `${target}.tmp`;
  try {
    ensureFolder(dirname(target), PRIVATE.folder);
    await rm(temporary, { force: true });
    // Made anew: a link that somebody put there would lead out of the folder.
    await writeFile(temporary, inChunks(pieces, CHUNK), { flush: true, flag: "wx", mode: PRIVATE.file });
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    throw new UserError(`cannot write the sandbox data ${file}: ${(cause as Error).message}`, {
      details: ["Changes since the last write are lost."],
      cause,
    });
  }
}
