// A report may belong to a workbook that is live and in no file, which only a plan can know: offline, a slug that no file declares is
// more often a slip.

import { normalizeSlug, suggestFrom } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

export const unknownWorkbook: Rule = {
  id: "unknown-workbook",
  severity: "warning",
  summary: "Every `workbook` of a report is the slug of a workbook that some file declares.",
  conclude({ reports, slugs, isWhole }, context) {
    if (!isWhole) return;
    const suggest = suggestFrom(slugs);
    for (const report of reports) {
      const { workbook } = report.entry;
      // Without a target a variable stays as it is written.
      if (typeof workbook !== "string" || workbook.includes("${")) continue;
      const slug = normalizeSlug(workbook);
      if (slug === "" || slugs.has(slug)) continue;
      context.add(report, {
        path: ["workbook"],
        message: `No file declares the workbook ${quote(slug)}.${suggest(slug)}`,
        help: "A plan can use it only if the deployment has a live workbook with that slug.",
      });
    }
  },
};
