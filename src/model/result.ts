// What an apply did, one outcome per change (contract 7).

import type { Action, ChangeKind } from "./plan.ts";

export type Status = "applied" | "failed" | "stale" | "skipped" | "awaiting-review";

export interface ResultError {
  code: string;
  message: string;
  requestId?: string;
  /** What was tried, what came back in the platform's words, what to do next: for people, a line each. */
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
  /** Whether viewers were shown anything, before and after; workbooks that were read only. */
  published?: { before: boolean; after: boolean };
  error?: ResultError;
}

export interface ApplySummary {
  created: number;
  updated: number;
  published: number;
  stamped: number;
  deleted: number;
  unchanged: number;
  failed: number;
  skipped: number;
}
