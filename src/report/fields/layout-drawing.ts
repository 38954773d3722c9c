// What a drawing of a layout shows of a change, whatever draws it: what its widgets are called, what happens to each of them, and what no
// drawing can show.

import {
  type Change,
  isObject,
  type JsonObject,
  keyOf,
  parseFieldPath,
  widgetName,
} from "../../model/index.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { draftWidgets } from "./field-sections.ts";
import { layoutTable } from "./layout-cells.ts";
import type { LayoutState } from "./layout-states.ts";
import { boxField, boxText, type PlacedWidget, swappedPairs } from "./widget-box.ts";

/** What happens to a widget in a drawing. */
export type WidgetMark = "moved" | "added" | "removed" | "edited";

export const MARK_WORDS: Readonly<Record<WidgetMark, string>> = {
  moved: "moved or resized",
  added: "new",
  removed: "removed",
  edited: "edited",
};

/** One side of a layout: as it is now, or as it will be. */
export interface LayoutSide {
  widgets: readonly PlacedWidget[];
  /** What people call a widget; undefined if nobody does. */
  nameOf(id: string): string | undefined;
  /** `CHART`, whatever a file says; undefined if it says nothing. */
  typeOf(id: string): string | undefined;
  /** Undefined if it stays as it is. */
  markOf(id: string): WidgetMark | undefined;
}

export interface LayoutDrawing {
  /** Undefined if there is nothing now, or if it looks the same after the change. */
  now: LayoutSide | undefined;
  after: LayoutSide;
}

/** `edited`: see editedWidgets. */
export function layoutDrawing(
  change: Change,
  { before, after, isChanged }: LayoutState,
  edited: ReadonlySet<string>,
): LayoutDrawing {
  const was = placesOf(before ?? []);
  const now = placesOf(after);
  const { types, ...names } = knownOf(change);
  const typeOf = (id: string) => types.get(id);
  const markOf = (id: string, lone: WidgetMark, other: ReadonlyMap<string, string>) => {
    if (!before) return undefined;
    if (!other.has(id)) return lone;
    return was.get(id) !== now.get(id) ? "moved" : edited.has(id) ? "edited" : undefined;
  };
  return {
    now:
      before && isChanged
        ? {
            widgets: before,
            nameOf: (id) => names.now.get(id),
            typeOf,
            markOf: (id) => markOf(id, "removed", now),
          }
        : undefined,
    after: {
      widgets: after,
      nameOf: (id) => names.after.get(id),
      typeOf,
      markOf: (id) => markOf(id, "added", was),
    },
  };
}

/** How many widgets that no drawing shows are told. */
const MOST_HIDDEN = 4;

/** What the drawings cannot show: widgets that are wholly below others, and who covers whom. Escaped. */
export function hiddenNotes(change: Change, { before, after, wide }: LayoutState): string[] {
  if (!before) return [];
  const names = knownOf(change).after;
  const nameOf = (id: string) => excerpt(names.get(id) ?? id, 0, NAME_ROOM);
  const was = placesOf(before);
  const now = placesOf(after);
  const seenBefore = uncovered(before, wide);
  const seenAfter = uncovered(after, wide);
  const notes = [...new Set([...was.keys(), ...now.keys()])].flatMap((id) => {
    const hides = [was.has(id) && seenBefore?.has(id) === false, now.has(id) && seenAfter?.has(id) === false];
    const name = nameOf(id);
    const from = was.get(id);
    const to = now.get(id);
    if (from === to) return hides.includes(true) ? [`below others: ${name}`] : [];
    if (!hides.includes(true)) return [];
    const isOneOf = from !== undefined && to !== undefined && !hides.every(Boolean);
    const when = isOneOf ? (hides[0] ? " now" : " after") : "";
    return [`below others${when}: ${name}, ${from ?? "added"} → ${to ?? "removed"}`];
  });
  notes.push(
    ...swappedPairs(before, after).map(([upper, lower]) => `${nameOf(upper)} now covers ${nameOf(lower)}`),
  );
  if (notes.length <= MOST_HIDDEN) return notes;
  return [...notes.slice(0, MOST_HIDDEN - 1), `and ${notes.length - MOST_HIDDEN + 1} more like these`];
}

function placesOf(widgets: readonly PlacedWidget[]): Map<string, string> {
  return new Map(widgets.map(({ id, box }) => [id, boxText(box)]));
}

/** The widgets that a table shows something of. */
function uncovered(widgets: readonly PlacedWidget[], wide: number): Set<string | undefined> | undefined {
  const table = layoutTable(widgets, wide);
  return table && new Set(table.rows.flat().map(({ id }) => id));
}

/** The widgets of which something other than the place changes. */
export function editedWidgets({ fields }: Change): Set<string> {
  const ids = new Set<string>();
  for (const { path } of fields) {
    const [, , widget, ...rest] = parseFieldPath(path);
    if (!widget || !("widget" in widget) || rest.length === 0) continue;
    if (!boxField(rest) && keyOf(rest[0]) !== "responsiveLayouts") ids.add(widget.widget);
  }
  return ids;
}

/** What people call the widgets of a change now, or will, if they have no name yet. */
export function widgetNames(change: Change): (id: string) => string | undefined {
  const { now } = knownOf(change);
  return (id) => now.get(id);
}

interface Known {
  now: Map<string, string>;
  after: Map<string, string>;
  types: Map<string, string>;
}

/** What widgets are called, now and after the change, and of which type they are. */
function knownOf(change: Change): Known {
  const after = new Map<string, string>();
  const types = new Map<string, string>();
  const note = (id: string, { type }: JsonObject) => {
    if (typeof type === "string" && !types.has(id)) types.set(id, type);
  };
  for (const [id, widget] of draftWidgets(change)) {
    const name = widgetName(widget);
    if (name !== undefined) after.set(id, name);
    note(id, widget);
  }
  const now = new Map(after);
  for (const { path, label, before } of change.fields) {
    const [, , widget, ...rest] = parseFieldPath(path);
    if (!widget || !("widget" in widget)) continue;
    if (rest.length === 0 && isObject(before)) note(widget.widget, before);
    if (label === undefined) continue;
    now.set(widget.widget, label);
    if (!after.has(widget.widget)) after.set(widget.widget, label);
  }
  return { now, after, types };
}
