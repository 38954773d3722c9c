// Data → strings. A reporter never prints, never exits and never looks at the process; every text ends with a line end.

export * from "./apply-json.ts";
export * from "./apply-pretty.ts";
export * from "./apply-progress.ts";
export * from "./diagnostic-json.ts";
export { renderDriftMarkdown } from "./drift-markdown.ts";
export { renderDriftPretty } from "./drift-pretty.ts";
export * from "./error-text.ts";
export { escapeTerminal } from "./escape.ts";
export * from "./lint-github.ts";
export * from "./lint-json.ts";
export * from "./lint-junit.ts";
export * from "./lint-pretty.ts";
export { countFindings, type LintReport, type LintTotals, sumUp } from "./lint-report.ts";
export * from "./lint-sarif.ts";
export { renderPlanJson } from "./plan-json.ts";
export { type PlanMarkdownOptions, renderPlanMarkdown } from "./plan-markdown.ts";
export { type PlanPrettyOptions, renderPlanPretty } from "./plan-pretty.ts";
export * from "./plans-json.ts";
export * from "./plans-side-by-side.ts";
export { type Cell, renderRecord, renderTable } from "./table.ts";
