// One report put together from what the jobs of a CI matrix printed (contract 15).

import type { Plan } from "./plan.ts";
import type { FleetReport, Standing } from "./standing.ts";

/** A file that is left out, and why: in words that follow its name. */
export interface UnreadFile {
  file: string;
  message: string;
}

export interface MergedReport {
  /** Whole, in the order of the files. */
  plans: readonly { plan: Plan; file: string }[];
  /** Targets that could not be planned. */
  failed: readonly { target: string; error: NonNullable<Standing["error"]> }[];
  /** Where each target is; absent if no file is of an apply. */
  run?: FleetReport;
  unread: readonly UnreadFile[];
}
