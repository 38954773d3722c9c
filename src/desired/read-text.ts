// Reads one text file and refuses any other: too large, binary, not UTF-8.

import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { lineAndColumn } from "../model/index.ts";

/** Why a file cannot be used as text, and where in it (1-based). */
export interface FileProblem {
  rule: "file-unreadable" | "file-too-large" | "not-text";
  message: string;
  line: number;
  column: number;
}

const MAX_BYTES = 10_000_000;

// Read into one buffer that lives as long as the process: half the time of a new one per file.
let buffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * The text of a file, a byte order mark removed. Never throws for what is wrong with the file, and never waits for it. `note` is given the
 * bytes, which are valid only while it runs.
 */
export function readText(path: string, note?: (bytes: Buffer) => void): string | FileProblem {
  let bytes: Buffer | string;
  try {
    bytes = readBytes(path);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    return problem("file-unreadable", `The file cannot be read (${REASONS[code] ?? code}).`);
  }
  if (typeof bytes === "string") return notFile(bytes);
  note?.(bytes);
  return decodeText(bytes);
}

/** The text of the bytes of a file. */
export function decodeText(bytes: Buffer): string | FileProblem {
  if (bytes.length > MAX_BYTES) return problem("file-too-large", "The file is over 10 MB.");
  if (bytes.includes(0)) return notText(bytes, "a NUL byte");
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (!isUtf8(bytes)) return notText(bytes, "bytes that are not UTF-8");
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

const REASONS: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "no permission",
  EPERM: "no permission",
  ELOOP: "its symbolic links form a loop",
  ENXIO: "it is a socket",
};

/** Opening a named pipe waits for whoever writes into it, unless asked not to. */
const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file, or what it is if that is no file. */
function readBytes(path: string): Buffer | string {
  const descriptor = openSync(path, WITHOUT_WAITING);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return kindOf(stats);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length > MAX_BYTES) return buffer.subarray(0, length);
      if (length === buffer.length) {
        const larger = Buffer.allocUnsafeSlow(buffer.length * 4);
        buffer.copy(larger);
        buffer = larger;
      }
    }
  } finally {
    closeSync(descriptor);
  }
}

/** What is at a path that is no regular file. */
export function kindOf(stats: Pick<Stats, "isDirectory" | "isFIFO" | "isSocket">): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Only a regular file ends: a pipe or a device could be read for ever. */
export function notFile(kind: string): FileProblem {
  return problem("file-unreadable", `The file cannot be read (it is ${kind}).`);
}

function problem(rule: FileProblem["rule"], message: string): FileProblem {
  return { rule, message, line: 1, column: 1 };
}

function notText(bytes: Buffer, what: string): FileProblem {
  const mark = bytes.subarray(0, 2).toString("hex");
  // What PowerShell's `>` writes.
  if (mark === "fffe" || mark === "feff") return problem("not-text", "This is UTF-16. Save it as UTF-8.");
  // Broken sequences decode to U+FFFD, so the first one of those or the first NUL is the place.
  const text = bytes.toString("utf8");
  const at = text.search(what === "a NUL byte" ? /\0/ : /\uFFFD/);
  const message = `This is not a text file: it contains ${what}.`;
  return { rule: "not-text", message, ...lineAndColumn(text, Math.max(at, 0)) };
}
