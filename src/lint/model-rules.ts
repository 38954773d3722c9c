// Rules whose findings src/model-check makes, because they need the data model: here they have their severity and their sentence,
// so that reports, the project file's `lint.rules` and the pages of docs/rules/ know them.

import type { Rule } from "./rule.ts";

const SUMMARIES: Record<string, string> = {
  "unknown-cube": "Every cube or view that a query names is in the data model.",
  "unknown-member": "Every member that a widget or a report names is in the data model.",
  "member-kind": "A member is used by its kind: measures among measures, dimensions among dimensions.",
  "unused-control-member": "Some chart on the dashboard uses the member of each filter and control.",
};

/** Where one name alone is near. */
const FIXABLE: ReadonlySet<string> = new Set(["unknown-cube", "unknown-member"]);

export const MODEL_RULES: readonly Rule[] = Object.entries(SUMMARIES).map(([id, summary]) => ({
  id,
  severity: id === "unused-control-member" ? "warning" : "error",
  summary,
  ...(FIXABLE.has(id) && { fixable: true as const }),
}));
