// The room's other door, for commands that show findings and failures alone: its index loads what shows plans, too.

export { diagnosticToJson } from "../json/diagnostic-json.ts";
export { jsonText } from "../json/json-text.ts";
export { lintPretty } from "../subjects/findings.ts";
export { renderBug, renderError } from "../text/error-text.ts";
export { countFindings } from "../text/findings.ts";
export { fitWidth } from "../text/fit-width.ts";
export { LINT_FORMATS } from "./lint-formats.ts";
