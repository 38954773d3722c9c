// One process at a time changes the file of contexts: a refresh token is used once, so two that refresh at the same time would
// lose one another's.

import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../model/index.ts";

const WAIT_MS = 50;
const PATIENCE_MS = 15_000;
/** Between making a lock file and writing the process into it there is a moment; older than this, it was left behind. */
const EMPTY_IS_STALE_MS = 2_000;

/** Runs `work` while this process holds `<path>.lock`. The lock of a process that is gone is taken over. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await take(lock))) {
    if (await isLeftBehind(lock)) {
      await removeLeftBehind(lock);
    } else if (Date.now() > deadline) {
      throw new UserError(`another boardwright process holds ${lock}`, {
        details: ["Wait until it is done, or remove the file if no such process runs."],
      });
    } else {
      await sleep(WAIT_MS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** One process at a time removes a lock, and looks again first: the one it saw may be gone, and a fresh one in its place. */
async function removeLeftBehind(lock: string): Promise<void> {
  const guard = `${lock}.removing`;
  try {
    await mkdir(guard);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > EMPTY_IS_STALE_MS) await rm(guard, { recursive: true, force: true });
    else await sleep(WAIT_MS);
    return;
  }
  try {
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
  } finally {
    await rm(guard, { recursive: true, force: true });
  }
}

async function isLeftBehind(lock: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(lock, "utf8"));
    if (!Number.isInteger(pid) || pid <= 0)
      return Date.now() - (await stat(lock)).mtimeMs > EMPTY_IS_STALE_MS;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // ESRCH: no such process. ENOENT: the lock is gone, so trying again decides. EPERM: it lives, under another user.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
