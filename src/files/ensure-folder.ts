import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, with `mode`; a folder that is there stays as it is. Throws the error of the file
 * system. Not `recursive` of Node's own mkdir: under /proc, which says "no such folder" to whoever makes one, that never ends.
 */
export function ensureFolder(path: string, mode?: number): void {
  if (tryMake(path, mode)) return;
  ensureFolder(dirname(path), mode);
  mkdirUnlessThere(path, mode);
}

/** False if the folder above is missing, too. */
function tryMake(path: string, mode: number | undefined): boolean {
  try {
    mkdirUnlessThere(path, mode);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw cause;
    return false;
  }
}

function mkdirUnlessThere(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, { mode });
  } catch (cause) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw cause;
  }
}
