// What the platforms of the matrix do, read from docs/sandbox.md a second time.
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import type { Row } from "./quirk-world.ts";
import type { ReportRow } from "./report-world.ts";

const NEIGHBOURS: Row["seed"] = {
  folders: [{ id: 101, name: "F" }],
  reports: [{ id: 101, publicId: "abcdefghijkl", name: "R", meta: { kind: "kpi" } }],
};

/** Each alone, and those together that one platform may well have. */
export const PLATFORMS: Record<string, Omit<Row, "merge">> = {
  calm: { quirks: "" },
  "mixed lists with equal ids": { quirks: "mixed-lists,ids-per-kind", seed: NEIGHBOURS },
  "lists without meta": { quirks: "lists-without-meta" },
  "lists with null as meta": { quirks: "lists-with-null-meta" },
  "lists with empty meta": { quirks: "lists-with-empty-meta" },
  "duplicate slugs": {
    quirks: "duplicate-slugs",
    seed: { workbooks: [{ id: 31, slug: "twin", name: "T", dashboardDraft: { widgets: [] } }] },
    twin: 31,
  },
  "late lists": { quirks: "late-lists", listedFrom: 3 },
  "empty pages": { quirks: "empty-pages" },
  "mixed lists without meta, with empty pages": {
    quirks: "mixed-lists,ids-per-kind,lists-without-meta,empty-pages",
    seed: NEIGHBOURS,
  },
  "trimmed texts": { quirks: "trims-strings", texts: (text) => text.trim() },
  defaults: { quirks: "fills-defaults", makes: withDefaults },
  "defaults that an edit takes away": { quirks: "fills-defaults,keeps-edits", makes: withDefaults },
  "filled publications": { quirks: "fills-publications", shows: withPublishedDefaults },
  "drafts filled when published": {
    quirks: "fills-on-publishing",
    makes: withPublishedDefaults,
    shows: withPublishedDefaults,
  },
  "drafts filled when written and when published, trimmed texts": {
    quirks: "fills-on-publishing,fills-defaults,trims-strings",
    makes: (dashboard) => withPublishedDefaults(withDefaults(dashboard)),
    shows: withPublishedDefaults,
    texts: (text) => text.trim(),
  },
  "dropped stamps": { quirks: "drops-stamp" },
  "cut stamps": { quirks: "cuts-stamp", cuts: true },
  "big integers": { quirks: "big-integers" },
  "big integers, ignored places": { quirks: "big-integers", ignores: true },
  "no nulls": { quirks: "drops-nulls" },
  "sorted keys": { quirks: "sorts-keys" },
  "sorted widgets": { quirks: "sorts-widgets", makes: sortedByPlace },
  "widgets sorted by id": { quirks: "sorts-widgets-by-id", makes: sortedById },
  "ids in lower case": { quirks: "lower-cases-ids", makes: withLowerIds },
  "ids in lower case, sorted by them, defaults, trimmed texts": {
    quirks: "lower-cases-ids,sorts-widgets-by-id,fills-defaults,trims-strings",
    makes: (dashboard) => sortedById(withLowerIds(withDefaults(withTrimmedIds(dashboard)))),
    texts: (text) => text.trim(),
  },
  "defaults, no nulls, sorted keys": { quirks: "fills-defaults,drops-nulls,sorts-keys", makes: withDefaults },
  "defaults, trimmed texts, sorted widgets": {
    quirks: "fills-defaults,trims-strings,sorts-widgets",
    makes: (dashboard) => sortedByPlace(withDefaults(dashboard)),
    texts: (text) => text.trim(),
  },
};

/** Those that make something of reports, or of the lists that they are in. */
export const REPORT_PLATFORMS: Record<string, ReportRow> = {
  calm: { quirks: "" },
  "mixed lists without meta, with empty pages": {
    quirks: "mixed-lists,ids-per-kind,lists-without-meta,empty-pages",
  },
  "trimmed texts": { quirks: "trims-strings", trims: true },
  defaults: { quirks: "fills-defaults", fills: true },
  "sorted members": { quirks: "sorts-members", sorts: true },
  "no nulls, sorted keys": { quirks: "drops-nulls,sorts-keys" },
  "merged meta": { quirks: "merges-report-meta" },
  "merged meta, defaults, no nulls": {
    quirks: "merges-report-meta,fills-defaults,drops-nulls",
    fills: true,
  },
  "dropped stamps": { quirks: "drops-stamp", dropsStamp: true },
  "defaults, trimmed texts, sorted members and keys, no nulls": {
    quirks: "fills-defaults,trims-strings,sorts-members,sorts-keys,drops-nulls",
    ...{ trims: true, fills: true, sorts: true },
  },
};

function fill(holder: JsonObject, field: string, key: string, value: Json): void {
  if (!isObject(holder[field])) holder[field] = {};
  (holder[field] as JsonObject)[key] ??= value;
}

function withPublishedDefaults(dashboard: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(dashboard)) as JsonObject;
  fill(copy, "settings", "cache", "on");
  fill(copy, "settings", "pageSize", 50);
  for (const widget of Array.isArray(copy.widgets) ? (copy.widgets as JsonObject[]) : [])
    if (widget.type === "CHART") fill(widget, "style", "shadow", false);
  return copy;
}

function withDefaults(dashboard: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(dashboard)) as JsonObject;
  copy.kind ??= "CLASSIC";
  fill(copy, "settings", "refresh", 0);
  fill(copy, "settings", "autoRefresh", false);
  fill(copy, "settings", "currency", "USD");
  fill(copy, "settings", "density", "normal");
  fill(copy, "settings", "locale", "en");
  fill(copy, "settings", "timezone", "UTC");
  fill(copy, "layout", "rowHeight", 30);
  fill(copy, "layout", "containerPadding", [0, 0]);
  fill(copy, "layout", "margin", [8, 8]);
  const layout = copy.layout as JsonObject;
  for (const [size, columns] of [
    ["lg", 12],
    ["sm", 6],
    ["xs", 2],
  ] as const)
    fill(layout, "cols", size, columns);
  for (const widget of Array.isArray(copy.widgets) ? (copy.widgets as JsonObject[]) : []) {
    if (widget.type === "CONTAINER") fill(widget, "config", "layout", "grid");
    if (widget.type === "FILTER") fill(widget, "config", "visibility", "visible");
    if (widget.type === "CHART") fill(widget, "style", "padding", 8);
  }
  return copy;
}

function sortedById(dashboard: JsonObject): JsonObject {
  if (!Array.isArray(dashboard.widgets)) return dashboard;
  const widgets = [...(dashboard.widgets as JsonObject[])].sort((a, b) =>
    String(a.id) < String(b.id) ? -1 : Number(String(a.id) > String(b.id)),
  );
  return { ...dashboard, widgets };
}

function withIds(dashboard: JsonObject, change: (id: string) => string): JsonObject {
  if (!Array.isArray(dashboard.widgets)) return dashboard;
  const widgets = (dashboard.widgets as JsonObject[]).map((one) => ({ ...one, id: change(String(one.id)) }));
  return { ...dashboard, widgets };
}

function withLowerIds(dashboard: JsonObject): JsonObject {
  return withIds(dashboard, (id) => id.toLowerCase());
}

/** Before they are sorted. */
function withTrimmedIds(dashboard: JsonObject): JsonObject {
  return withIds(dashboard, (id) => id.trim());
}

function sortedByPlace(dashboard: JsonObject): JsonObject {
  if (!Array.isArray(dashboard.widgets)) return dashboard;
  const at = (widget: Json, axis: "x" | "y"): number =>
    ((widget as JsonObject).position as JsonObject)[axis] as number;
  const widgets = [...dashboard.widgets].sort((a, b) => at(a, "y") - at(b, "y") || at(a, "x") - at(b, "x"));
  return { ...dashboard, widgets };
}
