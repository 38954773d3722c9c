// What every step of an apply is given.

import type { Project } from "../model/index.ts";
import type { IgnoredPath } from "../plan/index.ts";
import type { Platform, WireReport, WireWorkbook } from "../platform/index.ts";

export interface Backups {
  /** Folder of this run: the one asked for, or with a number behind it where another run began in the same second. */
  readonly folder: string;
  /** Whether any backup was written. */
  readonly used: boolean;
  /** Resolves when the state is on disc; rejects where it cannot be, and then nothing may be overwritten. */
  save(name: string, state: WireWorkbook | WireReport): Promise<void>;
  /** Makes the folder, where that was not done. */
  open(): Promise<void>;
}

export interface ApplyContext {
  platform: Platform;
  deploymentId: number;
  project: Pick<Project, "name">;
  ignored: readonly IgnoredPath[];
  /** Live id → version of the reports that this run wrote. */
  reportVersions: Map<number, number>;
  backups: Backups | undefined;
  /** Waits between repeats that are the executor's own (conflicts, publishing); injected for tests. */
  pause(ms: number): Promise<void>;
  random(): number;
}
