// Backups: the full state of a workbook, read right before it is overwritten (contract 7).

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { Change } from "../model/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

export interface Backups {
  /** Folder of this run. Made with the first backup. */
  readonly folder: string;
  /** Whether any backup was written. */
  readonly used: boolean;
  /** Resolves when the state is on disc; rejects where it cannot be, and then nothing may be overwritten. */
  save(name: string, state: WireWorkbook | WireReport): Promise<void>;
}

export function createBackups(folder: string): Backups {
  let used = false;
  return {
    folder,
    get used() {
      return used;
    },
    async save(name, state) {
      await mkdir(folder, { recursive: true });
      // Nobody but the one who applies needs to read what a dashboard was.
      const text = `${JSON.stringify(state, null, 2)}\n`;
      await writeFileAtomic(join(folder, `${fileName(name)}.json`), text, { mode: 0o600 });
      used = true;
    },
  };
}

/** Saves what is about to be overwritten; throws where that cannot be done, and then it must not be overwritten. */
export async function backUp(
  { backups }: Pick<ApplyContext, "backups">,
  { kind, key }: Change,
  state: WireWorkbook | WireReport,
): Promise<void> {
  try {
    await backups?.save(kind === "workbook" ? key : `${kind}:${key}`, state);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StepError("backup-failed", `${key} was not touched: its backup could not be written`, [
      why,
      "Make room or choose another folder with `apply.backups` in boardwright.yaml, then apply again.",
    ]);
  }
}

/** The run's name: its start in UTC, safe in a file name: `2026-11-20T08-10-04Z`. */
export function runName(start: Date): string {
  return `${start.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

// The grammar of slugs is not documented, so any character may come; a name of dots only would be a folder.
function fileName(slug: string): string {
  return encodeURIComponent(slug)
    .replaceAll("*", "%2A")
    .replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"));
}
