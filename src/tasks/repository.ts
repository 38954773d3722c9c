// Where a project is in its repository: tools that show findings look for files from the repository's root.

import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The path from the repository's root to `folder`, as "" or "analytics/"; "" if there is no repository. */
export function repositoryPrefix(folder: string): string {
  const path = relative(repositoryRoot(folder) ?? folder, folder)
    .split(sep)
    .join("/");
  return path === "" ? "" : `${path}/`;
}

/** The root of the repository that `folder` is in; undefined if there is none. */
export function repositoryRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    // A worktree's .git is a file.
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
