import { open, rename, rm } from "node:fs/promises";
import { PRIVATE } from "./write-whole.ts";

/**
 * Writes a file into a folder of our own, where nobody else writes and nothing has its name: as whole as writeWhole, private, and without
 * looking at what is there (half of the calls). If it fails, rejects and leaves nothing.
 */
export async function writeNew(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, "wx", PRIVATE.file);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
