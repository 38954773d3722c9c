import type { Store } from "./store.ts";

/** The folders from the root down to `id`, included; the path of the root itself is empty. */
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
