// Folders that workbooks name and the deployment lacks: made parent first, each once.

import type { Change, Result } from "../model/index.ts";
import { type CreateFolderInput, findRetryRule, PlatformError, retryDelay } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { attempt } from "./failure.ts";

/** Makes one folder; the request names its parent, if any, by id. */
export async function makeFolder(context: ApplyContext, change: Change): Promise<Result> {
  const { name, parentId } = change.request ?? {};
  const input = {
    name: typeof name === "string" ? name : change.name,
    ...(typeof parentId === "number" && { parentId }),
  };
  return attempt(change, async (result, onAttempt) => {
    // If it has an id, it was made since the plan, by an earlier run of it or by another shard's.
    result.id ??= await create(context, input, onAttempt);
  });
}

/** Names are unique within a parent (field notes A.3, which do not say which status refuses a second one). */
const NAME_TAKEN: ReadonlySet<number> = new Set([400, 409, 422]);

async function create(
  context: ApplyContext,
  input: CreateFolderInput,
  onAttempt: () => void,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await context.platform.createFolder(context.deploymentId, input, { onAttempt })).id;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const rule = findRetryRule("GET", error.kind);
      if (!rule && !NAME_TAKEN.has(error.status ?? 0)) throw error;
      // Another writer may have made it in the meantime, or this POST did and its answer was lost.
      const made = (await context.platform.listFolders(context.deploymentId)).find(
        (folder) => folder.name === input.name && (folder.parentId ?? undefined) === input.parentId,
      );
      if (made) return made.id;
      if (!rule || attempt >= rule.attempts) throw error;
      await context.pause(retryDelay(attempt, context.random()));
    }
  }
}
