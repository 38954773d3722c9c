// Values in files of their own: texts that `$file` names and folders that `$dir` names.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { contentOf, isIncluded } from "../desired/index.ts";
import { isObject, type Json, type JsonObject, ownValue } from "../model/index.ts";
import { isFilePath, isFileText } from "./form/file-names.ts";
import { withEndsOf } from "./form/line-ends.ts";
import type { Job } from "./job.ts";
import { fileShare, namedBy, type Slot } from "./slots.ts";
import { same } from "./values/same.ts";

/** Writes the text file that the slot names. False if the value is not a text, or others read the file as well. */
export function editText(job: Job, slot: Slot, want: Json): boolean {
  const target = namedBy(job.reading, slot, "$file");
  if (!target || !isFileText(want) || !isOurs(job, target.real)) return false;
  job.draft.texts.push({ file: target.name, text: ended(job, target.name, want) });
  return true;
}

/** Writes, adds and removes the files of the folder that the slot names. */
export function editFolder(job: Job, slot: Slot, { now, want }: { now: Json; want: Json }): boolean {
  const target = namedBy(job.reading, slot, "$dir");
  if (!target || !isObject(now) || !isObject(want) || !isOurs(job, target.real)) return false;
  for (const name of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const before = ownValue(now, name) ?? null;
    const after = ownValue(want, name) ?? null;
    if (same(before, after)) continue;
    if (after !== null && !isFileText(after)) return false;
    if (before === null && !canAdd(job, target, { name, want })) return false;
    if (!isOurs(job, `${target.real}/${name}`, target.real)) return false;
    const file = `${target.name}/${name}`;
    job.draft.texts.push({ file, text: after === null ? null : ended(job, file, after) });
  }
  return true;
}

/** A text with the line ends that its file has: they are no part of what it says. */
function ended({ reading }: Job, file: string, text: string): string {
  const before = reading.files.read(file);
  return typeof before === "string" ? withEndsOf(before, contentOf(text)) : contentOf(text);
}

/**
 * Whether a file of this name can be added to the folder: on any file system, also if `A` and `a` are one there, it would come back
 * as the same key; it is not a workbook file; and it replaces nothing.
 */
function canAdd(
  { reading }: Job,
  target: { name: string; real: string },
  { name, want }: { name: string; want: JsonObject },
): boolean {
  const folded = name.toLowerCase();
  const isAlone = Object.keys(want).every((other) => other === name || other.toLowerCase() !== folded);
  if (!isFilePath(name) || !isAlone) return false;
  if (isIncluded(reading.variables.project, `${target.name}/${name}`)) return false;
  const steps = name.split("/");
  return steps.every((_, index) => {
    const there = lstatSync(join(target.real, ...steps.slice(0, index + 1)), { throwIfNoEntry: false });
    return there === undefined || (there.isDirectory() && index < steps.length - 1);
  });
}

/** Whether no other place names the file, a folder that it is in, or something in it; or all that do want the same. */
function isOurs({ reading }: Job, real: string, except?: string): boolean {
  if (reading.agreed.has(real)) return true;
  if (fileShare(reading, real).count > 1) return false;
  for (const other of reading.named.keys()) {
    if (other === real || other === except) continue;
    if (other.startsWith(`${real}/`) || real.startsWith(`${other}/`)) return false;
  }
  return true;
}
