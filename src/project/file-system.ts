// Failures of the file system that a user can fix, in words.

import { UserError } from "../model/index.ts";

/** A folder that may not be written, a full disk: nobody's bug. Undefined for any other failure. */
export function refusedByFileSystem(cause: unknown): UserError | undefined {
  if (!(cause instanceof Error && "syscall" in cause && "code" in cause)) return undefined;
  const code = String(cause.code);
  const known = WORDS[code];
  // A failure without a path may also be one of the network.
  if (!("path" in cause) && !FULL.has(code)) return undefined;
  const { dest, path } = cause as { dest?: unknown; path?: unknown };
  const where = String(dest ?? path ?? "").replace(TEMPORARY, "");
  return new UserError(`the file system refused${where && ` ${where}`}: ${known?.[0] ?? cause.message}`, {
    details: [known?.[1] ?? "Check the path, its permissions and the free space."],
    cause,
  });
}

/** A file is written as another one beside it, whose name is of no use to anyone. */
const TEMPORARY = /\.\d+$/;

/** What a write says when nothing fits any more: Node names no path then. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** What it means, and what to do. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ["there is no such file or folder (ENOENT)", "Check the path: a part of it is not there."],
  ENOTDIR: [
    "a part of it is not a folder (ENOTDIR)",
    "Check the path: a part of it is a file, not a folder.",
  ],
  EISDIR: ["it is a folder (EISDIR)", "Name a file."],
  EBUSY: ["it is in use (EBUSY)", "Name another path."],
  EEXIST: ["something else is there (EEXIST)", "Move it away, or name another path."],
  EACCES: [
    "permission denied (EACCES)",
    "Check the permissions of the path, and of the folder that it is in.",
  ],
  EPERM: ["permission denied (EPERM)", "Check the permissions of the path, and of the folder that it is in."],
  EROFS: ["this file system can only be read (EROFS)", "Name a path that can be written."],
  ENOSPC: ["the disk is full (ENOSPC)", "Make room, and run it again."],
  EDQUOT: ["the quota of the disk is used up (EDQUOT)", "Make room, and run it again."],
};
