// The lint room: resolved workbooks in, findings out. One file per rule under rules/, one line per rule in rules/index.ts;
// rules whose findings the loader makes have an entry there too, so that every finding has a rule, a severity and a page.

export { dashboardOf, parseQuery, widgetsOf } from "./board.ts";
export { eachString } from "./contained.ts";
export { DEEPEST } from "./limits.ts";
export { createLinter, FIRM, type LoadedForLint, type WorkbookFacts } from "./linter.ts";
export { LOADER_RULES } from "./loader-rules.ts";
export { MODEL_RULES } from "./model-rules.ts";
export { PLAN_RULES } from "./plan-rules.ts";
export type { Rule } from "./rule.ts";
export { RULES } from "./rules/index.ts";
export { whyUnusableSlug } from "./rules/unusable-slug.ts";
