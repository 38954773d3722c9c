// Rules whose findings a plan makes, because they compare with what is live: here they have their severity and their sentence.

import type { Rule } from "./rule.ts";

export const PLAN_RULES: readonly Rule[] = [
  {
    id: "new-app-content",
    severity: "warning",
    inPlans: true,
    summary: "No plan brings new or changed code of an app unnoticed.",
  },
  {
    id: "was-done",
    severity: "warning",
    inPlans: true,
    summary: "`was` goes when every target has the new name.",
  },
];
