// Files that somebody saves while a pull reads the platform: what it would write was made for what they said before.

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../model/index.ts";
import type { WrittenOut } from "./write-out.ts";

interface Known {
  root: string;
  /** SHA-256 of a file as it was read first. */
  digest(file: string): string | undefined;
}

/** Name → SHA-256 of what a file said when it was read, null for one that was not there: of all files that are to be written. */
export function noteBefore(
  { files, places }: Pick<WrittenOut, "files" | "places">,
  { root, digest }: Known,
): Map<string, string | null> {
  const fresh = new Set(places.values());
  const now = (name: string) => digestOf(bytesOf(join(root, name)));
  // A link is read under its own name, and written where it leads.
  const first = (name: string) => digest(name) ?? (fresh.has(name) ? null : now(name));
  return new Map([...files.keys()].map((name) => [name, first(name)]));
}

/** What these files say now, by absolute path, null for one that is not there. Throws a UserError if one says something else than before. */
export function textsAsBefore(
  root: string,
  before: ReadonlyMap<string, string | null>,
): Map<string, string | null> {
  return new Map(
    [...before].map(([name, digest]) => {
      const path = join(root, name);
      const bytes = bytesOf(path);
      if (digestOf(bytes) !== digest) throw changedMeanwhile(name, bytes === null);
      return [path, bytes?.toString("utf8") ?? null];
    }),
  );
}

export function changedMeanwhile(name: string, isGone = false): UserError {
  return new UserError(`${name} was ${isGone ? "deleted" : "saved"} by somebody else while this pulled`, {
    details: ["Nothing was written. Pull again: it starts from what the file says now."],
  });
}

function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function digestOf(bytes: Buffer | null): string | null {
  return bytes && hash("sha256", bytes);
}
