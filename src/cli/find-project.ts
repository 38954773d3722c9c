// The project that a command works in.

import { loadProject } from "../desired/index.ts";
import type { Project } from "../model/index.ts";
import { loadProject as loadUnderPolicy } from "../project/policy/load-project.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Under the policy that `--policy` or BOARDWRIGHT_POLICY names, else under its own. */
export function findProject({ cwd, env }: Terminal, { config, policy }: GlobalFlags): Promise<Project> {
  return loadUnderPolicy({ cwd, env, config, policy });
}

/** The same as its file says, for commands that only look at files. */
export function findFiles({ cwd }: Terminal, { config }: GlobalFlags): Promise<Project> {
  return loadProject({ cwd, config });
}
