// Folders that workbooks name and the deployment does not have: made parent first, each once.

import type { Change, Result } from "../model/index.ts";
import { type FolderIds, folderKey, parseFolderKey } from "../plan/index.ts";
import { findRetryRule, PlatformError, retryDelay } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { toFailure } from "./failure.ts";

/** Makes one folder and notes its id in `folders`. Its parent is the root or is in `folders` by now, or else it fails too. */
export async function makeFolder(
  context: ApplyContext,
  change: Change,
  folders: Map<string, number>,
): Promise<Result> {
  const result: Result = {
    kind: change.kind,
    key: change.key,
    action: change.action,
    status: "applied",
    attempts: 0,
    id: null,
  };
  try {
    result.id = await create(context, change.key, folders, () => {
      result.attempts += 1;
    });
    folders.set(change.key, result.id);
    return result;
  } catch (error) {
    return { ...result, ...toFailure(error) };
  }
}

async function create(
  context: ApplyContext,
  key: string,
  folders: FolderIds,
  onAttempt: () => void,
): Promise<number> {
  const path = parseFolderKey(key);
  const name = path.at(-1) as string;
  const parentId = path.length > 1 ? folders.get(folderKey(path.slice(0, -1))) : undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      const input = parentId === undefined ? { name } : { name, parentId };
      return (await context.platform.createFolder(context.deploymentId, input, { onAttempt })).id;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // Somebody else may have made it in the meantime, or this POST did and its answer was lost.
      const siblings = await context.platform.listFolders(context.deploymentId);
      const made = siblings.find(
        (folder) => folder.name === name && (folder.parentId ?? undefined) === parentId,
      );
      if (made) return made.id;
      const rule = findRetryRule("GET", error.kind);
      if (!rule || attempt >= rule.attempts) throw error;
      await context.pause(retryDelay(attempt, context.random()));
    }
  }
}
