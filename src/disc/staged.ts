// Files that are written beside those that they will replace: their names say whose they are, so that the next run can remove what a
// killed one left.

import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "./is-alive.ts";

/** Hidden, so that no project takes one for its own, and short whatever the file is called. */
const NAME = /^\.boardwright-(\d+)-[0-9a-f]{10}$/;
/** A process in a container may have the id of another one outside. No writing takes that long. */
const LEFT_BEHIND_MS = 600_000;

/** Those of this process: one with our own id that is not among them was left by an earlier process with that id. */
const ours = new Set<string>();

/** A name for what will replace `path`, in the same folder; `unstage` removes what is there. `dice`: ten hexadecimal digits. */
export function stage(path: string, dice: string): string {
  const temporary = join(dirname(path), `.boardwright-${process.pid}-${dice}`);
  ours.add(temporary);
  return temporary;
}

export function unstage(temporary: string): void {
  rmSync(temporary, { force: true });
  ours.delete(temporary);
}

/** Removes what killed processes left in a folder. Never throws: it is in nobody's way. */
export function sweepStaged(folder: string): void {
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
