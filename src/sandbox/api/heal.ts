// How a platform changes a draft that it receives (field notes D and F 12): it fills in defaults, updates widgets of an old type
// and adds run-time state of viewers. No document lists the defaults: these are examples, and a client must cope with any.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

/** Takes the draft as it was written and merged; returns the draft to store. It must not change its argument. */
export type Heal = (draft: JsonObject) => JsonObject;

/** The function that the `heal` option of a sandbox stands for. */
export function healer(option: boolean | Heal | undefined): Heal {
  if (typeof option === "function") return option;
  return option ? healDraft : (draft) => draft;
}

/** `settings.refresh`, `layout.rowHeight`, a container's `layout`, a filter's `visibility`, a chart's `style`, an AI widget's thread. */
function healDraft(draft: JsonObject): JsonObject {
  const healed: JsonObject = {
    ...draft,
    kind: draft.kind ?? "CLASSIC",
    settings: withDefaults(draft.settings, { refresh: 0 }),
    layout: withDefaults(draft.layout, { rowHeight: 30 }),
  };
  if (Array.isArray(draft.widgets)) {
    healed.widgets = draft.widgets.map((item) => (isObject(item) ? healWidget(item) : item));
  }
  return healed;
}

function healWidget(widget: JsonObject): JsonObject {
  const { id, type, config, style } = widget;
  if (type === "TABS_CONTAINER") {
    return { ...widget, type: "CONTAINER", config: { ...object(config), layout: "tabs" } };
  }
  if (type === "CONTAINER") return { ...widget, config: withDefaults(config, { layout: "grid" }) };
  if (type === "FILTER") return { ...widget, config: withDefaults(config, { visibility: "visible" }) };
  if (type === "CHART") return { ...widget, style: withDefaults(style, { padding: 8 }) };
  if (type !== "AI") return widget;
  return { ...widget, config: withDefaults(config, { threadId: `thread-${id}`, checksum: `sum-${id}` }) };
}

/** Null counts as missing. */
function withDefaults(value: Json | undefined, defaults: JsonObject): JsonObject {
  const own = object(value);
  const missing = Object.entries(defaults).filter(([key]) => (own[key] ?? null) === null);
  return { ...own, ...Object.fromEntries(missing) };
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
