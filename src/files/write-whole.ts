import { writeFile } from "node:fs/promises";

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
