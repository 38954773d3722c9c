// Pull requests from forks: strangers' files, so the platform is not asked, whatever key the workflow hands over. What can be done without it
// is done, and the comment says so.

import { EXIT } from "../model/index.ts";
import { isSandbox } from "../target/index.ts";
import { destinationOf, type Job } from "./job.ts";
import { NOTHING, type Outcome } from "./outcome.ts";
import { renderTexts } from "./texts.ts";

export const NOT_PLANNED =
  "This pull request comes from a fork, which has no access to the platform: the files were checked, and nothing was planned.";

/** Of lint with a branch. */
export const NOT_ONLINE =
  "This pull request comes from a fork, which has no access to the platform: the files were checked, but not against the model of the branch.";

export const NOT_TESTED =
  "This pull request comes from a fork, which has no access to the platform: the files were checked, and no query was run.";

export const NOT_DEPLOYED =
  "This pull request comes from a fork, which has no access to the platform: its data model was not deployed.";

const NO_PREVIEW =
  "This pull request comes from a fork, which has no access to the platform: no preview was put up for it, and none is taken down.";

/** Whether this is a pull request from a fork, and the platform one that asks for secrets. Once it is merged, somebody trusts its files. */
export function isOnlyLinted(job: Job): boolean {
  const { inputs, event, env } = job;
  if (!event.pull?.isFork || (event.pull.isMerged && env.PLATFORM_API_KEY)) return false;
  if (inputs.command === "lint" && inputs.branch === undefined) return false;
  return !isSandbox(destinationOf(job).url);
}

export async function nothingTakenDown(job: Job): Promise<Outcome> {
  return nothingDone(job, NO_PREVIEW);
}

/** `why`: one sentence or more, and all that is said. */
export function nothingDone(job: Job, why: string): Outcome & Required<Pick<Outcome, "comment">> {
  job.log.print(why);
  return {
    ...NOTHING,
    exitCode: EXIT.ok,
    verdict: why,
    ...renderTexts(job, { notes: [why] }),
  };
}
