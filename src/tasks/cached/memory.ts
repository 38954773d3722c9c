// What was made of files, for as long as this process runs: an edit of one file loads that file alone.

import type { Memory } from "../../cache/index.ts";

/** Of this reading and the one before: a text that was not seen in either is forgotten. */
export function openMemory(): () => Memory {
  type Kept = NonNullable<ReturnType<Memory["recall"]>>;
  let before = new Map<string, Kept>();
  return () => {
    const now = new Map<string, Kept>();
    return {
      recall(key) {
        const kept = before.get(key);
        if (kept) now.set(key, kept);
        return kept;
      },
      keep(key, kept) {
        now.set(key, kept);
      },
      close(stays) {
        if (stays) before = now;
      },
    };
  };
}
