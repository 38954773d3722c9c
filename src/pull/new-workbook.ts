// A live workbook that no file declares, as an entry of a workbook file.

import { isObject, type Json, type JsonObject, STAMP_KEY } from "../model/index.ts";
import {
  type ComparedState,
  type IgnoredPath,
  isPublished,
  type LiveWorkbook,
  withoutIgnored,
} from "../plan/index.ts";
import { folderFields } from "./folder.ts";
import { ordered, withoutNulls } from "./plain.ts";
import { type ReportKeys, symbolicDashboard } from "./symbolic.ts";

export interface NewWorkbookScope {
  ignored: readonly IgnoredPath[];
  reportKeys: readonly string[];
  /** Live id → key of every report that is declared or pulled. */
  reports: ReportKeys;
  /** Live id → version of every live report. */
  versions: ReadonlyMap<number, number>;
  canPublish: boolean;
}

const DASHBOARD = ["kind", "title", "description", "layout", "theme", "settings", "app", "widgets"];
const WIDGET = ["id", "type", "position", "responsiveLayouts", "style", "config"];

/** All of it is managed from now on: name, folder, every key of meta, the dashboard. In the order of contract 2. */
export function newWorkbookEntry(live: LiveWorkbook, scope: NewWorkbookScope): JsonObject {
  const { [STAMP_KEY]: _stamp, ...meta } = live.meta;
  const state = withoutIgnored(
    withoutNulls({ meta, ...(live.draft ? { dashboard: live.draft } : {}) }) as ComparedState,
    scope.ignored,
  );
  const entry: JsonObject = { name: live.name, ...folderFields(live.folderId, live.folderPath) };
  if (isLivePublished(live, scope)) entry.publish = true;
  if (state.meta && Object.keys(state.meta).length > 0) entry.meta = state.meta;
  // A dashboard that ignoring emptied is still managed: what the file does not say is not there.
  if (live.draft) entry.dashboard = dashboardEntry(state.dashboard ?? {}, scope);
  return entry;
}

/** Why no file can hold this draft, and what to do; undefined where one can. */
export function unholdableDraft(
  draft: JsonObject | undefined,
): { message: string; help: string } | undefined {
  const widgets = Array.isArray(draft?.widgets) ? draft.widgets : [];
  const ids = widgets.map((widget) => (isObject(widget) ? widget.id : undefined));
  if (ids.some((id) => typeof id !== "string" || id.trim() === "")) {
    return {
      message: "a widget of its draft has no id, by which a file could name it",
      help: "Open it in the builder and save it, which gives ids to its widgets, or make that widget anew; then pull again.",
    };
  }
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return undefined;
  return {
    message: `two widgets of its draft have the id ${JSON.stringify(twice)}`,
    help: "Make one of them anew in the builder, which gives it an id of its own; then pull again.",
  };
}

function isLivePublished(live: LiveWorkbook, scope: NewWorkbookScope): boolean {
  if (!scope.canPublish || !live.draft || !live.published) return false;
  return isPublished(live, { ignored: scope.ignored, reportVersions: scope.versions });
}

function dashboardEntry(dashboard: JsonObject, { reports, reportKeys }: NewWorkbookScope): JsonObject {
  const { widgets, ...fields } = symbolicDashboard(dashboard, reports, reportKeys);
  if (!Array.isArray(widgets))
    return ordered({ ...fields, ...(widgets === undefined ? {} : { widgets }) }, DASHBOARD);
  const list: Json[] = widgets.map((widget) => (isObject(widget) ? ordered(widget, WIDGET) : widget));
  return ordered({ ...fields, widgets: list }, DASHBOARD);
}
