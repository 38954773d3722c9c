// Widgets are identified by id, not by their place in the list.

import { isObject, type Json, type JsonObject, parseFieldPath } from "../../model/index.ts";

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

/**
 * The widgets of several dashboards, so that one has the same id in all maps. Ids that are the same but for white space around them are
 * one: there are platforms that trim texts, and the widget is still the one that was asked for. It is called by the longer of its ids in
 * the first two dashboards, else as the first calls it that has it. Where one dashboard has two such ids, each is its own.
 */
export function pairWidgets(dashboards: readonly (Json | undefined)[]): Map<string, Json>[] {
  const sides = dashboards.map((dashboard) => widgetsById(isObject(dashboard) ? dashboard : undefined));
  const names = new Map<string, string>();
  const doubled = new Set<string>();
  for (const [at, side] of sides.entries()) {
    const own = new Set<string>();
    for (const id of side.keys()) {
      const bare = bareId(id);
      if (own.has(bare)) doubled.add(bare);
      own.add(bare);
      const name = names.get(bare);
      if (name === undefined || (at === 1 && id.length > name.length)) names.set(bare, id);
    }
  }
  const nameOf = (id: string): string => (doubled.has(bareId(id)) ? id : (names.get(bareId(id)) ?? id));
  return sides.map((side) => new Map([...side].map(([id, widget]) => [nameOf(id), widget])));
}

/** An id without the white space that platforms may take from it. */
export function bareId(id: string): string {
  return id.trim();
}

/** Whether the path of a field is that of a whole widget. */
export function isWidget(path: string): boolean {
  const steps = parseFieldPath(path);
  return steps.length === 3 && steps.some((step) => "widget" in step);
}
