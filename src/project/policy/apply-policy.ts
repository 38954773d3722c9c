// The project under the policy of another revision of its file.

import { basename } from "node:path";
import { emptyProject, type ReadBeside, readProjectText } from "../../desired/index.ts";
import type { Project } from "../../model/index.ts";
import { type Environment, underPolicy } from "../../target/index.ts";
import type { Found } from "./find-at.ts";
import { type FileAtRevision, readAtRevision } from "./read-revision.ts";
import type { Way } from "./way.ts";

/**
 * `revision`: as it was named. `way`: to the project, as it was found. Rejects with a UsageError or a PolicyError if it cannot be read, and
 * with a ProjectError if the file has errors there.
 */
export async function readPolicy(
  project: Project,
  way: Way,
  { revision, env }: { revision: string; env: Environment },
): Promise<Project> {
  return applyPolicy(project, { revision, ...(await readAtRevision(way, revision, env)) });
}

/** The same with the file's text at hand. */
export function applyPolicy(
  project: Project,
  { revision, commit, text, beside, isNearer }: FileAtRevision & { revision: string },
): Project {
  const { file } = project;
  const name = `${revision}:${basename(file)}`;
  const isThere = text !== undefined;
  const read = readAt(revision, beside);
  const trusted = isThere ? readProjectText(file, text, { name, shown: name, read }) : emptyProject(file);
  return underPolicy(project, { revision, commit, isThere, isNearer, trusted });
}

/** Reads the file of targets as the revision has it, and no other: that of the working tree would be the change under review. */
export function readAt(revision: string, beside: Found["beside"]): ReadBeside {
  return (path) => {
    if (beside) return { ...beside, name: `${revision}:${beside.path}` };
    return {
      rule: "include-missing",
      message: `There is no ${JSON.stringify(path)} in the project at ${revision}, as a file of its own.`,
    };
  };
}
