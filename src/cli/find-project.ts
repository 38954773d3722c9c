// The project that a command works in.

import { loadProject } from "../desired/index.ts";
import type { Project } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

export function findProject(terminal: Terminal, flags: GlobalFlags): Promise<Project> {
  return loadProject({ cwd: terminal.cwd, ...(flags.config === undefined ? {} : { config: flags.config }) });
}
