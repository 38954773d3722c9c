// Values that stand in files of their own: texts that `$file` names and folders that `$dir` names.
import { posix } from "node:path";
import { isObject, type Json } from "../model/index.ts";
import { type Job, own } from "./edit-value.ts";
import { fileShare, namedBy, type Slot } from "./slots.ts";

/** Writes the text that the slot names. False where it is no text, or others read the file as well. */
export function editText(job: Job, slot: Slot, want: Json): boolean {
  const target = namedBy(job.reading, slot, "$file");
  if (!target || !isFileText(want) || !isOurs(job, target.real)) return false;
  job.draft.texts.push({ file: target.name, text: want });
  return true;
}

/** Writes, adds and removes the files of the folder that the slot names. */
export function editFolder(job: Job, slot: Slot, now: Json, want: Json): boolean {
  const target = namedBy(job.reading, slot, "$dir");
  if (!target || !isObject(now) || !isObject(want) || !isOurs(job, target.real)) return false;
  for (const name of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const [before, after] = [own(now, name) ?? null, own(want, name) ?? null];
    if (before === after) continue;
    if (after !== null && (!isFileText(after) || !isFileName(name))) return false;
    if (!isOurs(job, `${target.real}/${name}`, target.real)) return false;
    job.draft.texts.push({ file: `${target.name}/${name}`, text: after });
  }
  return true;
}

/** Whether a file can hold the text and give it back as it is. */
function isFileText(text: Json): text is string {
  return (
    typeof text === "string" &&
    !text.startsWith("\uFEFF") &&
    !text.includes("\0") &&
    Buffer.from(text).toString() === text
  );
}

/** Whether `$dir` would give the name back: inside of the folder, no dotfile. */
function isFileName(name: string): boolean {
  return (
    posix.normalize(name) === name &&
    !/[\\\0]/.test(name) &&
    !name.startsWith("/") &&
    !name.endsWith("/") &&
    !name.split("/").some((part) => part.startsWith("."))
  );
}

/** Whether no other place names the file, a folder that it is in, or something in it; or all who do want the same. */
function isOurs({ reading }: Job, real: string, except?: string): boolean {
  if (reading.agreed.has(real)) return true;
  if (fileShare(reading, real).count > 1) return false;
  for (const other of reading.named.keys()) {
    if (other === real || other === except) continue;
    if (other.startsWith(`${real}/`) || real.startsWith(`${other}/`)) return false;
  }
  return true;
}
