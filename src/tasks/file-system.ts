// Failures of the file system that a user can fix.

import { UserError } from "../model/index.ts";

/** A folder that may not be written, a full disk: nobody's bug. Undefined for any other failure. */
export function refusedByFileSystem(cause: unknown): UserError | undefined {
  if (!(cause instanceof Error && "syscall" in cause && "path" in cause)) return undefined;
  const code = "code" in cause ? String(cause.code) : "";
  return new UserError(`the file system refused: ${cause.message}`, {
    details: [ADVICE[code] ?? "Check the path, its permissions and the free space."],
    cause,
  });
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: "Check the path: a part of it is not there.",
  ENOTDIR: "Check the path: a part of it is a file, not a folder.",
  EISDIR: "Check the path: it is a folder, not a file.",
  EEXIST: "Check the path: something else is there.",
  EACCES: "Check the permissions of the path, and of the folder that it is in.",
  EPERM: "Check the permissions of the path, and of the folder that it is in.",
  EROFS: "This file system can only be read: name a path that can be written.",
  ENOSPC: "The disk is full: make room, and run it again.",
  EDQUOT: "The quota of the disk is used up: make room, and run it again.",
};
