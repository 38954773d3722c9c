// A pull request that renames its project, or gives it another default target, would leave its review behind: nothing was reviewed under
// the new name.

import { basename, join } from "node:path";
import { readProjectText } from "../../desired/index.ts";
import type { Project } from "../../model/index.ts";
import type { CommentIdentity } from "../../report/index.ts";
import { readAt } from "../../tasks/policy/apply-policy.ts";
import { findAt } from "../../tasks/policy/find-at.ts";
import { PolicyError, WayError } from "../../tasks/policy/policy-error.ts";
import { findAtCommit, wayOf } from "../base-policy.ts";
import { identityOf, type Job } from "../job.ts";
import { refused, short, WITHOUT_REVIEW } from "./refusal.ts";

/**
 * What the reviewed plan is of, if the files before the push named another project or target and `sealed`, the sealed plans of others, has
 * that; undefined if it is no other name of this project: a repository may hold several. Rejects with a UserError of exit code 3 if that
 * cannot be found out, or if what was merged put another project in the place of this one.
 */
export async function findRenamed(job: Job, sealed: readonly CommentIdentity[]): Promise<string | undefined> {
  // Of a pull request the base names both, in its plan and here.
  if (job.event.pull) return undefined;
  const { target: named } = job.inputs;
  // A workflow that names its target cannot be given another one.
  const possible = sealed.filter(({ target }) => named === undefined || target === named);
  const before = await projectBefore(job, possible.length > 0);
  if (!before) return undefined;
  const then = identityOf({ ...job, project: before });
  const isThen = ({ project, target }: CommentIdentity) => project === then.project && target === then.target;
  if (!possible.some(isThen)) return undefined;
  return `the project ${then.project} for ${then.target}, and what was merged renames \`project\` or changes \`defaultTarget\``;
}

/**
 * The project that the job would have found before the push; undefined if there was none, or it is not needed. Rejects with a UserError of
 * exit code 3 if another place is behind its name now: a plan of that was refused, so no comment is sealed, and nothing was reviewed.
 * `isNeeded`: then not knowing is refused as well.
 */
async function projectBefore(job: Job, isNeeded: boolean): Promise<Project | undefined> {
  const { event, project, env, github } = job;
  const { before } = event;
  if (before === undefined || /^0*$/.test(before)) {
    if (!isNeeded) return undefined;
    throw refused("a plan of another project or target was reviewed, and the event names no commit before", [
      `Without that, nobody knows whether it is this one under another name. ${WITHOUT_REVIEW}`,
    ]);
  }
  const way = wayOf(project, job);
  try {
    const found = await findAtCommit(way, before, { env, github, find: findAt });
    if (!found || !isNeeded) return undefined;
    const name = `${short(before)}:${basename(found.place)}`;
    return readProjectText(join(way.root, found.place), found.text, {
      ...{ name, shown: name },
      read: readAt(short(before), found.beside),
    });
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    const details = [...error.details, WITHOUT_REVIEW];
    if (error instanceof WayError)
      throw refused(`before the push it was another project: ${error.what}`, details);
    if (!isNeeded) return undefined;
    throw refused(
      "a plan of another project or target was reviewed, and the project file before the push cannot be read",
      details,
    );
  }
}
