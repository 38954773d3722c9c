// Tells when files of the project may have changed. Folder by folder: Node's own recursive watch would walk through node_modules.

import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

const DEBOUNCE_MS = 60;
/** For file systems that tell nobody, and systems that are out of watches. */
const LOOK_EVERY_MS = 2_000;
const MOST_FOLDERS = 5_000;

/** Calls `changed` soon after the last of several changes. The returned function ends it. */
export function watchFolder(root: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  const follow = () => {
    const now = foldersBelow(root);
    for (const [folder, watcher] of watchers) {
      if (now.has(folder)) continue;
      watcher.close();
      watchers.delete(folder);
    }
    for (const folder of now) if (!watchers.has(folder)) open(folder);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      follow();
      changed();
    }, DEBOUNCE_MS);
  };
  const open = (folder: string) => {
    try {
      const watcher = watch(folder, soon);
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(folder);
        soon();
      });
      watchers.set(folder, watcher);
    } catch {
      looking ??= setInterval(changed, LOOK_EVERY_MS);
    }
  };
  follow();
  return () => {
    clearTimeout(timer);
    clearInterval(looking);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Those that may hold files of workbooks; links to folders are not followed. */
function foldersBelow(root: string): Set<string> {
  const found = new Set([root]);
  for (const folder of found) {
    if (found.size > MOST_FOLDERS) break;
    for (const entry of list(folder)) {
      const isLeftOut = entry.name.startsWith(".") || entry.name === "node_modules";
      if (entry.isDirectory() && !isLeftOut) found.add(join(folder, entry.name));
    }
  }
  return found;
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
