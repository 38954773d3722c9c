import { writeFile } from "node:fs/promises";
import writeFileAtomic from "write-file-atomic";

/**
 * Replaces the file, or makes it: through another one that is written, synced and renamed. Rejects where that cannot be done, and
 * then the file is as it was. `mode`: that of the file there is, where none is given.
 */
export async function writeWhole(path: string, text: string, options: { mode?: number } = {}): Promise<void> {
  // The package writes once and does not look how much was taken: on a disc that is full, half a file would pass for the whole.
  // Node's own writeFile goes on until all is written or the disc refuses.
  await writeFileAtomic(path, "", { ...options, tmpfileCreated: (temporary) => writeFile(temporary, text) });
}
