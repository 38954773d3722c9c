// Boardwright as a library: the functions that the command line calls, data in and data out. Nothing here prints, asks or exits.

export { compareModels, pull, test, uses } from "./library/features.ts";
export { apply, drift, lint, loadProject, plan } from "./library/plan.ts";
export { previewDown, previewList, previewUp } from "./library/preview.ts";
export { listRuns, planRollback, rollback } from "./library/rollback.ts";
export type {
  Action,
  ApplyProgress,
  ApplySummary,
  Change,
  DataTest,
  Diagnostic,
  DrawnReport,
  FieldChange,
  Hazard,
  HazardCode,
  ListedPreview,
  MemberDifference,
  MemberShape,
  MemberUse,
  MissingMember,
  ModelDifferences,
  Origin,
  Plan,
  PlanPolicy,
  PlanSummary,
  PolicyChange,
  PreviewDownResult,
  PreviewRemoval,
  PreviewWorkbook,
  Project,
  ProjectPolicy,
  Pulled,
  PullNote,
  PullResult,
  QueryError,
  Result,
  Run,
  RunRecord,
  SkippedReport,
  Target,
  TestedReport,
  TouchingDifference,
  Unread,
  UsedMember,
  Uses,
  UsingDashboard,
  UsingReport,
  UsingWidget,
  Verdict,
} from "./model/index.ts";
export { readJson, UserError, writeJson } from "./model/index.ts";
export type * from "./model/options.ts";
export { shardOf } from "./plan/index.ts";
