// What every step of an apply is given.

import type { Project } from "../model/index.ts";
import type { IgnoredPath } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import type { Backups } from "./backups.ts";

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
