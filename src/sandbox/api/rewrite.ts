// What a platform makes of what is written to it, beyond merging: the healing of drafts, and the quirks that change values.

import { isObject, type Json, type JsonObject, mapValues, withoutNulls } from "../../model/index.ts";
import type { Heal } from "./heal.ts";
import type { Quirks } from "./quirks.ts";

export interface Rewriting {
  /** Makes the draft to store of one that was written and merged; also of the configuration that is published. */
  draft: Heal;
  /** What viewers are given of a configuration that is published, after all of the above. */
  publication: Heal;
  /** The same for the `meta` of a workbook or a report. */
  meta(meta: JsonObject): JsonObject;
  /** The same for a name or a title. */
  text(text: string): string;
  /** The same for a report's query. */
  query(query: JsonObject): JsonObject;
  /** The same for a report's pivot items. */
  pivotItems(items: JsonObject): JsonObject;
}

/** `heal` comes between what takes away and what orders. */
export function rewriting(quirks: Quirks, heal: Heal): Rewriting {
  const trim = (text: string): string => (quirks.has("trims-strings") ? text.trim() : text);
  const clean = (value: JsonObject): JsonObject => {
    const kept = quirks.has("drops-nulls") ? withoutNulls(value) : value;
    return quirks.has("trims-strings") ? (mapTexts(kept, trim) as JsonObject) : kept;
  };
  const order = (value: JsonObject): JsonObject =>
    quirks.has("sorts-keys") ? (sortKeys(value) as JsonObject) : value;
  const filled = (value: JsonObject, defaults: JsonObject): JsonObject =>
    quirks.has("fills-defaults") ? (fill(value, defaults) as JsonObject) : value;
  return {
    text: trim,
    publication: quirks.has("fills-publications") ? fillPublished : (config) => config,
    query: (query) => order(filled(clean(query), { limit: 10_000, timezone: "UTC" })),
    pivotItems: (items) => order(filled(clean(items), { measuresAxis: "columns" })),
    meta: (meta) => order(clean(meta)),
    draft(draft) {
      const healed = heal(clean(draft));
      return order(quirks.has("fills-defaults") ? fillDefaults(healed) : healed);
    },
  };
}

/** The text of a draft as it is stored. */
export function rewriteDraft(
  draft: string | null,
  { draft: rewrite }: Pick<Rewriting, "draft">,
): string | null {
  return draft === null ? null : JSON.stringify(rewrite(JSON.parse(draft) as JsonObject));
}

/** More keys than anybody would try subsets of, in two objects and below one of them. */
function fillDefaults(draft: JsonObject): JsonObject {
  const settings = { autoRefresh: false, currency: "USD", density: "normal", locale: "en", timezone: "UTC" };
  const layout = { containerPadding: [0, 0], margin: [8, 8] };
  const cols = { lg: 12, sm: 6, xs: 2 };
  const own = fill(draft.layout, layout);
  return {
    ...draft,
    settings: fill(draft.settings, settings),
    layout: isObject(own) ? { ...own, cols: fill(own.cols, cols) } : own,
  };
}

function fillPublished(config: JsonObject): JsonObject {
  const { widgets } = config;
  const chart = (widget: Json): Json =>
    isObject(widget) && widget.type === "CHART"
      ? { ...widget, style: fill(widget.style, { shadow: false }) }
      : widget;
  return {
    ...config,
    settings: fill(config.settings, { cache: "on", pageSize: 50 }),
    ...(Array.isArray(widgets) && { widgets: widgets.map(chart) }),
  };
}

/** Null counts as absent; what is no object is left alone. */
function fill(value: Json | undefined, defaults: JsonObject): Json {
  const own = value ?? {};
  if (!isObject(own)) return own;
  const missing = Object.entries(defaults).filter(([key]) => (own[key] ?? null) === null);
  return { ...own, ...Object.fromEntries(missing) };
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return isObject(value) ? mapValues(value, (item) => mapTexts(item, change)) : value;
}

/** As databases do that keep JSON in a form of their own: by length, then by code unit. */
function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).sort(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : Number(a > b)),
  );
  return Object.fromEntries(sorted.map(([key, item]) => [key, sortKeys(item)]));
}
