// Lines on stderr that several commands write.

import type { Project } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Says so if the project has no workbook file: a glob that misses every file looks like a project in which all is well. */
export function warnIfNoFiles(terminal: Terminal, flags: GlobalFlags, project: Project, files: number): void {
  if (files > 0 || flags.quiet) return;
  const globs = project.include.map((glob) => JSON.stringify(glob)).join(", ");
  terminal.err(`There are no workbook files: \`include\` in ${project.file} is [${globs}].`);
  terminal.err("`boardwright pull --all` writes one for each live workbook; `boardwright init` an example.");
}
