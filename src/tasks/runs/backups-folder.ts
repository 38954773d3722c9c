// Where the runs of a project are kept.

import { isAbsolute, join } from "node:path";
import type { Project } from "../../model/index.ts";

/** Absolute; undefined if they are not kept. */
export function backupsFolder({ root, apply: { backups } }: Project): string | undefined {
  if (backups === false) return undefined;
  return isAbsolute(backups) ? backups : join(root, backups);
}
