// Which widgets are inside a container. How a container names its children is not documented, and a child's position
// counts inside its container, so whatever a container mentions is left out of checks against the board's grid.

import { isObject, type Json } from "../model/index.ts";
import { isPlaceable, type Spot, spotsOn } from "./board.ts";
import { DEEPEST } from "./limits.ts";

const EMPTY: ReadonlySet<string> = new Set();

/** The widgets that have a readable position on the board's own grid, by breakpoint. */
export function boardSpots(widgets: readonly Json[]): (breakpoint: string | undefined) => Spot[] {
  const contained = containedIds(widgets);
  return (breakpoint) =>
    spotsOn(widgets, breakpoint).filter(
      ({ widget: { id }, rect }) => isPlaceable(rect) && !(typeof id === "string" && contained.has(id)),
    );
}

/** Ids of the widgets that a container's config mentions, or whose config mentions a container. */
function containedIds(widgets: readonly Json[]): ReadonlySet<string> {
  if (!widgets.some(isContainer)) return EMPTY;
  const ids = new Set<string>();
  const containers = new Set<string>();
  for (const widget of widgets) {
    if (!isObject(widget) || typeof widget.id !== "string") continue;
    ids.add(widget.id);
    if (isContainer(widget)) containers.add(widget.id);
  }
  const contained = new Set<string>();
  for (const widget of widgets) {
    if (!isObject(widget)) continue;
    const id = widget.id;
    eachString(widget.config, 0, (text) => {
      if (isContainer(widget)) {
        if (text !== id && ids.has(text)) contained.add(text);
      } else if (typeof id === "string" && containers.has(text)) contained.add(id);
    });
  }
  return contained;
}

/** CONTAINER, and TABS_CONTAINER as older deployments called the tabbed one (field notes, versions 0.3 and 0.4). */
function isContainer(widget: Json): boolean {
  return isObject(widget) && (widget.type === "CONTAINER" || widget.type === "TABS_CONTAINER");
}

/** Calls `use` with every string value and every key: a widget may be named by either. */
export function eachString(value: Json | undefined, depth: number, use: (text: string) => void): void {
  if (typeof value === "string") use(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const item of value) eachString(item, depth + 1, use);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    use(key);
    eachString(item, depth + 1, use);
  }
}
