// Where the targets of a fleet are after an apply in waves (contract 15).

import type { Plan } from "./plan.ts";
import type { ApplyReport } from "./result.ts";

/**
 * `applied`: all that its plan said · `unchanged`: there was nothing to do · `failed`: it could not be planned, or not all of it was applied ·
 * `refused`: its plan has hazards that are not allowed · `stale`: live moved after its plan was shown · `interrupted`: begun and stopped ·
 * `not-begun`: what stopped the run came before it.
 */
export const STANDING_STATES = [
  "applied",
  "unchanged",
  "failed",
  "refused",
  "stale",
  "interrupted",
  "not-begun",
] as const;
export type StandingState = (typeof STANDING_STATES)[number];

export interface Standing {
  target: string;
  /** From 1. */
  wave: number;
  state: StandingState;
  /** What was applied; absent if nothing was begun there. */
  report?: ApplyReport;
  /** What its plan left out. */
  diagnostics?: Plan["diagnostics"];
  /** Why it is where it is, if it is not whole. */
  error?: { code: string; message: string; details: readonly string[] };
}

export interface FleetReport {
  project?: string;
  /** In the order of the waves. */
  targets: readonly Standing[];
  waves: number;
  interrupted: boolean;
}

/** Whether nothing is left to do there. */
export function isWhole({ state }: Pick<Standing, "state">): boolean {
  return state === "applied" || state === "unchanged";
}
