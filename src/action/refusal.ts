// How an apply is refused before it writes, and that no answer of GitHub's is no permission.

import { EXIT, UserError } from "../model/index.ts";
import { GitHubError } from "./forge/github-error.ts";

export const WITHOUT_REVIEW = "`review: off` applies without a review.";

/** An error of exit code 3. */
export function refused(why: string, details: readonly string[]): UserError {
  return new UserError(`refused, nothing was written: ${why}`, { details, exitCode: EXIT.refused });
}

/** What `ask` finds out. Throws a UserError of exit code 3 if GitHub does not say: `what` is unknown then. */
export async function unlessUnknown<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    throw refused(`it is unknown ${what}: ${error.message}`, [
      error.advice ?? "Run the job again when GitHub answers.",
      WITHOUT_REVIEW,
    ]);
  }
}

/** Of a commit. */
export const short = (commit = "") => commit.slice(0, 7);
