// What a pull changes: how many items had each outcome, and each file before and after as `git diff` shows it, which people know how to
// read and tools how to apply.

import { createTwoFilesPatch } from "diff";
import type { FileChange, Pulled } from "../../model/index.ts";

/** Nobody reads a diff of more changed lines, and finding the smallest one gets slow. */
const MAX_EDITS = 1500;

/** A unified diff with three lines of context. Not escaped. */
export function fileDiff({ file, before, after }: FileChange): string {
  const from = before === undefined ? "/dev/null" : `a/${file}`;
  const to = after === undefined ? "/dev/null" : `b/${file}`;
  const headerOptions = { includeIndex: false, includeUnderline: false, includeFileHeaders: true };
  const options = { headerOptions, maxEditLength: MAX_EDITS };
  const patch = createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, options);
  return patch ?? `--- ${from}\n+++ ${to}\n${wholly(before ?? "", after ?? "")}`;
}

/** All lines out, and all in. */
function wholly(before: string, after: string): string {
  const sides = [before, after].map((text) => (text === "" ? [] : text.split(/(?<=\n)/)));
  const range = (lines: readonly string[]) => (lines.length === 0 ? "0,0" : `1,${lines.length}`);
  const [removed = [], added = []] = sides;
  const write = (sign: string) => (line: string) =>
    line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
  const lines = [...removed.map(write("-")), ...added.map(write("+"))];
  return `@@ -${range(removed)} +${range(added)} @@\n${lines.join("")}`;
}

/** How many items had each outcome. */
export function countPulled(pulled: readonly Pulled[]) {
  const count = (action: Pulled["action"]) => pulled.filter((item) => item.action === action).length;
  return {
    created: count("created"),
    renamed: count("renamed"),
    edited: count("edited"),
    conflict: count("conflict"),
    skipped: count("skipped"),
  };
}
