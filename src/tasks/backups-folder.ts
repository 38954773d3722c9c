// Where the runs of a project are kept.

import { isAbsolute, join } from "node:path";
import type { Project } from "../model/index.ts";

/** Where the runs of a project are kept, absolute; undefined if they are not. */
export function backupsFolder(project: Project): string | undefined {
  return project.apply.backups === false ? undefined : inside(project, project.apply.backups);
}

function inside(project: Project, folder: string): string {
  return isAbsolute(folder) ? folder : join(project.root, folder);
}
