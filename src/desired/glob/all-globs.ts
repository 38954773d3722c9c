// All that globs can say, by libraries.
import glob from "fast-glob";
import type { Entry, Globs } from "./plain-globs.ts";

/** All that the globs find, folders included. */
export function listAll({ root, include, exclude, isOpen }: Globs): Entry[] {
  const settings = {
    cwd: root,
    ignore: [...exclude],
    dot: false,
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true,
  };
  const open = glob.generateTasks([...include], settings).filter(({ base }) => isOpen(base));
  return glob.sync(
    open.flatMap(({ positive }) => positive),
    { ...settings, objectMode: true },
  );
}
