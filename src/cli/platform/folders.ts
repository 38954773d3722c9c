// boardwright folders: the live folders, as paths.

import type { WireFolder } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import { DEPLOYMENT } from "./arguments.ts";
import { listCommand } from "./list-command.ts";

interface FolderRow {
  folder: WireFolder;
  path: string;
}

export const commands: readonly Subcommand[] = [
  listCommand<FolderRow>({
    usage: "list [deployment]",
    summary: "list the folders, as paths",
    arguments: DEPLOYMENT,
    examples: ["boardwright folders list"],
    pages: ({ platform, deployment }) => [platform.listFolders(deployment()).then(withPaths)],
    columns: {
      ID: ({ folder }) => folder.id,
      PATH: ({ path }) => path,
      PARENT: ({ folder }) => folder.parentId,
    },
    raw: ({ folder }) => folder,
    none: "There is no folder.",
  }),
];

/** Parents come before their children. */
function withPaths(folders: readonly WireFolder[]): FolderRow[] {
  const paths = new Map<number, string>();
  return folders.map((folder) => {
    const above = paths.get(folder.parentId ?? 0);
    const path = above === undefined ? folder.name : `${above}/${folder.name}`;
    paths.set(folder.id, path);
    return { folder, path };
  });
}
