// Data → strings. A reporter never prints, never exits and never looks at the process; every text ends with a line end.

export type { Document } from "./document/document.ts";
export { markdown as printMarkdown } from "./document/markdown.ts";
export { terminal as printTerminal } from "./document/terminal.ts";
export * from "./findings/lint-formats.ts";
export * from "./formats.ts";
export { type HtmlOptions, renderPlanHtml, renderPlansHtml } from "./html/plan-html.ts";
export * from "./json/apply-json.ts";
export * from "./json/diagnostic-json.ts";
export { jsonText } from "./json/json-text.ts";
export { planToJson, renderPlanJson, renderPlansJson } from "./json/plan-json.ts";
export * from "./json/pull-json.ts";
export {
  previewDownJson,
  previewListJson,
  previewUpJson,
  renderDisownJson,
  renderMergedJson,
  renderRenamedJson,
  renderRunsJson,
} from "./json/results-json.ts";
export { type CommentInput, isSameComment, renderComment, renderSummary } from "./markdown/comment.ts";
export { formatComment, isWholeComment, parseComment } from "./markdown/comment-frame.ts";
export { type MadeSection, makeSection } from "./markdown/comment-section.ts";
export {
  approvalOf,
  type CommentIdentity,
  type CommentSection,
  type CommentState,
  isEditedSection,
  isSameIdentity,
  isSameSection,
  isSealedSection,
  onlyPart,
  partText,
  readSealed,
  type SealPlace,
  sealSection,
  sectionOf,
  showsRows,
  withoutSeal,
  withoutWords,
  withSection,
} from "./markdown/comment-state.ts";
export { moveText } from "./markdown/moved-markdown.ts";
export {
  isWithdrawn,
  type ProposalMarker,
  proposalTitle,
  readProposal,
  renderProposal,
  withdrawnProposal,
} from "./markdown/proposal-markdown.ts";
export type { ReviewLinks } from "./review/links.ts";
export type { FailedTarget } from "./subjects/by-target.ts";
export { disownedDocument, disowningDocument } from "./subjects/disown.ts";
export { driftTitle } from "./subjects/drift.ts";
export { lintPretty, type TouchOf } from "./subjects/findings.ts";
export { fleetDocument, unreadDocument } from "./subjects/fleet.ts";
export { previewDownDocument, previewListDocument } from "./subjects/preview.ts";
export { pullDocument, pullEndDocument } from "./subjects/pull.ts";
export { revertDocument, runsDocument } from "./subjects/rollback.ts";
export { foldPlans, plansDocument } from "./subjects/side-by-side.ts";
export * from "./terminal/apply-pretty.ts";
export { renderPreviewUp } from "./terminal/apply-pretty.ts";
export { renderRenamed } from "./terminal/renamed.ts";
export { type Cause, findCauses, othersText } from "./text/causes.ts";
export { listNames } from "./text/cells.ts";
export * from "./text/error-text.ts";
export { escapeTerminal, readableLength } from "./text/escape.ts";
export { countFindings, fixingCommand } from "./text/findings.ts";
export { type Cell, renderRecord, renderTable } from "./text/table.ts";
export { unreadText } from "./text/uses-text.ts";
export * from "./uses-formats.ts";
