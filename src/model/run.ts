// The record of a run: the changes of one apply and their outcome, kept next to its backups, so that they can be put back.

import type { ChangeKind } from "./change-kind.ts";
import type { Action } from "./plan.ts";
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
  /** The slug or key that it had before. */
  was?: string;
  /** If this run created it, its new id; null if none is known. */
  id: number | null;
  /** Of a creation: the id that the run found empty when it took the slug or publicId. Undoing it deletes that one and no other. */
  claimed?: number;
  publicId?: string;
  /** Whether it had to be published. */
  publish: boolean;
  managed?: ManagedParts;
  /** The file next to the record with its state from before. Until the run has ended it may be missing. */
  backup?: string;
  /** `sha256:…` of that file's text; absent if it was never written. */
  backupDigest?: string;
  /** Of a report that the plan did not delete: the slug of its workbook, with which the platform may have deleted it. */
  along?: string;
  /** Its outcome; absent if the run ended before it was known. */
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
  /** The run that this one put back, if it was a rollback. */
  undoes?: string;
  /** The globs of slugs that it was narrowed to, if it put back only these and no report. */
  only?: string[];
  /** Whether it was a disown: its stamps were taken off, and what it names is not the project's from then on. */
  disowns?: boolean;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Absent while it runs, and if it was killed. */
  finishedAt?: string;
  /** Whether Ctrl-C ended it before all was done. */
  interrupted?: boolean;
  /** The commit that was checked out; absent if the project is not in a Git repository. */
  git?: RunCommit;
  changes: RunChange[];
}

export interface RunCommit {
  commit: string;
  /** Whether the work tree had uncommitted changes. */
  dirty: boolean;
  /** Whether the commit has several parents: reverting it takes `-m`. */
  merge: boolean;
}

/** A run by the name of its folder. */
export interface Run {
  name: string;
  record: RunRecord;
  /** Why it cannot be put back: its record is not what was written. In words that follow its name. */
  problem?: string;
}

/**
 * Whether a change wrote something that a rollback puts back, even the empty workbook of a create that was then skipped: stamps change
 * nothing visible, folders are kept, and what the run did not find empty was never made by it.
 */
export function isUndoable({ kind, action, status, attempts, claimed }: RunChange): boolean {
  if (kind === "folder" || isRecordOnly({ kind, action }) || action === "orphaned") return false;
  if (status === "stale") return false;
  if (action === "create") return claimed !== undefined;
  return status === undefined || (attempts ?? 1) > 0;
}

/** Whether it writes nothing but our record of it. The name of a report is nowhere else: it is known by its publicId. */
export function isRecordOnly({ kind, action }: { kind: ChangeKind; action: Action }): boolean {
  return action === "stamp" || (action === "rename" && kind === "report");
}
