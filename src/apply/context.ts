// The context of every step of an apply.

import type { Project } from "../model/index.ts";
import type { IgnoredPath } from "../plan/index.ts";
import type { Clock, Platform, TrafficListeners, WireReport, WireWorkbook } from "../platform/index.ts";

export interface Backups {
  /** Folder of this run: the one asked for, with a number appended if another run started in the same second. */
  readonly folder: string;
  /** Whether any backup was written. */
  readonly used: boolean;
  /** Resolves when the state is on disk; if it rejects, nothing may be overwritten. */
  save(name: string, state: WireWorkbook | WireReport): Promise<void>;
  /** Makes the folder, once. */
  open(): Promise<void>;
}

export interface ApplyContext {
  platform: Platform;
  deploymentId: number;
  project: Pick<Project, "name">;
  ignored: readonly IgnoredPath[];
  /** Live id → version of the reports written by this run. */
  reportVersions: Map<number, number>;
  backups: Backups | undefined;
  /** The ids of all workbooks that were live when this run planned; absent if it did not plan itself. */
  liveIds?: ReadonlySet<number> | undefined;
  /** For waiting between the executor's own retries (conflicts, POSTs), and for the age of what it read. */
  clock: Pick<Clock, "now" | "sleep">;
  random(): number;
  /** Ctrl-C: what was only read by then is not written. */
  stop?: AbortSignal;
  /** Called before each of these waits; the platform room tells its own. */
  onRetry?: TrafficListeners["onRetry"];
}
