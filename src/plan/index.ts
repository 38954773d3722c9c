// Planning: pure comparison of desired with live state. Uses no file system and no network; the same inputs give the same plan.

export { appContent } from "./change/app-content.ts";
export {
  compareClaimed,
  isBlank,
  isEmpty,
  isOfOtherFiles,
} from "./change/claimed.ts";
export { fingerprint, managedParts } from "./change/fingerprint.ts";
export { DAMAGED_STAMP, hazardsOfUndo, nobodysHazard } from "./change/hazards.ts";
export { newChange } from "./change/new-change.ts";
export { namesOf, OWNERSHIPS, ownerOf, ownershipOf } from "./change/owner.ts";
export {
  fillsPublished,
  isPublished,
  isUnseenPublication,
  learnPublication,
  outdatedReports,
  publicationPrint,
} from "./change/publication.ts";
export { compareReport } from "./change/report-change.ts";
export { compareWorkbook, createChange, type Scope } from "./change/workbook-change.ts";
export {
  type Approval,
  type ApprovedChange,
  approvedChanges,
  type ChangeMove,
  GROUND,
  type Ground,
  type GroundMove,
  groundOf,
  idOf,
  isDecided,
  isPartly,
  type Move,
  movedSince,
  type PlannedUnder,
  planHash,
} from "./document/approval.ts";
export { checkPlanDocument, type PlanDocument, readPlanDocument } from "./document/document.ts";
export { driftOf, FILES_HAVE_ERRORS, isUnstamped, NO_STAMP, NOT_LIVE } from "./document/drift.ts";
export { findMakerMismatches, findMismatches, normalUrl } from "./document/mismatch.ts";
export {
  findProofProblem,
  findRepeatedProblem,
  isSealed,
  type Proof,
  prove,
  seal,
} from "./document/proof.ts";
export { type KnownRows, type TemplateRow, withOwners, withRows } from "./planner/attribution.ts";
export { findCompanions } from "./planner/companions.ts";
export { Comparison } from "./planner/comparison.ts";
export { dependentsOf, unclearDependents } from "./planner/dependents.ts";
export { DOUBLE_ADVICE, describeDouble, noteHolder } from "./planner/double-slugs.ts";
export { withLabels } from "./planner/for-readers.ts";
export type { Abilities, PlannerInput } from "./planner/input.ts";
export { keyOf, LiveIndex, type LiveRow, reportsDrawnBy, slugsGiven } from "./planner/live-index.ts";
export { type FindLastSeen, type Lookup, lookUp } from "./planner/lookup.ts";
export { type History, SHARED_PROJECT } from "./planner/orphans.ts";
export { type ListedReport, type Outline, outlineDeclared, outlineOf } from "./planner/outline.ts";
export { orphansOf, planAll, planFrom } from "./planner/passes.ts";
export { NOBODY_KNOWS_EDITS } from "./planner/prune.ts";
export { displacedHazard, type LastSeen } from "./planner/reasons.ts";
export {
  isInShard,
  parseShard,
  reportShardKey,
  reportsOfShard,
  shardOf,
} from "./planner/shard.ts";
export { newPlan, withChanges } from "./planner/summarize.ts";
export { countUnmanaged, idsToLookFor, idsToRead, unclearRows } from "./planner/to-read.ts";
export { describeUnreadable, type Unreadable, unreadableAdvice } from "./planner/unreadable.ts";
export type { Past, RollbackInput } from "./rollback/input.ts";
export { planRollback } from "./rollback/rollback.ts";
export { KEEPS_REPORT } from "./rollback/rollback-notes.ts";
export { publishedSince } from "./rollback/shown-reports.ts";
export {
  type AnswerCheck,
  dashboardDifferences,
  editsBetween,
  verifyAnswer,
} from "./stamp/answer.ts";
export { shownVersion, stampOver } from "./stamp/edited.ts";
export { isAdded } from "./stamp/judge-answer.ts";
export { type Answers, isAnswerOpen, noteAnswer, withOpenStamp } from "./stamp/open-answer.ts";
export { readRecord, type StampRecord } from "./stamp/read-record.ts";
export { asShell, isStampRequest, stampRequest } from "./stamp/request.ts";
export { holdsRequest, isBegun, isOnlyToMove, isSameWork, isStillApplied } from "./stamp/same-work.ts";
export { clearingRequest, completeReferences, onLive, onLiveMeta } from "./stamp/sent-request.ts";
export { baseOf, sentStamp } from "./stamp/stamp.ts";
export { canonical, digest, isSame, shortDigest } from "./state/canonical.ts";
export {
  type Declared,
  type DeclaredNote,
  declare,
  declareNoted,
  declareState,
  noteDeclared,
  resolveDeclared,
} from "./state/declared.ts";
export type { Difference } from "./state/diff.ts";
export { unfold, writePieces } from "./state/held.ts";
export {
  type IgnoredPath,
  withLiveIgnored,
  withNewWidgets,
  withOwnPaths,
  withoutIgnored,
} from "./state/ignore.ts";
export { KINDS, kindOf, livePartsOf, parseQuery, sendsContent } from "./state/kind.ts";
export { normalState } from "./state/normal-state.ts";
export {
  type FolderIds,
  folderKey,
  openReferences,
  parseFolderKey,
  type ReportIds,
  resolveReferences,
} from "./state/references.ts";
export {
  type DeclaredReport,
  declareReport,
  derivePublicId,
  REPORT_FIELDS,
  reportPublicId,
  reportsByKey,
} from "./state/report-state.ts";
export {
  type ComparedState,
  type Live,
  type LiveReport,
  type LiveWorkbook,
  managedState,
  type Unread,
} from "./state/state.ts";
export { pairWidgets, widgetsById } from "./state/widgets.ts";
