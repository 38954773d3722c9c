// The lint room: resolved workbooks in, findings out. One file per rule under rules/, one line per rule in rules/index.ts;
// rules whose findings the loader makes have an entry there too, so that every finding has a rule, a severity and a page.

export { DEEPEST, dashboardOf, eachString, parseQuery, widgetsOf } from "./board.ts";
export { createLinter, FIRM, type LoadedForLint, type WorkbookFacts } from "./linter.ts";
export { LOADER_RULES, MODEL_RULES, PLAN_RULES } from "./other-rooms.ts";
export type { Rule } from "./rule.ts";
export { RULES } from "./rules/index.ts";
export { whyUnusableSlug } from "./rules/unusable-slug.ts";
