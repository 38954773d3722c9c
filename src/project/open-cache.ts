// The cache of a project, in `.boardwright/cache`, for commands that use one.

import { join } from "node:path";
import { type Cache, openCache, readCacheKey } from "../cache/index.ts";
import { repositoryRoot } from "../desired/index.ts";
import { leadsOutside } from "../files/index.ts";
import type { Project } from "../model/index.ts";
import { cacheKeyFile, type Environment } from "../target/index.ts";

/** Where it is, below the project's folder. */
const FOLDER = ".boardwright/cache";

/** Undefined if nothing can vouch for what would be kept, or it would be outside the project. Never throws. */
export function openProjectCache({ root }: Pick<Project, "root">, env: Environment): Cache | undefined {
  const folder = join(root, FOLDER);
  if (leadsOutside(root, folder)) return undefined;
  const checkout = repositoryRoot(root) ?? root;
  // The review key is the same in the jobs that plan and that apply, which have different keys of the platform.
  const credential = env.BOARDWRIGHT_REVIEW_KEY?.trim() || env.PLATFORM_API_KEY?.trim();
  const secret = readCacheKey({ file: cacheKeyFile(env), checkout, credential });
  // Node's version decides on letters and their cases, too.
  return secret && openCache({ folder, secret, tool: `${BOARDWRIGHT_BUILD} ${process.version}` });
}
