// A report that no dashboard refers to is still sent to the platform: usually it is a leftover, or a `$report` is misspelt.

import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

export const unusedReport: Rule = {
  id: "unused-report",
  severity: "warning",
  summary: "Every declared report is used by some dashboard.",
  conclude({ reports, references, numbered: [numbered], allReferences }, context) {
    if (!allReferences) return;
    const used = new Set(references.map((reference) => reference.key));
    const at = numbered?.source.locate(numbered.path);
    // Only a platform knows which report a number is.
    const instead = at
      ? `. It may be one that dashboards draw by number, the first at ${at.file}:${at.line}.`
      : ", or remove it.";
    for (const report of reports) {
      if (used.has(report.key)) continue;
      context.add(report, {
        path: [],
        part: "key",
        message: `No dashboard uses the report ${quote(report.key)}.`,
        help: `Refer to it from a widget's config with { $report: ${report.key} }${instead}`,
      });
    }
  },
};
