// The record of a run: what one apply meant to do and what became of it, kept beside its backups, so that it can be put back.

import type { Action, ChangeKind } from "./plan.ts";
import type { Status } from "./result.ts";

export const RUN_FORMAT_VERSION = 1;

/** Which parts of a workbook or report a request manages: only those are put back. */
export interface ManagedParts {
  /** name, folder or folderId, dashboard; of a report name, title, query, sqlQuery, pivotItems, workbook. */
  fields: string[];
  /** Keys of its meta. */
  meta: string[];
}

export interface RunChange {
  kind: ChangeKind;
  key: string;
  action: Action;
  /** Where it was made by this run, its new id; null where none is known. */
  id: number | null;
  publicId?: string;
  /** Whether it was to be published. */
  publish: boolean;
  managed?: ManagedParts;
  /** The file beside the record that holds its state from before. Until the run has ended it may not be there. */
  backup?: string;
  /** What became of it; absent where the run ended before it could say so. */
  status?: Status;
  /** Requests that wrote. */
  attempts?: number;
  /** Why it failed: the code. */
  error?: string;
  publishedBefore?: boolean;
  publishedAfter?: boolean;
}

export interface RunRecord {
  formatVersion: typeof RUN_FORMAT_VERSION;
  tool: { name: "boardwright"; version: string };
  project: string;
  target: { name: string; url: string; deploymentId: number };
  /** The run that this one put back, where it was a rollback. */
  undoes?: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Absent while it runs, and where it was killed. */
  finishedAt?: string;
  /** Whether Ctrl-C ended it before all was done. */
  interrupted?: boolean;
  /** The commit that was checked out; absent where the project is in no Git repository. */
  git?: RunCommit;
  changes: RunChange[];
}

export interface RunCommit {
  commit: string;
  /** Whether the work tree held changes that were not committed. */
  dirty: boolean;
  /** Whether the commit has several parents: reverting it takes `-m`. */
  merge: boolean;
}

/** A run by the name of its folder. */
export interface Run {
  name: string;
  record: RunRecord;
}

/** Whether a change wrote something that a rollback puts back, if only the shell of what was skipped then: stamps change nothing that anybody sees, folders are kept. */
export function isUndoable({ kind, action, status, attempts }: RunChange): boolean {
  if (kind === "folder" || action === "stamp" || action === "orphaned") return false;
  if (status === "stale") return false;
  return status === undefined || (attempts ?? 1) > 0;
}
