// The rule `new-app-content`: it compares with what is live, so that a plan finds it and lint cannot.

import { PLAN_RULES } from "../lint/index.ts";
import { type Change, compareDiagnostics, type Diagnostic, nameSome, type Project } from "../model/index.ts";
import { appContent } from "../plan/index.ts";

const RULE = "new-app-content";

/** A finding for each workbook whose app gets new or changed files or settings, in the order of `compareDiagnostics`; none if the rule is off. */
export function findAppContent(changes: readonly Change[], { lint }: Project): Diagnostic[] {
  const usual = PLAN_RULES.find(({ id }) => id === RULE)?.severity ?? "warning";
  const severity = lint.rules[RULE] ?? usual;
  if (severity === "off") return [];
  return changes
    .flatMap((change): Diagnostic[] => {
      const names = appContent(change);
      if (names.length === 0) return [];
      const { file, line } = change.source ?? { file: "", line: 1 };
      const message = `The app of ${change.key} gets code that is new or changed: ${nameSome(names)}.`;
      const help =
        "It runs in the browsers of those who open the dashboard: read all of it, in the HTML report of the plan.";
      return [{ rule: RULE, severity, message, help, file, line, column: 1, slug: change.key }];
    })
    .sort(compareDiagnostics);
}
