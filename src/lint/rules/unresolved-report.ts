// `{ $report: key }` names a report that some file declares under `reports`: without it there is no number to send.

import { suggestFrom } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

export const unresolvedReport: Rule = {
  id: "unresolved-report",
  severity: "error",
  summary: "Every `$report` names a report that is declared under `reports`.",
  conclude({ reports, elsewhere, references, allReports }, context) {
    if (!allReports) return;
    const declared = new Set(reports.map((report) => report.key));
    const others = new Map(elsewhere.map((report) => [report.key, report]));
    const suggest = suggestFrom(declared);
    for (const { key, path, source } of references) {
      if (declared.has(key)) continue;
      const other = others.get(key)?.locate([], "key");
      if (other) {
        context.add(source, {
          path: [...path, "$report"],
          message: `The report ${quote(key)} is declared for other targets only, at ${other.file}:${other.line}:${other.column}.`,
          help: "Declare it for this one, too, or limit what draws it to the same `targets`.",
        });
        continue;
      }
      const meant = suggest(key);
      context.add(source, {
        path: [...path, "$report"],
        message: `No file declares a report ${quote(key)}.${meant}`,
        ...(meant === "" && { help: "Declare it under `reports:` in any workbook file." }),
      });
    }
  },
};
