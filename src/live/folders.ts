// The known folders of a deployment: from its list of folders, from the paths of workbooks, from the project file.

import { UserError } from "../model/index.ts";
import { folderKey, parseFolderKey } from "../plan/index.ts";
import type { Platform, WireWorkbook } from "../platform/index.ts";
import type { FolderPaths } from "./from-wire.ts";

interface Folder {
  path: string[];
  id: number;
}

/** Entries of a map that an error names. */
const MOST_SHOWN = 10;

export interface Folders {
  /** Folder key → id. Grows with the paths of workbooks. */
  readonly ids: ReadonlyMap<string, number>;
  readonly paths: FolderPaths;
  learn(wire: Pick<WireWorkbook, "folderPath">): void;
}

/**
 * `declared`: the target's own map, for deployments that cannot list folders (contract 1). `listed`: whether to ask; then the list decides,
 * and a map that says otherwise is a UserError: it would put a workbook into another folder than its file names.
 */
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
  const declared = Object.entries(options.declared).map(([key, id]) => ({ path: parseFolderKey(key), id }));
  const listed = options.listed ? await listFolders(platform, deploymentId) : [];
  requireSame(declared, listed, deploymentId);
  for (const { path, id } of [...declared, ...listed]) know(path, id);
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

async function listFolders(platform: Platform, deploymentId: number): Promise<Folder[]> {
  const found = new Map<number | null | undefined, string[]>();
  // Parents come before their children; one that the credential does not see is not part of the path.
  return (await platform.listFolders(deploymentId)).map(({ id, name, parentId }) => {
    const path = [...(found.get(parentId) ?? []), name];
    found.set(id, path);
    return { path, id };
  });
}

/** What the list shows neither by path nor by id, the credential may not see. */
function requireSame(declared: readonly Folder[], list: readonly Folder[], deploymentId: number): void {
  const ids = new Map(list.map(({ path, id }) => [folderKey(path), id]));
  const keys = new Map(list.map(({ path, id }) => [id, folderKey(path)]));
  const wrong = declared.flatMap(({ path, id }) => {
    const key = folderKey(path);
    const listed = ids.get(key);
    const other = keys.get(id);
    if (other === key || (listed === undefined && other === undefined)) return [];
    const first = listed === undefined ? `and the list shows no ${key}` : `but ${listed} in the list`;
    return [
      `${key} is ${id} in \`folders\`, ${first}${other === undefined ? "" : `, where ${id} is ${other}`}.`,
    ];
  });
  if (wrong.length === 0) return;
  throw new UserError(
    `deployment ${deploymentId} lists its folders, and \`folders\` of the target says otherwise`,
    {
      details: [
        ...wrong.slice(0, MOST_SHOWN),
        ...(wrong.length > MOST_SHOWN ? [`${wrong.length - MOST_SHOWN} more are not as in the list.`] : []),
        "Remove `folders` from the target in boardwright.yaml: it is only for deployments that cannot list folders.",
      ],
    },
  );
}
