import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isInside, UserError } from "../model/index.ts";

/**
 * Throws a UserError if writing at `path` would leave the folder `root` or change Git's own files, symbolic links resolved (contract 11): a
 * pull request names paths, and can hold links. Both absolute. `what` begins the message: "the sandbox data".
 */
export function stayInside(root: string, path: string, what: string): void {
  const way = wayTo(root, path);
  if (way === undefined) {
    throw new UserError(`${what} would be outside the project: ${path}`, {
      details: [
        `The project is ${root}, and nothing is written outside it, symbolic links resolved.`,
        "Name a place inside it, or replace the link by a folder.",
      ],
    });
  }
  if (!leadsIntoGit(root, way)) return;
  throw new UserError(`${what} would be among Git's own files: ${path}`, {
    details: [
      "Git runs hooks and obeys settings that are there, so nothing is written in such a folder, symbolic links resolved.",
      "Name another place in the project, or replace the link by a folder.",
    ],
  });
}

/**
 * The same, and for places that other tools obey: throws a UserError if a step within `root` begins with a dot, as `.github`, `.husky` and
 * `.env` do, other than `.boardwright`.
 */
export function stayInOpen(root: string, path: string, what: string): void {
  stayInside(root, path, what);
  const hidden = [...(wayTo(root, path) ?? []), ...relative(root, path).split(sep)].find(isHidden);
  if (hidden === undefined) return;
  throw new UserError(`${what} would be in a hidden place: ${path}`, {
    details: [
      `Other tools run and obey what is in places such as ${hidden}, so nothing is written there, symbolic links resolved.`,
      "Name another place in the project, or one in `.boardwright`.",
    ],
  });
}

function isHidden(step: string): boolean {
  return step.startsWith(".") && step !== "." && step !== ".boardwright";
}

/**
 * Whether `path`, or the nearest folder above it that is there, is really outside `root` or among Git's own files. A link to nothing counts
 * as one that leads out.
 */
export function leadsOutside(root: string, path: string): boolean {
  const way = wayTo(root, path);
  return way === undefined || leadsIntoGit(root, way);
}

/** The steps from the folder `root` to where `path` really is, as far as it is there; undefined if that is outside. */
function wayTo(root: string, path: string): string[] | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      const realRoot = realpathSync(root);
      const real = realpathSync(at);
      return isInside(realRoot, real)
        ? relative(realRoot, join(real, relative(at, path))).split(sep)
        : undefined;
    } catch {
      // A link to nothing is made into what it names when it is written.
      if (isThere(at) || at === dirname(at)) return undefined;
    }
  }
}

/** What some file systems take for `.git`: in other capitals, with dots or blanks behind it, by its short name, with invisible signs in it. */
const GIT = /^(?:\.git|git~\d)[ .]*(?::.*)?$/i;

function leadsIntoGit(root: string, way: readonly string[]): boolean {
  return way.some((step, index) => {
    if (GIT.test(step.replace(/\p{Cf}/gu, ""))) return true;
    // Git's folder may have any name: a file `.git` or a setting says where it is.
    const folder = join(root, ...way.slice(0, index + 1));
    return step !== "" && ["HEAD", "objects", "refs"].every((name) => existsSync(join(folder, name)));
  });
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
