// Which files the page may name, and where in them an edit is.

import { join } from "node:path";
import { leadsOutside } from "../../files/index.ts";
import { lineAndColumn } from "../../model/index.ts";
import type { FileStep } from "./edit-board.ts";
import type { Reading } from "./read-files.ts";

const TEXTS = /\.(?:ya?ml|json|md|markdown|txt|sql|html)$/i;

/** A file that the project is made of, or a text in its folder that one of them may take in. */
export function holdsFile(root: string, reading: Reading, file: string): boolean {
  if (file.split(/[\\/]/).some((step) => step.startsWith(".")) || leadsOutside(root, join(root, file)))
    return false;
  return reading.names.includes(file) || (TEXTS.test(file) && reading.text(file) !== undefined);
}

/** The first line that differs. */
export function placeOfStep({ file, before, after }: FileStep): { file: string; line: number } {
  const old = before ?? "";
  const now = after ?? "";
  let at = 0;
  while (at < now.length && old[at] === now[at]) at += 1;
  return { file, line: lineAndColumn(now, at).line };
}
