// What a pull is composed from.

import type { ResolvedReport, ResolvedWorkbook } from "../model/index.ts";
import type { IgnoredPath } from "../plan/index.ts";
import type { Resolution } from "./decide.ts";
import type { ReportScope } from "./new-reports.ts";
import type { Survey } from "./survey.ts";

export interface ComposeOptions extends ReportScope {
  survey: Survey;
  /** The declared workbooks that differ, by slug. */
  entries: ReadonlyMap<string, ResolvedWorkbook>;
  /** All declared reports, by key. */
  reports: ReadonlyMap<string, ResolvedReport>;
  /** Report key → live id, of those that are declared and live. */
  reportIds: ReadonlyMap<string, number>;
  /** All slugs that files declare. */
  declared: ReadonlySet<string>;
  ignored: readonly IgnoredPath[];
  reportKeys: readonly string[];
  resolution: Resolution;
  /** What the commands that are told end with, so that they mean this target. */
  flag?: string;
  /** `workbook slug`, `report key`: what turned out to fit into no file, and is left out. */
  excluded: ReadonlySet<string>;
}
