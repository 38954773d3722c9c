// One process per data file: a lock file beside it holds the pid of the process that uses it. The lock of a process that is
// gone is taken over.

import { mkdirSync, readFileSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { UserError } from "../model/index.ts";

/** Milliseconds between two looks at a lock that is held. */
const LOOK_EVERY = 50;
/** Milliseconds after which a lock without a pid was left by a crash, and not just being written. */
const ABANDONED_AFTER = 5000;

/** Locks of this process: a lock with our own pid that is not among them was left by an earlier process of that pid. */
const held = new Set<string>();

/**
 * Locks `file`, waiting up to `patience` milliseconds for whoever holds it, and gives what unlocks it again. Throws UserError
 * naming the process that holds it. Also unlocked when this process exits by itself.
 */
export async function lockFile(file: string, patience: number): Promise<() => void> {
  const lock = `${file}.lock`;
  try {
    mkdirSync(dirname(lock), { recursive: true });
    for (let waited = 0; !tryLock(lock); waited += LOOK_EVERY) {
      if (waited >= patience) throw inUse(file, lock);
      await wait(LOOK_EVERY);
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(`cannot lock the sandbox data ${file}: ${(cause as Error).message}`, { cause });
  }
  held.add(lock);
  const unlock = (): void => {
    process.removeListener("exit", unlock);
    if (held.delete(lock)) unlinkSync(lock);
  };
  process.once("exit", unlock);
  return unlock;
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
  }
  if (isLeftOver(lock)) removeLeftOver(lock);
  return false;
}

function isLeftOver(lock: string): boolean {
  const pid = holderOf(lock);
  if (pid === undefined) return ageOf(lock) > ABANDONED_AFTER;
  return pid === process.pid ? !held.has(lock) : !isAlive(pid);
}

/** Only one process at a time removes a lock, so that none removes the fresh lock of another that was a step ahead. */
function removeLeftOver(lock: string): void {
  const guard = `${lock}.removing`;
  try {
    mkdirSync(guard);
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
    if (ageOf(guard) > ABANDONED_AFTER) rmdirSync(guard);
    return;
  }
  try {
    if (isLeftOver(lock)) unlinkSync(lock);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw cause;
  } finally {
    rmdirSync(guard);
  }
}

/** The pid in the lock; undefined where there is none to read (yet). */
function holderOf(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8").trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it lives and is somebody else's.
    return codeOf(cause) !== "ESRCH";
  }
}

/** Milliseconds since the last change; 0 for what is not there. */
function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).code;
}

function inUse(file: string, lock: string): UserError {
  const pid = holderOf(lock);
  const who = pid === undefined ? "another process" : pid === process.pid ? "this process" : `process ${pid}`;
  return new UserError(`the sandbox data ${file} is in use by ${who}`, {
    details: [
      "Only one sandbox at a time can use a data file. Stop the other one, or send your requests to its address.",
      `If no such sandbox is running, delete ${lock}.`,
    ],
  });
}
