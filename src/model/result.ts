// What an apply did, one outcome per change (contract 7).

import type { ChangeKind } from "./change-kind.ts";
import type { HazardCode } from "./hazard.ts";
import type { Action } from "./plan.ts";

export type Status = "applied" | "failed" | "stale" | "skipped" | "awaiting-review";

/** Whether everything that Boardwright can do is done. */
export function isDone({ status }: { status?: Status }): boolean {
  return status === "applied" || status === "awaiting-review";
}

/** For scripts, and for the plan that finds the workbook without its stamp later. */
export const STAMP_NOT_KEPT = "stamp-not-kept";

/** The platform stored something otherwise than it was sent. */
export const NOT_CONVERGED = "did-not-converge";

/** Somebody's workbook has the slug since the moment before it was written, and was written over. */
export const TAKEN_MEANWHILE = "taken-meanwhile";

/**
 * Whether live was written as far as this platform lets it: all is done, or all but what the platform did not keep, the record of it or a
 * value.
 */
export function isWritten({
  status,
  error,
}: {
  status?: Status;
  error?: string | Pick<ResultError, "code">;
}): boolean {
  const code = typeof error === "object" ? error.code : error;
  return isDone(status === undefined ? {} : { status }) || code === STAMP_NOT_KEPT || code === NOT_CONVERGED;
}

/** Whether the workbook was made for its reports, and the run ended before its dashboard was put in. */
export function isStillEmpty({ kind, action, status, attempts }: Result): boolean {
  return kind === "workbook" && action === "create" && status === "skipped" && attempts > 0;
}

export interface ResultError {
  code: string;
  message: string;
  requestId?: string;
  /** What was tried, the platform's answer, what to do next: for people, a line each. */
  details?: string[];
}

export interface Result {
  kind: ChangeKind;
  key: string;
  action: Action;
  status: Status;
  /** Requests that wrote, repeats counted. */
  attempts: number;
  id: number | null;
  /** Whether viewers were shown anything, before and after, and whether this change published it; workbooks that were read only. */
  published?: { before: boolean; after: boolean; now: boolean };
  /** Whether the draft was written before it failed: viewers see what they saw. */
  draftWritten?: true;
  /** Whether a request that writes was sent and never answered: it may have taken effect. */
  maybeWritten?: true;
  error?: ResultError;
  /** What the platform made of it that takes nothing away: sentences without their full stops. */
  notes?: string[];
}

export interface ApplySummary {
  created: number;
  updated: number;
  published: number;
  /** Absent if none is. */
  renamed?: number;
  stamped: number;
  deleted: number;
  unchanged: number;
  failed: number;
  skipped: number;
}

/** How far an apply is. */
export interface ApplyProgress {
  /** Changes that are finished, and all that need work. */
  done: number;
  total: number;
  /** The key of the change that was started last. */
  current?: string;
}

/** The end of an apply, as plain data. */
export interface ApplyReport {
  summary: ApplySummary;
  results: readonly Result[];
  elapsedMs: number;
  /** How a workbook is opened in a browser, by slug, if the target says so. */
  links: ReadonlyMap<string, string>;
  /** The folder of this run's record and backups. */
  backups?: string | undefined;
  /** The run that this one put back, if it was a rollback. */
  undoes?: string | undefined;
  /** The name of the run, if `boardwright rollback` has anything to put back. */
  run?: string | undefined;
  /** The hazards that putting it back has, as far as they are known. */
  undoHazards?: readonly HazardCode[] | undefined;
  /** Why it cannot be put back, if it wrote something. */
  notKept?: string | undefined;
  /** Whether it was stopped before all was done. */
  interrupted: boolean;
}
