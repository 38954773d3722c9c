// Backups: the full state of a workbook or report, read right before it is overwritten or deleted (contract 7).

import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder, PRIVATE, writeNew } from "../files/index.ts";
import { type Change, type Resident, writeJson } from "../model/index.ts";
import type { ApplyContext, Backups, Wire } from "./context.ts";
import { StepError } from "./failure.ts";

export interface BackupHooks {
  /** Puts into the new folder what must be there before any backup: if it rejects, no backup can be saved. */
  prepare?(folder: string): Promise<void>;
  /** Is told of each backup before it is written: if it rejects, it is not. */
  onSave?(file: string, text: string): Promise<void>;
}

/** Among the folders of runs, where what previews took down is kept: no run, and nothing to roll back. */
export const PREVIEW_BACKUPS = "previews";

/** Writes nothing, not even the folder, before it is opened or a backup is saved. */
export function createBackups(folder: string, { prepare, onSave }: BackupHooks = {}): Backups {
  let claimed: Promise<void> | undefined;
  let own = folder;
  let used = false;
  let isFull = false;
  let last: Promise<unknown> = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  const write = async (file: string, text: string): Promise<void> => {
    const path = join(own, file);
    if (!isFull) {
      const written = writeNew(path, text);
      underWay.add(written);
      try {
        return await written;
      } catch {
        isFull = true;
      } finally {
        underWay.delete(written);
      }
    }
    // From now on one after the other: one that does not fit takes up the disk until it is taken away, and would fail the others, too.
    const settled = Promise.allSettled([last, ...underWay]);
    const written = settled.then(() => writeNew(path, text));
    last = written;
    await written;
  };
  const prepareOwn = async (): Promise<void> => {
    own = await claim(folder);
    await prepare?.(own);
  };
  return {
    get folder() {
      return own;
    },
    get used() {
      return used;
    },
    open: () => (claimed ??= prepareOwn()),
    async save(name, state) {
      await this.open();
      const file = fileName(name);
      const text = `${writeJson(state, 2)}\n`;
      await onSave?.(file, text);
      await write(file, text);
      used = true;
    },
  };
}

/** Makes a folder of this run's own: no run may overwrite the backups of another. */
async function claim(folder: string): Promise<string> {
  ensureFolder(dirname(folder), PRIVATE.folder);
  for (let number = 1; ; number++) {
    const name = number === 1 ? folder : `${folder}-${number}`;
    try {
      await mkdir(name, PRIVATE.folder);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Saves what is about to be overwritten or deleted; throws if it cannot, and then neither may happen. */
export async function backUp(
  { backups }: Pick<ApplyContext, "backups">,
  change: Change,
  state: Wire,
): Promise<void> {
  try {
    await backups?.save(backupName(change), state);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StepError("backup-failed", `${change.key} was not changed: its backup could not be written`, [
      why,
      "Make room or choose another folder with `apply.backups` in boardwright.yaml, then apply again.",
    ]);
  }
}

/** The run's name: its start in UTC, safe in a file name: `2026-11-20T08-10-04Z`. */
export function runName(start: Date): string {
  return `${start.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** The file of a change's backup: `revenue-overview.json`, `report%3Arevenue.json`. */
export function backupFile(change: Pick<Change, "kind" | "key" | "action" | "id">): string {
  return fileName(backupName(change));
}

/** A report that may go with its workbook, as a deletion: it has no key, so it goes by its publicId. */
export function residentChange({ id, publicId, name }: Resident): Change {
  const about = { id, key: publicId, publicId, title: name };
  return { kind: "report", action: "delete", ...about, ...NOTHING };
}

const NOTHING = {
  origin: "git" as const,
  publish: false,
  visible: false,
  hazards: [],
  fields: [],
  fingerprint: null,
};

/** A run may write one report and delete another under the same key, so the name of a deleted one holds its id too. */
function backupName({ kind, key, action, id }: Pick<Change, "kind" | "key" | "action" | "id">): string {
  // A slug may look like the name of a report's backup, but it holds no capital letter.
  if (kind === "workbook") return /^report(-\d+)?:/.test(key) ? `Workbook:${key}` : key;
  return action === "delete" ? `${kind}-${id}:${key}` : `${kind}:${key}`;
}

// The grammar of slugs is undocumented, so expect any character; a name of dots alone would be a folder, and run.json is the run's
// record.
function fileName(name: string): string {
  const encoded = encodeURIComponent(name)
    .replaceAll("*", "%2A")
    .replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"));
  return `${encoded === "run" ? "%72un" : encoded}.json`;
}
