// Where the runs of a project are kept.

import { resolve } from "node:path";
import { stayInOpen } from "../../files/index.ts";
import type { Project } from "../../model/index.ts";

/** Absolute; undefined if they are not kept. Throws a UserError for a place outside the project, or a hidden one. */
export function backupsFolder({ root, apply: { backups } }: Project): string | undefined {
  if (backups === false) return undefined;
  const folder = resolve(root, backups);
  stayInOpen(root, folder, "the folder of `apply.backups`");
  return folder;
}
