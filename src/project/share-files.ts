// What the targets of one process share: each file is read once, and what is the same for every target is made of it once. All of them see the
// files as the first one did, however long it takes.

import type { Memory } from "../cache/index.ts";
import { type Budget, openBudget, type Snapshot } from "../desired/index.ts";

/** UTF-16 units of texts, and bytes of what was made of them; what is more is read and made again. */
const MOST_TEXT = 48_000_000;
const MOST_BYTES = 100_000_000;

export function shareFiles(): { snapshot: Snapshot; memory: Memory; budget: Budget } {
  const texts = new Map<string, NonNullable<ReturnType<Snapshot["get"]>>>();
  const made = new Map<string, NonNullable<ReturnType<Memory["recall"]>>>();
  let units = 0;
  let bytes = 0;
  return {
    budget: openBudget(),
    snapshot: {
      get: (file) => texts.get(file),
      set(file, read) {
        units += typeof read.text === "string" ? read.text.length : 0;
        if (units <= MOST_TEXT) texts.set(file, read);
      },
    },
    memory: {
      recall: (key) => made.get(key),
      keep(key, kept) {
        if (!kept.isForAll || made.has(key)) return;
        bytes += kept.body.length + kept.head.length;
        if (bytes <= MOST_BYTES) made.set(key, kept);
      },
      close() {},
    },
  };
}
