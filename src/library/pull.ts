// Live edits into the files.

import type { Project } from "../model/index.ts";
import { pullFiles } from "../tasks/pull/pull-files.ts";
import { withTarget } from "./context.ts";
import type { PullOptions, PullOutcome } from "./options.ts";

/**
 * Takes what was edited live into the files. Sends GET requests only. `texts` holds the new text of each file, null for one that must
 * go. Rejects with a UserError if the files have errors, or cannot be written; then they are as they were.
 */
export async function pull(project: Project, options: PullOptions = {}): Promise<PullOutcome> {
  const { slugs = [], all = false, into, mirrorFolders, share, resolution, write = false, signal } = options;
  const asked = { slugs, all, into, mirrorFolders, share, resolution, write, signal };
  const { result, texts } = await withTarget(project, options, (context) =>
    pullFiles({ ...context, ...asked }),
  );
  return { ...result, texts: Object.fromEntries(texts) };
}
