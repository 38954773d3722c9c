// Folders: one level at a time, no upsert (field notes A.3).

import type { JsonObject } from "../model/index.ts";
import type { WireFolder } from "../platform/wire.ts";
import { checkBody } from "./check-body.ts";
import type { DeploymentContext } from "./context.ts";
import { idParameter, listPage } from "./paging.ts";
import { type FolderRecord, OWNER } from "./records.ts";
import { json, Refusal, type Reply } from "./reply.ts";
import type { Store } from "./store.ts";

const MAX_DEPTH = 10;

/** GET …/folders: the children of `parentId`, or of the root without it. */
export function listFolders({ store, deployment, query }: DeploymentContext): Reply {
  const parentId = idParameter(query, "parentId") || null;
  if (parentId !== null) findFolder(store, deployment.id, parentId);
  const children = store.folders.of(deployment.id).filter((folder) => folder.parentId === parentId);
  return listPage(children, query, (folder) => JSON.stringify(wireFolder(store, folder)));
}

/** POST …/folders. The name is unique within the parent, ten levels at most. */
export async function createFolder({ store, deployment, body, now }: DeploymentContext): Promise<Reply> {
  const input = body();
  await checkBody("CreateFolderInput", input);
  const name = input.name as string;
  const parentId = (input.parentId as number | null | undefined) ?? null;
  if (name.trim() === "") throw new Refusal(400, "name must not be blank");
  if (parentId !== null) findFolder(store, deployment.id, parentId);
  if (folderPath(store, parentId).length >= MAX_DEPTH)
    throw new Refusal(400, `Folders can be nested at most ${MAX_DEPTH} levels deep`);
  const siblings = store.folders.of(deployment.id).filter((folder) => folder.parentId === parentId);
  if (siblings.some((sibling) => sibling.name === name))
    throw new Refusal(400, `A folder named "${name}" already exists here`);
  const at = now();
  const folder: FolderRecord = {
    id: store.newId(),
    deploymentId: deployment.id,
    name,
    parentId,
    position: (input.position as number | null | undefined) ?? siblings.length,
    createdAt: at,
    updatedAt: at,
  };
  store.putFolder(folder);
  return json(wireFolder(store, folder));
}

/** The folder with this id in this deployment; a 404 Refusal otherwise: a foreign one is hidden (field notes C). */
export function findFolder(store: Store, deploymentId: number, id: number): FolderRecord {
  const folder = store.folders.get(id);
  if (folder?.deploymentId !== deploymentId)
    throw new Refusal(404, `Folder ${id} does not exist in deployment ${deploymentId}`);
  return folder;
}

/** The folders from the root down to and with `id`; the root itself is the empty path. */
export function folderPath(store: Store, id: number | null): { id: number; name: string }[] {
  const path: { id: number; name: string }[] = [];
  const seen = new Set<number>();
  for (let at = id; at !== null && !seen.has(at); ) {
    seen.add(at);
    const folder = store.folders.get(at);
    if (!folder) break;
    path.unshift({ id: folder.id, name: folder.name });
    at = folder.parentId;
  }
  return path;
}

/** A folder as it travels; its own path holds the folders above it. */
export function wireFolder(store: Store, folder: FolderRecord): WireFolder & JsonObject {
  return {
    ...folder,
    type: "FOLDER",
    folderPath: folderPath(store, folder.parentId).map((entry) => ({ ...entry })),
    createdBy: OWNER.id!,
    user: OWNER,
  };
}
