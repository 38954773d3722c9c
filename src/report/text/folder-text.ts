// A folder in words, whatever shape it has in a plan.

import { isObject, type Json, writeJson } from "../../model/index.ts";
import { parseFolderKey } from "../../plan/index.ts";

/** `Finance/Revenue` (`A/B › C` if a name holds a slash), `/` for the root, `folder 345` for an id. Not escaped. */
export function folderText(folder: Json): string {
  if (Array.isArray(folder)) {
    const names = folder.map((name) => (typeof name === "string" ? name : writeJson(name)));
    if (names.length === 0) return "/";
    return names.join(names.some((name) => name.includes("/")) ? " › " : "/");
  }
  if (typeof folder === "string") return folderText(parseFolderKey(folder));
  if (typeof folder === "number" || typeof folder === "bigint") return `folder ${folder}`;
  if (folder === null) return "/";
  if (isObject(folder)) {
    if ("$folder" in folder && folder.$folder !== undefined) return folderText(folder.$folder);
    if (Array.isArray(folder.path)) return folderText(folder.path);
    if ("id" in folder && folder.id !== undefined) return folderText(folder.id);
    return writeJson(folder);
  }
  return String(folder);
}
