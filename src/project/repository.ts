// Where a project is in its repository: tools that show findings look for files from the repository's root.

import { relative, resolve, sep } from "node:path";
import { repositoryRoot } from "../desired/index.ts";
import { isInside } from "../model/index.ts";

/**
 * The path from the repository's root to `folder`, as "" or "analytics/". A checkout without Git, such as an archive, begins where `env`, that of
 * GitHub's or GitLab's runner, says; "" if nothing does.
 */
export function repositoryPrefix(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const workspace = [env.GITHUB_WORKSPACE, env.CI_PROJECT_DIR].find(
    (one) => one && isInside(resolve(one), folder),
  );
  const path = relative(repositoryRoot(folder) ?? resolve(workspace ?? folder), folder)
    .split(sep)
    .join("/");
  return path === "" ? "" : `${path}/`;
}
