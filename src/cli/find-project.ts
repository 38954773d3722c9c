// The project that a command works in.

import { loadProject } from "../desired/index.ts";
import type { Project } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

/** Under the policy that `--policy` or BOARDWRIGHT_POLICY names, else under its own. */
export async function findProject(terminal: Terminal, flags: GlobalFlags): Promise<Project> {
  const project = await findFiles(terminal, flags);
  const revision = flags.policy ?? terminal.env.BOARDWRIGHT_POLICY;
  if (revision === undefined) return project;
  const [{ readPolicy }, { searchOf, surveyWay }] = await Promise.all([
    import("../tasks/policy/apply-policy.ts"),
    import("../tasks/policy/way.ts"),
  ]);
  const { cwd, env } = terminal;
  return readPolicy(project, surveyWay(project.file, searchOf(cwd, flags.config, env)), { revision, env });
}

/** The same as its file says, for commands that only look at files. */
export function findFiles(terminal: Terminal, flags: GlobalFlags): Promise<Project> {
  return loadProject({ cwd: terminal.cwd, ...(flags.config === undefined ? {} : { config: flags.config }) });
}
