// The project, under the policy of another revision if one is named.

import { loadProject as load } from "../../desired/index.ts";
import type { LoadOptions, Project } from "../../model/index.ts";

/**
 * Finds and reads the project file. Rejects with a UserError if there is none or it has errors; with one of exit code 3 if the policy
 * cannot be read at the revision that is named.
 */
export async function loadProject({ cwd, config, policy, env = process.env }: LoadOptions): Promise<Project> {
  const project = await load({ cwd, config });
  const revision = policy ?? env.BOARDWRIGHT_POLICY;
  if (revision === undefined) return project;
  // Most runs name none.
  const [{ readPolicy }, { searchOf, surveyWay }] = await Promise.all([
    import("./apply-policy.ts"),
    import("./way.ts"),
  ]);
  return readPolicy(project, surveyWay(project.file, searchOf(cwd, config, env)), { revision, env });
}
