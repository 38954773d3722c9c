// All rules. A new rule is one file here or in a folder of its subject, one line in this list, one test and one page in docs/rules/.

import { LOADER_RULES, MODEL_RULES, PLAN_RULES } from "../other-rooms.ts";
import type { Rule } from "../rule.ts";
import { appEntry } from "./app/app-entry.ts";
import { appMissing } from "./app/app-missing.ts";
import { appOnClassic } from "./app/app-on-classic.ts";
import { appPublish } from "./app/app-publish.ts";
import { appWithoutKind } from "./app/app-without-kind.ts";
import { bareNumber } from "./bare-number.ts";
import { breakpointMismatch } from "./breakpoint-mismatch.ts";
import { breakpointOrder } from "./breakpoint-order.ts";
import { confusableSlug } from "./confusable-slug.ts";
import { danglingWidgetId } from "./dangling-widget-id.ts";
import { duplicateWidgetId } from "./duplicate-widget-id.ts";
import { emptyDashboard } from "./empty-dashboard.ts";
import { gridSize } from "./grid-size.ts";
import { invalidQuery } from "./invalid-query.ts";
import { publishWithoutDashboard } from "./publish-without-dashboard.ts";
import { rareConfigKey } from "./rare-config-key.ts";
import { reportKind } from "./report-kind.ts";
import { slugForm } from "./slug-form.ts";
import { unknownBreakpoint } from "./unknown-breakpoint.ts";
import { unknownWorkbook } from "./unknown-workbook.ts";
import { unmatchedIgnore } from "./unmatched-ignore.ts";
import { unresolvedReport } from "./unresolved-report.ts";
import { unusableSlug } from "./unusable-slug.ts";
import { unusedReport } from "./unused-report.ts";
import { wasConflict } from "./was-conflict.ts";
import { widgetIdBlank } from "./widget-id-blank.ts";
import { widgetIdLength } from "./widget-id-length.ts";
import { widgetOutsideGrid } from "./widget-outside-grid.ts";
import { widgetOverlap } from "./widget-overlap.ts";
import { widgetSize } from "./widget-size.ts";

const unknownRule: Rule = {
  id: "unknown-rule",
  severity: "error",
  summary: "Every rule that the project file names under `lint.rules` exists.",
};

/** Sorted by id. */
export const RULES: readonly Rule[] = [
  appEntry,
  appMissing,
  appOnClassic,
  appPublish,
  appWithoutKind,
  bareNumber,
  breakpointMismatch,
  breakpointOrder,
  confusableSlug,
  danglingWidgetId,
  duplicateWidgetId,
  emptyDashboard,
  gridSize,
  invalidQuery,
  publishWithoutDashboard,
  rareConfigKey,
  reportKind,
  slugForm,
  unknownBreakpoint,
  unknownRule,
  unknownWorkbook,
  unmatchedIgnore,
  unresolvedReport,
  unusableSlug,
  unusedReport,
  wasConflict,
  widgetIdBlank,
  widgetIdLength,
  widgetOutsideGrid,
  widgetOverlap,
  widgetSize,
  ...LOADER_RULES,
  ...MODEL_RULES,
  ...PLAN_RULES,
].sort((a, b) => (a.id < b.id ? -1 : 1));
