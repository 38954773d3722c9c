// Widgets are identified by id, not by their place in the list.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

/**
 * The widgets of a dashboard by id, in order. A widget without an id or with a repeated one, which a live dashboard may hold but no
 * file may, gets a key of its own, so that the comparison misses nothing.
 */
export function widgetsById(dashboard: JsonObject | undefined): Map<string, Json> {
  const byId = new Map<string, Json>();
  const widgets = dashboard?.widgets;
  if (!Array.isArray(widgets)) return byId;
  widgets.forEach((widget, index) => {
    let id = isObject(widget) && typeof widget.id === "string" ? widget.id : `#${index}`;
    while (byId.has(id)) id = `${id}#${index}`;
    byId.set(id, widget);
  });
  return byId;
}
