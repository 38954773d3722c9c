// Folder paths as texts: the names with slashes between them.

/** The key of a folder path in FolderIds and in `{ $folder: … }`; slashes inside names are escaped. */
export function folderKey(path: readonly string[]): string {
  return path.map((name) => name.replaceAll("\\", "\\\\").replaceAll("/", "\\/")).join("/");
}

/** The names of a folder key, outermost first: the reverse of folderKey. */
export function parseFolderKey(key: string): string[] {
  return (key.match(/(?:\\.|[^/\\])+/g) ?? []).map((name) => name.replace(/\\(.)/g, "$1"));
}

/** Folder key → id of the known folders. */
export type FolderIds = ReadonlyMap<string, number>;
