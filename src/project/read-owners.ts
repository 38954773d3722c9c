// The CODEOWNERS of the repository that a project is in. It says whom to tell, and nothing is allowed or refused by it: whoever opens a pull
// request writes it, too.

import { join } from "node:path";
import { type OwnersOfPath, readCodeowners, readText, repositoryRoot } from "../desired/index.ts";
import { leadsOutside } from "../files/index.ts";
import type { Project } from "../model/index.ts";
import { repositoryPrefix } from "./repository.ts";

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
