// Lines on stderr that several commands write.

import type { Project } from "../model/index.ts";
import type { RetryEvent } from "../platform/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Shows that requests are repeated: a log line for each with `--verbose`, else the progress line of a terminal. */
export function showRetries(terminal: Terminal, flags: GlobalFlags): (event: RetryEvent) => void {
  return ({ method, url, reason, attempt, delayMs }) => {
    if (flags.verbose) terminal.err(`${method} ${url}: ${reason}; again in ${delayMs} ms`);
    else terminal.progress(`${reason}, trying again (${attempt})`.slice(0, terminal.progressWidth));
  };
}

/** Says so if the project has no workbook file: a glob that misses every file looks like a project in which all is well. */
export function warnIfNoFiles(terminal: Terminal, flags: GlobalFlags, project: Project, files: number): void {
  if (files > 0 || flags.quiet) return;
  const globs = project.include.map((glob) => JSON.stringify(glob)).join(", ");
  terminal.err(`There are no workbook files: \`include\` in ${project.file} is [${globs}].`);
  terminal.err("`boardwright pull --all` writes one for each live workbook; `boardwright init` an example.");
}
