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
  "defaults, trimmed texts": {
    quirks: "fills-defaults,trims-strings",
    makes: withDefaults,
    texts: (text) => text.trim(),
  },
  "filled publications": { quirks: "fills-publications", shows: withPublishedDefaults },
  "big integers": { quirks: "big-integers" },
  "big integers, ignored places": { quirks: "big-integers", ignores: true },
  "no nulls": { quirks: "drops-nulls" },
  "sorted keys": { quirks: "sorts-keys" },
  "defaults, no nulls, sorted keys": { quirks: "fills-defaults,drops-nulls,sorts-keys", makes: withDefaults },
};

/** Those that make something of reports, or of the lists that they are in. */
export const REPORT_PLATFORMS: Record<string, ReportRow> = {
  calm: { quirks: "" },
  "mixed lists without meta, with empty pages": {
    quirks: "mixed-lists,ids-per-kind,lists-without-meta,empty-pages",
  },
  "trimmed texts": { quirks: "trims-strings", trims: true },
  defaults: { quirks: "fills-defaults", fills: true },
  "no nulls, sorted keys": { quirks: "drops-nulls,sorts-keys" },
  "merged meta": { quirks: "merges-report-meta" },
  "merged meta, defaults, no nulls": {
    quirks: "merges-report-meta,fills-defaults,drops-nulls",
    fills: true,
  },
  "defaults, trimmed texts, sorted keys, no nulls": {
    quirks: "fills-defaults,trims-strings,sorts-keys,drops-nulls",
    ...{ trims: true, fills: true },
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
