// One process at a time: a lock file holds the pid of the process that uses the file next to it. The lock of a dead process is
// taken over.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureFolder } from "./ensure-folder.ts";

/** How often a held lock is tried again. */
const RETRY_EVERY_MS = 50;
/** A lock file is empty for a moment before the pid is written. One that stays empty longer than this was left behind. */
const EMPTY_IS_STALE_MS = 2_000;

/** Locks of this process: a lock with our own pid that is not among them was left by an earlier process with that pid. */
const held = new Set<string>();

/** Another process still held the lock after `patience` milliseconds. */
export class LockHeld extends Error {
  constructor(
    /** The path of the lock file. */
    readonly lock: string,
    /** Undefined if the file shows none. */
    readonly pid: number | undefined,
    /** What the holder noted in it. */
    readonly note: string | undefined,
  ) {
    super(`${lock} is held`);
  }
}

/**
 * Creates `<file>.lock`, and its folder if missing (with `folderMode`), waiting up to `patience` milliseconds for the process that
 * holds it. Resolves to a function that removes the lock; a normal exit of this process removes it too. Rejects with LockHeld, or
 * with the error of the file system.
 */
export async function lockFile(file: string, patience: number, folderMode?: number): Promise<() => void> {
  const lock = `${file}.lock`;
  ensureFolder(dirname(lock), folderMode);
  const deadline = Date.now() + patience;
  while (!tryLock(lock)) {
    if (Date.now() >= deadline) throw new LockHeld(lock, holderOf(lock), linesOf(lock)?.[1]);
    await sleep(RETRY_EVERY_MS);
  }
  const unlock = (): void => {
    process.removeListener("exit", unlock);
    if (held.delete(lock)) rmSync(lock, { force: true });
  };
  process.once("exit", unlock);
  return unlock;
}

/** Writes a line into the lock of `file` that this process holds, for those who wait for it. */
export function noteInLock(file: string, note: string): void {
  const lock = `${file}.lock`;
  if (held.has(lock)) writeFileSync(lock, `${process.pid}\n${note}\n`);
}

/** A lock that was left behind is replaced at once. */
function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: "wx" });
    held.add(lock);
    return true;
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
  }
  return isLeftBehind(lock) && removeLeftBehind(lock) && tryLock(lock);
}

function isLeftBehind(lock: string): boolean {
  const pid = holderOf(lock);
  if (pid === undefined) return ageOf(lock) > EMPTY_IS_STALE_MS;
  return pid === process.pid ? !held.has(lock) : !isAlive(pid);
}

/** Only one process at a time removes a lock, and checks it again first: a faster process may have replaced it. */
function removeLeftBehind(lock: string): boolean {
  const guard = `${lock}.removing`;
  try {
    mkdirSync(guard);
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause;
    if (ageOf(guard) > EMPTY_IS_STALE_MS) rmSync(guard, { recursive: true, force: true });
    return false;
  }
  try {
    if (!isLeftBehind(lock)) return false;
    rmSync(lock, { force: true });
    return true;
  } finally {
    rmSync(guard, { recursive: true, force: true });
  }
}

/** The pid in the lock; undefined if there is none to read (yet). */
function holderOf(lock: string): number | undefined {
  const pid = Number(linesOf(lock)?.[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

function linesOf(lock: string): string[] | undefined {
  try {
    // Reading a named pipe waits for whoever writes into it.
    return statSync(lock).isFile() ? readFileSync(lock, "utf8").trim().split("\n") : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds since the last change; 0 if there is no such file. */
function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function codeOf(cause: unknown): string | undefined {
  return (cause as NodeJS.ErrnoException).code;
}

/** Whether a process with this id runs on this machine, also if it belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it is alive and belongs to another user.
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
