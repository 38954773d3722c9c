// Failures of the file system that a user can fix.

import { UserError } from "../model/index.ts";

/** A folder that may not be written, a full disk: nobody's bug. Undefined for any other failure. */
export function refusedByFileSystem(cause: unknown): UserError | undefined {
  if (!(cause instanceof Error && "syscall" in cause && "path" in cause)) return undefined;
  return new UserError(`the file system refused: ${cause.message}`, {
    details: ["Check the path, its permissions and the free space."],
    cause,
  });
}
