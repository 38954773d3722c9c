// The project under the policy of another revision of its file.

import { basename } from "node:path";
import { emptyProject, readProjectText } from "../../desired/index.ts";
import type { Project } from "../../model/index.ts";
import { type Environment, underPolicy } from "../../target/index.ts";
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
  { revision, commit, text, isNearer }: FileAtRevision & { revision: string },
): Project {
  const { file } = project;
  const name = `${revision}:${basename(file)}`;
  const isThere = text !== undefined;
  const trusted = isThere ? readProjectText(file, text, { name, shown: name }) : emptyProject(file);
  return underPolicy(project, { revision, commit, isThere, isNearer, trusted });
}
