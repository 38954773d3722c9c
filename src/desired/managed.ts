// What of an entry is managed (contract 2): name, folder, meta, dashboard, each only where it is given.
import { type FolderRef, isObject, type Json, type JsonObject, type ManagedState } from "../model/index.ts";

/** The managed state of a resolved workbook's entry. Null counts as absent. */
export function managedStateOf(entry: JsonObject): ManagedState {
  const state: ManagedState = {};
  if (typeof entry.name === "string") state.name = entry.name;
  const folder = folderOf(entry);
  if (folder !== undefined) state.folder = folder;
  if (isObject(entry.meta)) state.meta = entry.meta;
  if (isObject(entry.dashboard)) state.dashboard = entry.dashboard;
  return state;
}

/** `A/B` and `[A, B]` are the same path, `/` is the root, `folderId` a number; undefined where neither is given. */
export function folderOf({ folder, folderId }: JsonObject): FolderRef | undefined {
  if (typeof folderId === "number") return { id: folderId };
  if (typeof folder === "string") return names(folder.split("/"));
  return Array.isArray(folder) ? names(folder) : undefined;
}

function names(parts: readonly Json[]): string[] {
  return parts.map((part) => String(part).trim()).filter((part) => part !== "");
}
