// The files of the boards that were looked at, as they were then: a file that somebody deletes can be put back.

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileStep } from "./edit-board.ts";
import type { GoneFile } from "./protocol.ts";

export interface Shelf {
  /** Takes the file, unless it is another one by now: `digest` is the SHA-256 of what the board was made from. */
  note(file: string, slug: string, digest: string | undefined): void;
  /** Of those that were taken: what is no longer a file of the project. */
  gone(names: readonly string[]): GoneFile[];
  /** What makes it again; undefined if it was never taken. */
  stepOf(file: string): FileStep | undefined;
}

export function openShelf(root: string): Shelf {
  const taken = new Map<string, { text: string; slugs: Set<string> }>();
  return {
    note(file, slug, digest) {
      try {
        const bytes = readFileSync(join(root, file));
        if (hash("sha256", bytes) !== digest) return;
        const text = bytes.toString();
        taken.set(file, { text, slugs: (taken.get(file)?.slugs ?? new Set()).add(slug) });
      } catch {
        // It is gone between two readings: what was taken before is what there was.
      }
    },
    gone(names) {
      const there = new Set(names);
      return [...taken].flatMap(([file, { slugs }]) =>
        there.has(file) ? [] : [{ file, slugs: [...slugs] }],
      );
    },
    stepOf(file) {
      const text = taken.get(file)?.text;
      return text === undefined ? undefined : { file, before: null, after: text };
    },
  };
}
