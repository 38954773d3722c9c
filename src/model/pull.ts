// The changes of a pull to the files: plain data for people and scripts.

import type { Change } from "./plan.ts";

/**
 * created: a file was written for it · renamed: the files got the slug that it has live; what else was taken of it is an item beside it · edited: live edits went into the file that declares it · unchanged: nothing to take ·
 * conflict: both sides edited the same fields, which were not taken; its other live edits are an `edited` beside it · skipped: it could
 * not be taken, a note says why and what to do.
 */
export type PullAction = "created" | "renamed" | "edited" | "unchanged" | "conflict" | "skipped";

export interface Pulled {
  kind: "workbook" | "report";
  /** Slug or report key. */
  key: string;
  action: PullAction;
  /** Of a workbook that was renamed: the slug that the files had. */
  was?: string;
  name: string;
  /** Of a report: a workbook that it is pulled with. */
  slug?: string;
  /** The live id. */
  id: number;
  /** Relative to the project's folder; absent if there is none. */
  file?: string;
  line?: number;
  /**
   * What was taken, from the file's value to the live one; for a conflict the fields in conflict, from live to the file's, with
   * its hazards. Absent if new or unchanged.
   */
  change?: Change;
  /** Of what was skipped: why, and what to do about it. */
  reason?: { code: string; message: string; help?: string | undefined };
  /** What a new file holds: "14 widgets, 3 reports". */
  content?: string;
}

/** Something that was not done, why, and what to do about it. */
export interface PullNote {
  code: string;
  message: string;
  help?: string;
  key?: string;
  file?: string;
  line?: number;
}

export interface PullResult {
  project: string;
  target: { name: string; url: string; deploymentId: number };
  /** Sorted by kind and key; what is unchanged is counted only. */
  pulled: Pulled[];
  unchanged: number;
  /** Of the declared workbooks that were asked for, those that nobody edited live. */
  unedited: number;
  /** Files written, sorted; those that would be, if nothing was. */
  files: string[];
  /** Only if nothing was written: what would become of each of those files. */
  unwritten?: FileChange[];
  notes: PullNote[];
  /** Only if they were looked for: workbooks that are alike, as the templates that they are or would be written as. */
  templates?: FoundTemplate[];
}

/** Workbooks that are alike but for a few values, as one template and its rows. */
export interface FoundTemplate {
  /** Its key: `sales-${row.key}`. */
  key: string;
  file: string;
  rowsFile: string;
  /** Slugs, sorted. */
  workbooks: string[];
  /** The names of the values that each row has, `key` first. */
  columns: string[];
  /** How many rows have an `override`. */
  overrides: number;
  /** Of all files: those of the workbooks, and the two of the template. */
  lines: { before: number; after: number };
}

/** A file before and after; undefined: it is not there. */
export interface FileChange {
  file: string;
  before: string | undefined;
  after: string | undefined;
}
