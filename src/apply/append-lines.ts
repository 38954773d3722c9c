// Adds lines to a file of a run. What is added while one append is under way goes with the next, so a thousand outcomes are not a
// thousand files opened and closed.

import { appendFile } from "node:fs/promises";
import { PRIVATE } from "../disc/index.ts";

/** Resolves when the line is in the file, after all lines before it; rejects if it cannot be. */
export type AddLine = (line: string) => Promise<void>;

/** `path` is asked for when lines are written. */
export function appendLines(path: () => string): AddLine {
  let last: Promise<void> = Promise.resolve();
  let next: { lines: string[]; added: Promise<void> } | undefined;
  return (line) => {
    if (!next) {
      const lines: string[] = [];
      const append = (): Promise<void> => {
        next = undefined;
        return appendFile(path(), lines.map((one) => `${one}\n`).join(""), { mode: PRIVATE.file });
      };
      next = { lines, added: last.then(append, append) };
      last = next.added;
    }
    next.lines.push(line);
    return next.added;
  };
}
