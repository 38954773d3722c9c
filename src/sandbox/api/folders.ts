// Folders: one level at a time, no upsert (field notes A.3).

import type { JsonObject } from "../../model/index.ts";
import type { WireFolder } from "../../platform/wire/wire.ts";
import { resourceOwner } from "../store/account.ts";
import { folderPath } from "../store/folder-path.ts";
import { recordEvent } from "../store/record-event.ts";
import { type FolderRecord, OWNER_ID } from "../store/records.ts";
import { integerOr, textOr } from "../store/seed-fields.ts";
import type { Store } from "../store/store.ts";
import { folderLevel, requireLevel, requireRole, visibleFolders } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { idInPath, idParameter, listPage } from "./paging.ts";
import { json, Refusal, type Reply } from "./reply.ts";

const MAX_DEPTH = 10;

/** GET …/folders: the visible children of `parentId`, or of the root without it. */
export function listFolders(context: DeploymentContext): Reply {
  const { store, deployment, key, query } = context;
  const parentId = idParameter(query, "parentId") || null;
  if (parentId !== null) findFolder(context, parentId);
  const visible = visibleFolders(store, key, deployment.id);
  const children = store.folders
    .of(deployment.id)
    .filter((folder) => folder.parentId === parentId && visible.has(folder.id));
  return listPage(context, children, (folder) => JSON.stringify(wireFolder(store, folder)));
}

/** POST …/folders. The name is unique within the parent, ten levels at most. */
export async function createFolder(context: DeploymentContext): Promise<Reply> {
  const { store, rules, deployment, key, body, now } = context;
  requireRole(key, "AI BI User", "create a folder");
  const input = await body();
  const name = rules.rewrite.text(input.name as string);
  const parentId = (input.parentId as number | null | undefined) ?? null;
  if (name.trim() === "") throw new Refusal(400, "name must not be blank");
  checkDestination(context, parentId);
  if (folderPath(store, parentId).length >= MAX_DEPTH)
    throw new Refusal(400, `Folders can be nested at most ${MAX_DEPTH} levels deep`);
  const siblings = store.folders.of(deployment.id).filter((folder) => folder.parentId === parentId);
  if (siblings.some((sibling) => sibling.name === name))
    throw new Refusal(400, `A folder named "${name}" already exists here`);
  const at = now();
  const folder: FolderRecord = {
    id: store.newId("folders"),
    deploymentId: deployment.id,
    name,
    parentId,
    position: (input.position as number | null | undefined) ?? siblings.length,
    createdAt: at,
    updatedAt: at,
  };
  store.folders.put(folder);
  store.account.grant(key, "folders", folder.id, "manage");
  recordEvent(context, at, "Folder created", { folderId: folder.id, name });
  return json(wireFolder(store, folder));
}

/** PUT …/folders/{folderId}: its name and its position; it is moved in the workspace. */
export async function updateFolder(context: DeploymentContext): Promise<Reply> {
  const { store, key, params, now } = context;
  const { name, position } = await context.body();
  const folder = findFolder(context, idInPath(params.folderId));
  requireLevel(folderLevel(store, key, folder), "edit", "change this folder");
  const siblings = store.folders
    .of(folder.deploymentId)
    .filter(({ parentId }) => parentId === folder.parentId);
  if (siblings.some((sibling) => sibling.id !== folder.id && sibling.name === name))
    throw new Refusal(400, `A folder named "${name}" already exists here`);
  const updatedAt = now();
  const after: FolderRecord = {
    ...folder,
    name: textOr(name, folder.name),
    position: integerOr(position, folder.position),
    updatedAt,
  };
  store.folders.put(after);
  recordEvent(context, updatedAt, "Folder updated", { folderId: folder.id, name: after.name });
  return json(wireFolder(store, after));
}

/** DELETE …/folders/{folderId}: refused while it has folders in it. */
export function deleteFolder(context: DeploymentContext): Reply {
  const { store, key, params, now } = context;
  const folder = findFolder(context, idInPath(params.folderId));
  requireLevel(folderLevel(store, key, folder), "manage", "delete this folder");
  if (store.folders.of(folder.deploymentId).some(({ parentId }) => parentId === folder.id))
    throw new Refusal(400, "The folder has folders in it");
  store.deleteFolder(folder);
  recordEvent(context, now(), "Folder deleted", { folderId: folder.id });
  return json({});
}

/** The folder with this id; a 404 Refusal if there is none that the key may see: others are hidden (field notes C). */
export function findFolder({ store, deployment, key }: DeploymentContext, id: number): FolderRecord {
  const folder = store.folders.get(id);
  if (folder?.deploymentId !== deployment.id || !visibleFolders(store, key, deployment.id).has(id))
    throw new Refusal(404, `Folder ${id} does not exist in deployment ${deployment.id}`);
  return folder;
}

/** Checks the destination of something, which needs edit access to the folder; everybody may use the root, which is null. */
export function checkDestination(context: DeploymentContext, id: number | null): void {
  if (id === null) return;
  const folder = findFolder(context, id);
  requireLevel(folderLevel(context.store, context.key, folder), "edit", "put anything into this folder");
}

/** A folder as the API returns it; its path is the folders above it. */
export function wireFolder(store: Store, folder: FolderRecord): WireFolder & JsonObject {
  return {
    ...folder,
    type: "FOLDER",
    folderPath: folderPath(store, folder.parentId),
    createdBy: OWNER_ID,
    user: resourceOwner(store.account.user(OWNER_ID)),
  };
}
