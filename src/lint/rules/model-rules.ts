// Rules whose findings src/model-check makes, because only the data model tells: here they have their severity and their sentence,
// so that reports, the project file's `lint.rules` and the pages of docs/rules/ know them.

import type { Rule } from "../rule.ts";

export const MODEL_RULES: readonly Rule[] = [
  {
    id: "unknown-cube",
    severity: "error",
    summary: "Every cube or view that a query names is in the data model.",
  },
  {
    id: "unknown-member",
    severity: "error",
    summary: "Every member that a widget or a report names is in the data model.",
  },
  {
    id: "member-kind",
    severity: "error",
    summary: "A member stands where its kind belongs: measures among measures, dimensions among dimensions.",
  },
  {
    id: "unused-control-member",
    severity: "warning",
    summary: "Some chart of the dashboard uses the member of each filter and control.",
  },
];
