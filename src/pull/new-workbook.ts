// A live workbook that no file declares, as an entry of a workbook file.

import { isObject, type Json, type JsonObject, STAMP_KEY, withoutNulls } from "../model/index.ts";
import {
  type ComparedState,
  type IgnoredPath,
  isPublished,
  type LiveWorkbook,
  withNewWidgets,
} from "../plan/index.ts";
import { folderFields } from "./folder.ts";
import { WIDGET_FIELDS } from "./merge-widgets.ts";
import { ordered } from "./plain.ts";
import { type ReportKeys, symbolicDashboard } from "./symbolic.ts";

interface NewWorkbookScope {
  ignored: readonly IgnoredPath[];
  reportKeys: readonly string[];
  /** Live id → key of every report that is declared or pulled. */
  reports: ReportKeys;
  /** Live id → version of every live report. */
  versions: ReadonlyMap<number, number>;
  canPublish: boolean;
}

const DASHBOARD = ["kind", "title", "description", "layout", "theme", "settings", "app", "widgets"];

/** All of it is managed from now on: name, folder, every key of meta, the dashboard. In the order of contract 2. */
export function newWorkbookEntry(live: LiveWorkbook, scope: NewWorkbookScope): JsonObject {
  const { [STAMP_KEY]: _stamp, ...meta } = live.meta;
  const state = withNewWidgets(
    withoutNulls({ meta, ...(live.draft ? { dashboard: live.draft } : {}) }) as ComparedState,
    undefined,
    scope.ignored,
  );
  const entry: JsonObject = { name: live.name, ...folderFields(live.folderId, live.folderPath) };
  if (isLivePublished(live, scope)) entry.publish = true;
  if (state.meta && Object.keys(state.meta).length > 0) entry.meta = state.meta;
  // A dashboard of which everything is ignored is still managed: what the file leaves out is not there.
  if (live.draft) entry.dashboard = dashboardEntry(state.dashboard ?? {}, scope);
  return entry;
}

function isLivePublished(live: LiveWorkbook, scope: NewWorkbookScope): boolean {
  if (!scope.canPublish || !live.draft || !live.published) return false;
  return isPublished(live, { ignored: scope.ignored, reportVersions: scope.versions });
}

function dashboardEntry(dashboard: JsonObject, { reports, reportKeys }: NewWorkbookScope): JsonObject {
  const entry = ordered(symbolicDashboard(dashboard, reports, reportKeys), DASHBOARD);
  if (!Array.isArray(entry.widgets)) return entry;
  const inOrder = (widget: Json) => (isObject(widget) ? ordered(widget, WIDGET_FIELDS) : widget);
  return { ...entry, widgets: entry.widgets.map(inOrder) };
}
