// Backups: the full state of a workbook, read right before it is overwritten (contract 7).

import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeWhole } from "../disc/index.ts";
import type { Change } from "../model/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";
import type { ApplyContext } from "./context.ts";
import { StepError } from "./failure.ts";

export interface Backups {
  /** Folder of this run: the one asked for, or with a number behind it where another run began in the same second. */
  readonly folder: string;
  /** Whether any backup was written. */
  readonly used: boolean;
  /** Resolves when the state is on disc; rejects where it cannot be, and then nothing may be overwritten. */
  save(name: string, state: WireWorkbook | WireReport): Promise<void>;
}

/** Writes nothing, not even the folder, before the first backup. */
export function createBackups(folder: string): Backups {
  let claimed: Promise<string> | undefined;
  let own = folder;
  let used = false;
  return {
    get folder() {
      return own;
    },
    get used() {
      return used;
    },
    async save(name, state) {
      claimed ??= claim(folder);
      own = await claimed;
      // Nobody but the one who applies needs to read what a dashboard was.
      const text = `${JSON.stringify(state, null, 2)}\n`;
      await writeWhole(join(own, `${fileName(name)}.json`), text, { mode: 0o600 });
      used = true;
    },
  };
}

/** Makes a folder that no other run writes to: what one run saw first must not be overwritten by what another saw later. */
async function claim(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  for (let number = 1; ; number++) {
    const name = number === 1 ? folder : `${folder}-${number}`;
    try {
      await mkdir(name);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
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
