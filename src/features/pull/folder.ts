// Folders as a file names them.

import { folderText } from "../../edit/index.ts";
import type { JsonObject } from "../../model/index.ts";

/** `folder` as a path; `folderId` if its names are not known or cannot be in a file (contract 2). */
export function folderFields(folderId: number | null, path: readonly string[] | undefined): JsonObject {
  if (folderId === null) return { folder: "/" };
  // No file can hold a blank name.
  const isNameable = path?.every((name) => name.trim() !== "");
  return path && isNameable ? { folder: folderText(path) } : { folderId };
}
