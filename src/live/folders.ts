// The known folders of a deployment: from its list of folders, from the paths of workbooks, from the project file.

import { folderKey, parseFolderKey } from "../plan/index.ts";
import type { Platform, WireFolder, WireWorkbook } from "../platform/index.ts";
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
    const folders = await platform.listFolders(deploymentId);
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    for (const folder of folders) know(pathOf(folder, byId), folder.id);
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

function pathOf(folder: WireFolder, byId: ReadonlyMap<number, WireFolder>): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  let at: WireFolder | undefined = folder;
  while (at && !seen.has(at.id)) {
    seen.add(at.id);
    names.unshift(at.name);
    at = at.parentId == null ? undefined : byId.get(at.parentId);
  }
  return names;
}
