// Data → strings. A reporter never prints, never exits and never looks at the process; every text ends with a line end.

export { type PlanHtmlOptions, renderPlanHtml, renderPlansHtml } from "./html/plan-html.ts";
export * from "./json/apply-json.ts";
export * from "./json/diagnostic-json.ts";
export { jsonText } from "./json/json-text.ts";
export { renderPlanJson } from "./json/plan-json.ts";
export * from "./json/plans-json.ts";
export { previewDownJson, previewListJson, previewUpJson } from "./json/preview-json.ts";
export * from "./json/pull-json.ts";
export * from "./lint/lint-github.ts";
export * from "./lint/lint-json.ts";
export * from "./lint/lint-junit.ts";
export * from "./lint/lint-pretty.ts";
export { countFindings, type LintReport, type LintTotals, sumUp } from "./lint/lint-report.ts";
export * from "./lint/lint-sarif.ts";
export { type CommentInput, type CommentOptions, renderComment, renderSummary } from "./markdown/comment.ts";
export {
  type CommentIdentity,
  type CommentMarker,
  isSameComment,
  parseMarker,
} from "./markdown/comment-marker.ts";
export { driftTitle, renderDriftMarkdown } from "./markdown/drift-markdown.ts";
export { moveText } from "./markdown/moved-markdown.ts";
export { type PlanMarkdownOptions, renderPlanMarkdown } from "./markdown/plan-markdown.ts";
export { renderApplySummary } from "./terminal/apply-pretty.ts";
export * from "./terminal/apply-progress.ts";
export { renderDriftPretty } from "./terminal/drift-pretty.ts";
export { type PlanPrettyOptions, renderPlanPretty } from "./terminal/plan-pretty.ts";
export * from "./terminal/plans-side-by-side.ts";
export { renderPreviewDown, renderPreviewList, renderPreviewUp } from "./terminal/preview-pretty.ts";
export { type PullPrettyOptions, renderPullPretty } from "./terminal/pull-pretty.ts";
export { listNames } from "./text/cells.ts";
export * from "./text/error-text.ts";
export { escapeTerminal, readableLength } from "./text/escape.ts";
export { type Cell, renderRecord, renderTable } from "./text/table.ts";
