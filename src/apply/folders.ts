// Folders that workbooks name and the deployment lacks: made parent first, each once.

import type { Change, Result } from "../model/index.ts";
import { parseFolderKey } from "../plan/index.ts";
import type { CreateFolderInput } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { attempt } from "./failure.ts";
import { postOnce } from "./repeat.ts";

/** Folders by how deep they are, the outermost first: those of one level wait for no other of it. */
export function byLevel(folders: readonly Change[]): Change[][] {
  const levels = new Map<number, Change[]>();
  for (const folder of folders) {
    const depth = parseFolderKey(folder.key).length;
    levels.set(depth, [...(levels.get(depth) ?? []), folder]);
  }
  return [...levels].sort(([one], [two]) => one - two).map(([, level]) => level);
}

/** Makes one folder; the request names its parent, if any, by id. */
export async function makeFolder(context: ApplyContext, change: Change): Promise<Result> {
  const { name, parentId } = change.request ?? {};
  const input = {
    name: typeof name === "string" ? name : change.title,
    ...(typeof parentId === "number" && { parentId }),
  };
  return attempt(change, async (result, onAttempt) => {
    // If it has an id, it was made since the plan, by an earlier run of it or by another shard's.
    result.id ??= await create(context, input, onAttempt);
  });
}

/** Names are unique within a parent (field notes A.3, which do not say which status refuses a second one). */
const NAME_TAKEN: ReadonlySet<number> = new Set([400, 409, 422]);

function create(context: ApplyContext, input: CreateFolderInput, onAttempt: () => void): Promise<number> {
  const { platform, deploymentId } = context;
  return postOnce(context, {
    send: async () => (await platform.createFolder(deploymentId, input, { onAttempt })).id,
    // Another writer may have made it in the meantime, or this POST did and its answer was lost.
    mayBeThere: ({ status = 0 }) => NAME_TAKEN.has(status),
    async look() {
      const folders = await platform.listFolders(deploymentId);
      const isIt = ({ name, parentId }: (typeof folders)[number]) =>
        name === input.name && (parentId ?? undefined) === input.parentId;
      return folders.find(isIt)?.id;
    },
  });
}
