// Applying: the one executor of plans. It decides nothing: it reads again, backs up, writes, and checks the answer.

export { type ApplyOutcome, applyPlan } from "./apply-plan.ts";
export { createBackups, PREVIEW_BACKUPS, runName } from "./backups.ts";
export { disown, hasStamp, stampedProject } from "./disown.ts";
export { pickUp } from "./pick-up.ts";
export { type Runs, readBackup, readRuns } from "./read-runs.ts";
export { type RunRecorder, recordRun } from "./record-run.ts";
