// Live edits into the files.

import { pullFiles } from "../features/pull/pull-files.ts";
import type { Project, PullOptions, PullOutcome } from "../model/index.ts";
import { withTarget } from "./context.ts";

/**
 * Takes what was edited live into the files. Sends GET requests only. `texts` holds the new text of each file, null for one that must
 * go. Rejects with a UserError if the files have errors, or cannot be written; then they are as they were.
 */
export async function pull(project: Project, options: PullOptions = {}): Promise<PullOutcome> {
  const { result, texts } = await withTarget(project, options, (context) =>
    pullFiles({ ...options, ...context }),
  );
  return { ...result, texts: Object.fromEntries(texts) };
}
