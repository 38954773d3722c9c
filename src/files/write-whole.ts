import { open, rename, rm, writeFile } from "node:fs/promises";

/** Modes of what holds dashboards, plans or states from before: nobody else on the machine reads them (contract 11). */
export const PRIVATE = { file: 0o600, folder: 0o700 } as const;

/**
 * Replaces the file, or makes it: through another one that is written, synced and renamed. If that fails, rejects and
 * leaves the file as it was. `mode` is by default that of the existing file.
 */
export async function writeWhole(path: string, text: string, options: { mode?: number } = {}): Promise<void> {
  // The package writes once and does not check how much was written: on a full disk, half a file would pass for the whole.
  // Node's own writeFile continues until everything is written or fails.
  // Loaded here, because most commands write nothing.
  const { default: writeFileAtomic } = await import("write-file-atomic");
  await writeFileAtomic(path, "", { ...options, tmpfileCreated: (temporary) => writeFile(temporary, text) });
}

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
