// Folders as a file names them.

import type { Json, JsonObject } from "../model/index.ts";

/** `folder` as a path, `folderId` where its names are not known or cannot stand in a file (contract 2). */
export function folderFields(folderId: number | null, path: readonly string[] | undefined): JsonObject {
  if (folderId === null) return { folder: "/" };
  // A blank name stands nowhere.
  const isNameable = path?.every((name) => name.trim() !== "");
  return path && isNameable ? { folder: writtenPath(path) } : { folderId };
}

/** `Finance/Revenue`; a list where a name would not come back the same; `/` for the root. */
function writtenPath(names: readonly string[]): Json {
  if (names.length === 0) return "/";
  const isPlain = names.every((name) => !name.includes("/") && name === name.trim());
  return isPlain ? names.join("/") : [...names];
}
