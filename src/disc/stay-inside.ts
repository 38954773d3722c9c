import { lstatSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { isInside, UserError } from "../model/index.ts";

/**
 * Throws a UserError if writing at `path` would leave the folder `root`, symbolic links resolved (contract 11): a pull request names paths,
 * and can hold links. Both absolute. `what` begins the message: "the sandbox data".
 */
export function stayInside(root: string, path: string, what: string): void {
  if (!leadsOutside(root, path)) return;
  throw new UserError(`${what} would be outside the project: ${path}`, {
    details: [
      `The project is ${root}, and nothing is written outside it, symbolic links resolved.`,
      "Name a place inside it, or replace the link by a folder.",
    ],
  });
}

/** Whether `path`, or the nearest folder above it that is there, is really outside `root`. A link to nothing counts as one that leads out. */
export function leadsOutside(root: string, path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    try {
      return !isInside(realpathSync(root), realpathSync(at));
    } catch {
      // A link to nothing is made into what it names when it is written.
      if (isThere(at) || at === dirname(at)) return true;
    }
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
