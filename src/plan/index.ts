// Planning: pure comparison of desired with live state. Needs no disc and no network; the same inputs give the same plan.

export { alreadyApplied, clearingRequest, hasLanded, type Verdict, verifyAnswer } from "./answer.ts";
export {
  type Approval,
  type ApprovedChange,
  approvedChanges,
  isDecided,
  isPartly,
  type Move,
  movedSince,
  planHash,
} from "./approval.ts";
export { canonical, digest, shortDigest } from "./canonical.ts";
export { type Declared, declare, declareState, resolveDeclared } from "./declared.ts";
export { type Difference, diffStates } from "./diff.ts";
export { checkPlanDocument, type PlanDocument, readPlanDocument } from "./document.ts";
export { driftOf } from "./drift.ts";
export { joinPath, widgetPath } from "./field-path.ts";
export { parseFolderKey } from "./folders.ts";
export { isUnfinished } from "./half-done.ts";
export { holdsRequest } from "./holds-request.ts";
export {
  type IgnoredPath,
  parseIgnoredPath,
  withLiveIgnored,
  withOwnIgnored,
  withoutIgnored,
} from "./ignore.ts";
export { managedParts } from "./managed-parts.ts";
export { findMakerMismatches, findMismatches, type RunIdentity } from "./mismatch.ts";
export { decodeParts, ORDER_PART, partOfField, partsOf } from "./parts.ts";
export { createPlanner, type Planner, type PlannerInput, withChanges } from "./planner.ts";
export type { Pruning } from "./prune.ts";
export { openReferences, type ReportIds, resolveReferences } from "./references.ts";
export { compareReport } from "./report-change.ts";
export { derivePublicId, reportPublicId } from "./report-id.ts";
export {
  type DeclaredReport,
  declareReport,
  type LiveReport,
  liveReportState,
  parseQuery,
  reportFingerprint,
  shownVersion,
} from "./report-state.ts";
export { asShell, type FolderIds, folderKey, isStampRequest } from "./request.ts";
export { completeReferences } from "./restamp.ts";
export { type Past, planRollback, type RollbackInput } from "./rollback.ts";
export { type Habits, mayBeFilledIn, noteAnswer, unsettledRequest } from "./settle.ts";
export { isInShard, parseShard, reportShardKey, reportsOfShard, type Shard, shardOf } from "./shard.ts";
export { openStamp } from "./stamp.ts";
export { type ComparedState, type LiveWorkbook, liveState, managedState } from "./state.ts";
export { widgetsById } from "./widgets.ts";
export { compareWorkbook, fingerprint, isPublished, ownerOf, type Scope } from "./workbook-change.ts";
