// Widgets are told apart by id, not by place in the list.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";

/**
 * The widgets of a dashboard by id, in order. What a live dashboard may hold though no file may (a widget without an id, an id
 * twice) gets a key of its own, so that nothing is lost from the comparison.
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
