// A pull request that renames its project, or gives it another default target, would leave its review behind: nothing was reviewed under
// the new name.

import { basename, join } from "node:path";
import { readProjectText } from "../../desired/index.ts";
import type { Project } from "../../model/index.ts";
import type { CommentIdentity } from "../../report/index.ts";
import { PolicyError } from "../../tasks/policy/policy-error.ts";
import { repositoryPrefix } from "../../tasks/repository.ts";
import { readAtCommit } from "../base-policy.ts";
import { identityOf, type Job } from "../job.ts";
import { refused, short, WITHOUT_REVIEW } from "./refusal.ts";

/**
 * What the reviewed plan is of, if the files before the push named another project or target and `sealed`, the sealed plans of others, has
 * that; undefined if it is no other name of this project: a repository may hold several. Rejects with a UserError of exit code 3 if that
 * cannot be found out.
 */
export async function findRenamed(job: Job, sealed: readonly CommentIdentity[]): Promise<string | undefined> {
  // Of a pull request the base names both, in its plan and here.
  if (job.event.pull) return undefined;
  const { target: named } = job.inputs;
  // A workflow that names its target cannot be given another one.
  const possible = sealed.filter(({ target }) => named === undefined || target === named);
  if (possible.length === 0) return undefined;
  const before = await projectBefore(job);
  if (!before) return undefined;
  const then = identityOf({ ...job, project: before });
  const isThen = ({ project, target }: CommentIdentity) => project === then.project && target === then.target;
  if (!possible.some(isThen)) return undefined;
  return `the project ${then.project} for ${then.target}, and what was merged renames \`project\` or changes \`defaultTarget\``;
}

/** The project that the job would have found before the push; undefined if there was none. */
async function projectBefore({ event, cwd, project, env, github }: Job): Promise<Project | undefined> {
  const { before } = event;
  if (before === undefined || /^0*$/.test(before))
    throw refused("a plan of another project or target was reviewed, and the event names no commit before", [
      `Without that, nobody knows whether it is this one under another name. ${WITHOUT_REVIEW}`,
    ]);
  const above = repositoryPrefix(cwd)
    .split("/")
    .map((_, up) => join(cwd, "../".repeat(up)));
  for (const folder of above) {
    const file = join(folder, basename(project.file));
    const { text } = await readAtCommit(file, before, { env, github }).catch(unknown);
    const name = `${short(before)}:${basename(file)}`;
    if (text !== undefined) return readProjectText(file, text, { name, shown: name });
  }
  return undefined;
}

function unknown(error: unknown): never {
  if (!(error instanceof PolicyError)) throw error;
  throw refused(
    "a plan of another project or target was reviewed, and the project file before the push cannot be read",
    [...error.details, WITHOUT_REVIEW],
  );
}
