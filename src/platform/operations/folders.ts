// Folders: the whole tree, and creating one. The platform lists one level at a time (field notes, A.3).

import type { CallOptions } from "../http/transport.ts";
import type { WireFolder } from "../wire/wire.ts";
import { choosePaging, readPages } from "./paging.ts";
import { prepareCall, type Remote, sendForObject } from "./remote.ts";

export interface CreateFolderInput {
  name: string;
  /** Undefined for a folder at the root. */
  parentId?: number;
}

/** All folders that the credential sees, breadth first: parents before children, siblings as the platform orders them. */
export async function listFolders(remote: Remote, deploymentId: number): Promise<WireFolder[]> {
  const call = await prepareCall(remote, {
    operation: "listFolders",
    path: [deploymentId],
    does: `list the folders of deployment ${deploymentId}`,
    deploymentId,
  });
  const capabilities = await remote.capabilities();
  const style = choosePaging(capabilities, "listFolders");
  const readLevel = async (parentId?: number): Promise<WireFolder[]> => {
    const list = { name: "folders", style, call, filter: { parentId } };
    const folders: WireFolder[] = [];
    for await (const page of readPages<WireFolder>(remote.transport, list)) folders.push(...page);
    return folders;
  };
  const root = await readLevel();
  const oneLevel = !capabilities.described || capabilities.parameters("listFolders").has("parentId");
  // A deployment that answers folders with parents at once has listed everything.
  const isWhole = !oneLevel || root.some(hasParent);
  return isWhole ? orderByDepth(root) : walkDown(root, readLevel);
}

async function walkDown(
  root: WireFolder[],
  readLevel: (parentId: number) => Promise<WireFolder[]>,
): Promise<WireFolder[]> {
  const seen = new Set(root.map((folder) => folder.id));
  const all = [...root];
  let level = root;
  while (level.length > 0) {
    const children = await Promise.all(level.map((parent) => readLevel(parent.id)));
    level = children.flat().filter((folder) => !seen.has(folder.id) && seen.add(folder.id));
    all.push(...level);
  }
  return all;
}

/** Creates a folder. Never sent twice by itself: names are unique within a parent, so look before repeating. */
export async function createFolder(
  remote: Remote,
  deploymentId: number,
  input: CreateFolderInput,
  options?: CallOptions,
): Promise<WireFolder> {
  const call = await prepareCall(remote, {
    operation: "createFolder",
    path: [deploymentId],
    does: `create folder ${input.name}`,
    deploymentId,
    needs:
      "Creating a folder needs the role AI BI User or higher, and edit access to the folder it stands in.",
    body: input,
    options,
  });
  return sendForObject<WireFolder>(remote, call);
}

function hasParent(folder: WireFolder): boolean {
  return folder.parentId !== undefined && folder.parentId !== null;
}

/** Parents before children; a folder whose parent is not visible stands with the roots. */
function orderByDepth(folders: WireFolder[]): WireFolder[] {
  const known = new Set(folders.map((folder) => folder.id));
  const ordered = folders.filter((folder) => !hasParent(folder) || !known.has(folder.parentId!));
  // Grows while it is walked: each folder's children come after everything of its own level.
  for (const parent of ordered) ordered.push(...folders.filter((folder) => folder.parentId === parent.id));
  return ordered;
}
