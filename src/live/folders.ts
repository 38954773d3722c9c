// The known folders of a deployment: from its list of folders, from the paths of workbooks, from the project file.

import { folderKey, parseFolderKey } from "../plan/index.ts";
import type { Platform, WireWorkbook } from "../platform/index.ts";
import type { FolderPaths } from "./from-wire.ts";

export interface Folders {
  /** Folder key → id. Grows with the paths of workbooks. */
  readonly ids: ReadonlyMap<string, number>;
  readonly paths: FolderPaths;
  learn(wire: Pick<WireWorkbook, "folderPath">): void;
}

/** `declared`: the target's own map, for deployments that cannot list folders (contract 1). `listed`: whether to ask. */
export async function readFolders(
  platform: Platform,
  deploymentId: number,
  options: { declared: Readonly<Record<string, number>>; listed: boolean },
): Promise<Folders> {
  const ids = new Map<string, number>();
  const paths = new Map<number | null, string[]>([[null, []]]);
  const know = (path: string[], id: number): void => {
    ids.set(folderKey(path), id);
    paths.set(id, path);
  };
  for (const [key, id] of Object.entries(options.declared)) know(parseFolderKey(key), id);
  if (options.listed) {
    const found = new Map<number | null | undefined, string[]>();
    // Parents come before their children; one that the credential does not see is not part of the path.
    for (const { id, name, parentId } of await platform.listFolders(deploymentId)) {
      const path = [...(found.get(parentId) ?? []), name];
      found.set(id, path);
      know(path, id);
    }
  }
  return {
    ids,
    paths,
    learn({ folderPath }) {
      if (!Array.isArray(folderPath)) return;
      folderPath.forEach((entry, depth) => {
        if (!paths.has(entry.id))
          know(
            folderPath.slice(0, depth + 1).map(({ name }) => name),
            entry.id,
          );
      });
    },
  };
}
