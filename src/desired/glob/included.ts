// Whether a file belongs to the project by its name alone. Apart from what finds files on the disk, which most commands need and which does
// without a library.
import { join } from "node:path";
import picomatch from "picomatch";
import type { Project } from "../../model/index.ts";
import { NEVER } from "./index.ts";
import { isReserved } from "./reserved.ts";

/** Whether `include` chooses a file of this name (relative to the project's folder) and `exclude` does not leave it out. */
export function isIncluded(project: Project, file: string): boolean {
  const matches = (globs: string[]) => picomatch(globs, { dot: false })(file);
  const isMeant = matches(project.include) && !matches([...project.exclude, ...NEVER]);
  return isMeant && !isReserved(file) && join(project.root, file) !== project.file;
}
