// The inputs of a rollback's plan.

import type { Resident, Run, RunChange } from "../../model/index.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { PlannerInput } from "../planner/input.ts";
import type { LiveReport, LiveWorkbook } from "../state/state.ts";

/** A change of the run that may have to be undone. */
export interface Past<T> {
  change: RunChange;
  /** The state in its backup; undefined if there is none. */
  before: T | undefined;
  /** The backup, or the record if there is none, relative to the project's folder. */
  file: string;
}

export interface RollbackInput extends Pick<PlannerInput, "toolVersion" | "project" | "target" | "can"> {
  run: Run;
  /** The record, relative to the project's folder. */
  recordFile: string;
  workbooks: readonly Past<LiveWorkbook>[];
  reports: readonly Past<LiveReport>[];
  /** All live workbooks; those that the run names need their drafts. */
  live: readonly LiveWorkbook[];
  /** The live reports that the run names. */
  liveReports: readonly LiveReport[];
  /** Live id → the reports that viewers saw before the run, as they are now. */
  shownReports: ReadonlyMap<number, { name: string; version: number }>;
  /** All runs on the target, newest first. */
  runs: readonly Run[];
  /** Live id of a workbook that the run made → all reports that belong to it. */
  residents?: ReadonlyMap<number, readonly Resident[]>;
  /** The present paths of folders. */
  folderPaths: ReadonlyMap<number | null, string[]>;
  reportKeys: readonly string[];
  /** Runs after this one that changed the same, oldest first. */
  laterRuns(change: RunChange): readonly string[];
  scope: Omit<Scope, "reports">;
}
