// What is created as its file has it: the parts and their order of a file, without our stamp, and without the shapes of a request.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  readJson,
  STAMP_KEY,
  writeJson,
} from "../../model/index.ts";
import { folderText } from "../text/folder-text.ts";

const DASHBOARD = ["kind", "title", "description", "layout", "theme", "settings", "app", "widgets"];
const WIDGET = ["id", "type", "position", "responsiveLayouts", "style", "config"];
const CONFIG = ["title", "reportId", "member", "markdown"];
const QUERY = ["measures", "dimensions", "timeDimensions", "filters", "segments", "order", "limit"];
const BOX = ["x", "y", "w", "h"];

/** Undefined for what sends nothing. */
export function createdContent({ kind, request, folder, publish }: Change): JsonObject | undefined {
  if (request === undefined) return undefined;
  if (kind === "report") return reportContent(request);
  const { name, folderId, meta, ...others } = request;
  const { dashboardDraft: dashboard, ...more } = isObject(meta) ? meta : {};
  const where = folder ?? folderId;
  return present({
    name,
    folder: where === undefined || where === null ? undefined : folderText(where),
    publish: publish || undefined,
    ...others,
    meta: withoutStamp(more),
    dashboard: isObject(dashboard) ? dashboardContent(dashboard) : dashboard,
  });
}

function reportContent({ name, title, workbookId, jsonQuery, meta, ...others }: JsonObject): JsonObject {
  const workbook = isObject(workbookId) && "$workbook" in workbookId ? workbookId.$workbook : workbookId;
  const query = queryContent(jsonQuery);
  return present({ name, title, workbook, query, ...others, meta: withoutStamp(meta) });
}

/** A text that is no JSON object, or not as we write it, stays as it is sent. */
function queryContent(query: Json | undefined): Json | undefined {
  if (typeof query !== "string") return query;
  try {
    const parsed = readJson(query);
    // What parsing loses would be hidden.
    return isObject(parsed) && writeJson(parsed) === query ? inOrder(parsed, QUERY) : query;
  } catch {
    return query;
  }
}

function withoutStamp(meta: Json | undefined): Json | undefined {
  if (!isObject(meta)) return meta;
  const { [STAMP_KEY]: _stamp, ...rest } = meta;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

function dashboardContent(draft: JsonObject): JsonObject {
  const { widgets } = draft;
  const all = Array.isArray(widgets) ? { ...draft, widgets: widgets.map(widgetContent) } : draft;
  return inOrder(all, DASHBOARD);
}

/** A widget as a file has it; anything else as it is. */
export function widgetContent(widget: Json): Json {
  if (!isObject(widget)) return widget;
  const { position, config } = widget;
  return inOrder(
    {
      ...widget,
      ...(isObject(position) && { position: boxContent(position) }),
      ...(isObject(config) && { config: inOrder(config, CONFIG) }),
    },
    WIDGET,
  );
}

/** `[0, 4, 12, 3]`, as files write it; a map where it is more or less than a place. */
function boxContent(position: JsonObject): Json {
  const corners = BOX.map((side) => position[side]);
  const isPlace =
    Object.keys(position).length === BOX.length && corners.every((one) => typeof one === "number");
  return isPlace ? (corners as Json[]) : inOrder(position, BOX);
}

function inOrder(object: JsonObject, first: readonly string[]): JsonObject {
  const lead = first.filter((key) => Object.hasOwn(object, key)).map((key) => [key, object[key]]);
  return { ...Object.fromEntries(lead), ...object };
}

function present(parts: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as JsonObject;
}
