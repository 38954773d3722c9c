// Applying: the one executor of plans. Thin beside planning: it reads again, backs up, writes, and checks the answer.

export { type ApplyOptions, type ApplyOutcome, applyPlan } from "./apply-plan.ts";
export { createBackups, runName } from "./backups.ts";
export type { ApplyContext, Backups } from "./context.ts";
export type { Moved } from "./moved.ts";
export { type PickedUp, type PickUpOptions, pickUp } from "./pick-up.ts";
export { type Runs, readBackup, readRuns } from "./read-runs.ts";
export { type RunFacts, type RunRecorder, recordRun } from "./record-run.ts";
