// Data → strings. A reporter never prints, never exits and never looks at the process; every text ends with a line end.

export * from "./apply-json.ts";
export { type ApplyReport, renderApplySummary } from "./apply-pretty.ts";
export * from "./apply-progress.ts";
export { listNames } from "./cells.ts";
export { type CommentInput, type CommentOptions, renderComment, renderSummary } from "./comment.ts";
export { type CommentIdentity, type CommentMarker, isSameComment, parseMarker } from "./comment-marker.ts";
export * from "./diagnostic-json.ts";
export { driftTitle, renderDriftMarkdown } from "./drift-markdown.ts";
export { renderDriftPretty } from "./drift-pretty.ts";
export * from "./error-text.ts";
export { escapeTerminal, readableLength } from "./escape.ts";
export { targetFlag } from "./hazard-advice.ts";
export { jsonText } from "./json-text.ts";
export * from "./lint-github.ts";
export * from "./lint-json.ts";
export * from "./lint-junit.ts";
export * from "./lint-pretty.ts";
export { countFindings, type LintReport, type LintTotals, sumUp } from "./lint-report.ts";
export * from "./lint-sarif.ts";
export { moveText } from "./moved-markdown.ts";
export { type PlanHtmlOptions, renderPlanHtml, renderPlansHtml } from "./plan-html.ts";
export { renderPlanJson } from "./plan-json.ts";
export { type PlanMarkdownOptions, renderPlanMarkdown } from "./plan-markdown.ts";
export { type PlanPrettyOptions, renderPlanPretty } from "./plan-pretty.ts";
export * from "./plans-json.ts";
export * from "./plans-side-by-side.ts";
export { previewDownJson, previewListJson, previewUpJson } from "./preview-json.ts";
export type { PreviewRemoval, PreviewReport } from "./preview-markdown.ts";
export {
  type ListedPreview,
  type PreviewDownReport,
  type PreviewUpReport,
  renderPreviewDown,
  renderPreviewList,
  renderPreviewUp,
} from "./preview-pretty.ts";
export * from "./pull-json.ts";
export { type PullPrettyOptions, renderPullPretty } from "./pull-pretty.ts";
export { type Cell, renderRecord, renderTable } from "./table.ts";
