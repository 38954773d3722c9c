// Keeps the folder of packs small: those of other versions and settings go when nobody has used them for long, or there are too many.

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { UNFINISHED } from "./write-pack.ts";

const PACK = /^[0-9a-f]{32}\.pack$/;
const HOUR = 60 * 60 * 1000;
/** A pack that nobody has used for so long goes. */
const UNUSED = 30 * 24 * HOUR;

/** Removes old packs, and what runs that were killed left, until at most `most` bytes are left. Keeps `own`; never throws. */
export function cleanFolder(folder: string, { own, most }: { own: string; most: number }): void {
  const now = Date.now();
  let left = 0;
  const files = filesIn(folder).sort(
    (a, b) => Number(b.name === own) - Number(a.name === own) || b.used - a.used,
  );
  for (const { name, size, used } of files) {
    const isOver = PACK.test(name) ? left + size > most || now - used > UNUSED : now - used > HOUR;
    if (name === own || !isOver) left += size;
    else rmSync(join(folder, name), { force: true });
  }
}

/** The files that are ours by their names. */
function filesIn(folder: string): { name: string; size: number; used: number }[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (PACK.test(entry.name) || entry.name.endsWith(UNFINISHED)))
    .flatMap(({ name }) => {
      // Another process may remove it at the same moment.
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats ? [{ name, size: stats.size, used: stats.mtimeMs }] : [];
    });
}
