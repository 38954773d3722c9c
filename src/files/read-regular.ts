import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Opening a named pipe waits for whoever writes into it, unless asked not to. */
export const WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file (UTF-8); undefined if there is something else than a regular file (a pipe, a socket, a device, a folder), which
 * might be read for ever. Rejects with the error of the file system, as for a file that is not there. Has no limit of size, unlike
 * readText of the desired room: a backup is as large as what it backs up.
 */
export async function readRegular(path: string): Promise<string | undefined> {
  const handle = await open(path, WITHOUT_WAITING).catch((error: NodeJS.ErrnoException) => {
    // A socket cannot be opened at all.
    if (error.code === "ENXIO") return undefined;
    throw error;
  });
  try {
    return (await handle?.stat())?.isFile() ? await handle?.readFile("utf8") : undefined;
  } finally {
    await handle?.close();
  }
}
