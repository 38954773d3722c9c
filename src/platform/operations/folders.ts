// Folders: the whole tree, and creating one. The platform lists one level at a time (field notes, A.3).

import type { CallOptions } from "../http/transport.ts";
import type { WireFolder } from "../wire/wire.ts";
import { object } from "./answers.ts";
import { DEPLOYMENT, operation, type PendingCall, reads } from "./operation.ts";
import { choosePaging, readPages } from "./paging.ts";
import { endless } from "./unexpected.ts";

/** Levels of folders; the platform makes ten (field notes, A.3). */
const MAX_DEPTH = 100;

export interface CreateFolderInput {
  name: string;
  /** Undefined for a folder at the root. */
  parentId?: number;
}

export const FOLDER_OPERATIONS = {
  /** All folders that the credential sees, breadth first: parents before children, siblings as the platform orders them. */
  listFolders: operation({
    method: "GET",
    path: `${DEPLOYMENT}/folders`,
    ask: reads("list the folders of deployment {deployment}"),
    answer: readTree,
  }),
  /** Never sent twice: names are unique within a parent, so look before you repeat it. */
  createFolder: operation({
    method: "POST",
    path: `${DEPLOYMENT}/folders`,
    ask: (deploymentId: number, input: CreateFolderInput, call?: CallOptions) => ({
      params: [deploymentId],
      does: `create folder ${input.name}`,
      needs: "Creating a folder needs the role AI BI User or higher, and edit access to its parent folder.",
      body: input,
      ...call,
    }),
    answer: object<WireFolder>(),
  }),
};

async function readTree({ transport, prepare, parameters }: PendingCall): Promise<WireFolder[]> {
  const call = await prepare();
  const described = await parameters();
  const style = choosePaging(described);
  const readLevel = async (parentId?: number): Promise<WireFolder[]> => {
    const list = { name: "folders", style, call: { ...call, query: { parentId } } };
    const folders: WireFolder[] = [];
    for await (const page of readPages<WireFolder>(transport, list)) folders.push(...page.filter(isFolder));
    return folders;
  };
  let level = await readLevel();
  const oneLevel = described === undefined || described.has("parentId");
  // A deployment that answers with folders that have parents has listed everything at once.
  if (!oneLevel || level.some(hasParent)) return orderByDepth(level);
  const all = [...level];
  const seen = new Set(all.map(({ id }) => id));
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw transport.reject(
        call,
        endless(`${MAX_DEPTH} folders lie in one another, and there is another one`),
      );
    const children = await Promise.all(level.map(({ id }) => readLevel(id)));
    level = children.flat().filter(({ id }) => !seen.has(id) && seen.add(id));
    all.push(...level);
  }
  return all;
}

/** A list may mix types, and what is not a folder has no folders in it. */
function isFolder({ type }: WireFolder): boolean {
  return type === undefined || type === "FOLDER";
}

function hasParent(folder: WireFolder): boolean {
  return folder.parentId !== undefined && folder.parentId !== null;
}

/** Parents before children; a folder whose parent is not visible is among the roots. */
function orderByDepth(folders: WireFolder[]): WireFolder[] {
  const known = new Set(folders.map((folder) => folder.id));
  const ordered = folders.filter((folder) => !hasParent(folder) || !known.has(folder.parentId!));
  // Grows while it is walked: each folder's children come after its whole level.
  for (const parent of ordered) ordered.push(...folders.filter((folder) => folder.parentId === parent.id));
  return ordered;
}
