// Folder paths as a file writes them (contract 2): `Finance/Revenue`, a list of names, or `/` for the root.
import type { Json } from "../../model/index.ts";

/** The names of a folder path, however it is written; undefined for none. */
export function folderNames(folder: Json | undefined): string[] | undefined {
  if (Array.isArray(folder)) return folder.map(String);
  if (typeof folder !== "string") return undefined;
  const names = folder.split("/").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

/** The names as a path, or as a list if one would not come back the same. */
export function folderText(names: readonly string[]): Json {
  if (names.length === 0) return "/";
  const isPlain = names.every((name) => name !== "" && !name.includes("/") && name === name.trim());
  return isPlain ? names.join("/") : [...names];
}
