import { readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder } from "./ensure-folder.ts";
import { isAlive } from "./lock.ts";

// Files that are written beside those that they will replace: their names say whose they are, so that the next run can remove what a
// killed one left.

/** Hidden, so that no project takes one for its own, and short whatever the file is called. */
const NAME = /^\.boardwright-(\d+)-[0-9a-f]{10}$/;
/** A process in a container may have the id of another one outside. No writing takes that long. */
const LEFT_BEHIND_MS = 600_000;

/** Those of this process: one with our own id that is not among them was left by an earlier process with that id. */
const ours = new Set<string>();

/** A name for what will replace `path`, in the same folder; `unstage` removes what is there. `dice`: ten hexadecimal digits. */
function stage(path: string, dice: string): string {
  const temporary = join(dirname(path), `.boardwright-${process.pid}-${dice}`);
  ours.add(temporary);
  return temporary;
}

function unstage(temporary: string): void {
  rmSync(temporary, { force: true });
  ours.delete(temporary);
}

/** Removes what killed processes left in a folder. Never throws: it is in nobody's way. */
function sweepStaged(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = Number(NAME.exec(name)?.[1]);
      if (pid > 0 && isLeftBehind(join(folder, name), pid)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    return;
  }
}

function isLeftBehind(path: string, pid: number): boolean {
  if (pid === process.pid) return !ours.has(path);
  return !isAlive(pid) || Date.now() - statSync(path).mtimeMs > LEFT_BEHIND_MS;
}

/** Some files had been replaced when one could not be: it is a folder, or access to it is denied. */
export class PartlyWritten extends Error {
  constructor(
    readonly written: number,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Somebody wrote a file between the look at it and the moment in which it would have been replaced: nothing was. */
export class ChangedMeanwhile extends Error {
  constructor(readonly path: string) {
    super(`${path} changed meanwhile`);
  }
}

/**
 * Writes files that belong together; null deletes a file. All texts are on disk, under other names, before the first file is
 * replaced: if one cannot be written, rejects and leaves every file as it was. After that each file is the old one or the new one,
 * never half of it; rejects with PartlyWritten if one cannot be replaced. `before`: what the files have to say in that moment, null for
 * one that is not there; else rejects with ChangedMeanwhile. What a killed process left in these folders is removed.
 */
export async function writeTogether(
  texts: ReadonlyMap<string, string | null>,
  before?: ReadonlyMap<string, string | null>,
): Promise<void> {
  // Loaded here, because most commands write no files.
  const { randomBytes } = await import("node:crypto");
  const staged: { temporary: string; path: string }[] = [];
  const clear = () => {
    for (const { temporary } of staged) unstage(temporary);
  };
  // A second Ctrl-C ends the process at once.
  process.once("exit", clear);
  try {
    for (const [name, text] of texts) {
      if (text === null) continue;
      ensureFolder(dirname(name));
      const path = await realpath(name).catch(() => name);
      const { mode } = (await stat(path).catch(() => undefined)) ?? {};
      const temporary = stage(path, randomBytes(5).toString("hex"));
      staged.push({ temporary, path });
      await writeFile(temporary, text, { flag: "wx", flush: true });
      if (mode !== undefined) await chmod(temporary, mode & 0o7777);
    }
    for (const folder of new Set(staged.map(({ path }) => dirname(path)))) sweepStaged(folder);
    const gone = [...texts].flatMap(([name, text]) => (text === null ? [name] : []));
    // Nothing else of this process runs between the look and the last of them.
    for (const [name, text] of before ?? []) if (textOf(name) !== text) throw new ChangedMeanwhile(name);
    replaceAll(staged, gone);
  } finally {
    process.removeListener("exit", clear);
    clear();
  }
}

function textOf(name: string): string | null {
  try {
    return readFileSync(name, "utf8");
  } catch {
    return null;
  }
}

function replaceAll(staged: readonly { temporary: string; path: string }[], gone: readonly string[]): void {
  let written = 0;
  try {
    for (const { temporary, path } of staged) {
      renameSync(temporary, path);
      written += 1;
    }
    for (const name of gone) {
      rmSync(name, { force: true });
      written += 1;
    }
  } catch (error) {
    throw written === 0 ? error : new PartlyWritten(written, error);
  }
}
