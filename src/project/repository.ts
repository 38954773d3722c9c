// Where a project is in its repository: tools that show findings look for files from the repository's root.

import { join, relative, resolve, sep } from "node:path";
import { type OwnersOfPath, readCodeowners, readText, repositoryRoot } from "../desired/index.ts";
import { leadsOutside } from "../files/index.ts";
import { isInside, type Project } from "../model/index.ts";

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

// The CODEOWNERS of the repository. It says whom to tell, and nothing is allowed or refused by it: whoever opens a pull
// request writes it, too.

/** The first that is there counts, as on GitHub; the last is where GitLab has it. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/** By the name of a file within the project. Nobody owns anything if there is no CODEOWNERS, or it leads out of the repository. */
export function readOwners({ root }: Pick<Project, "root">): OwnersOfPath {
  const repository = repositoryRoot(root) ?? root;
  const prefix = repositoryPrefix(root);
  for (const place of PLACES) {
    const path = join(repository, place);
    const text = leadsOutside(repository, path) ? undefined : readText(path);
    if (typeof text !== "string") continue;
    const ownersOf = readCodeowners(text);
    return (file) => ownersOf(prefix + file);
  }
  return () => [];
}
