// What a server refused of a proposal, in words, with what to do about it.

import { UserError } from "../../model/index.ts";
import { explained, GitHubError, isRefused } from "../github-error.ts";

export const PULLS = "pull-requests: write";

/** GitHub has it off by default, and refuses with a status that says nothing of it. */
const SETTING =
  "On GitHub also allow it: Settings, Actions, General, `Allow GitHub Actions to create and approve pull requests`.";
const RULES =
  "A rule of the repository refuses it, and would again: let the rule leave out `boardwright/drift/**`, or let the job's token pass it.";
const AGAIN = "Run the job again. What was edited outside Git is in this report all the same.";

/** As `explained`, with what to do about a proposal. */
export async function asked<T>(what: string, permission: string, run: () => Promise<T>): Promise<T> {
  try {
    return await explained(what, permission, run);
  } catch (error) {
    if (error instanceof GitHubError && error.cause instanceof UserError) throw error.cause;
    if (!(error instanceof GitHubError)) throw error;
    const { message, advice, cause } = error;
    const isSetting = permission === PULLS && isRefused(cause);
    const own = isRuled(cause) ? RULES : AGAIN;
    throw new GitHubError(message, { advice: isSetting ? `${advice} ${SETTING}` : (advice ?? own), cause });
  }
}

/** A ruleset or a protected branch: it would refuse the next run as well. */
function isRuled(error: unknown): boolean {
  const { status, message = "" } = error as { status?: number; message?: string };
  return status === 422 && /rule violation|protected (branch|ref)|cannot create ref/i.test(message);
}

export function movedMeanwhile(branch: string, now: string | undefined): UserError {
  const what = now === undefined ? "was deleted" : `is at ${now.slice(0, 12)}`;
  return new UserError(`the branch ${branch} is left as it is: it ${what} since this run looked at it`, {
    details: [
      "Somebody wrote to it meanwhile. Merge it, or delete the branch: the next run then makes it anew.",
    ],
  });
}
