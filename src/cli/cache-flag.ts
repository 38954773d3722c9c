// --no-cache, of the commands that read all files.

import type { Cache } from "../cache/index.ts";
import type { Project } from "../model/index.ts";
import { openProjectCache } from "../project/open-cache.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

export const NO_CACHE: [flags: string, text: string] = [
  "--no-cache",
  "read every file again: use nothing of .boardwright/cache, and keep nothing there",
];

/** Undefined if the command has no such flag, or it is given, or there can be no cache. */
export function cacheOf(project: Project, { cache }: GlobalFlags, { env }: Terminal): Cache | undefined {
  return cache === true ? openProjectCache(project, env) : undefined;
}
