// Where the widgets of a workbook are before a change, which is live now, and after it, at every breakpoint. A plan holds the draft that it sends;
// the state before is that draft with the changed fields put back.

import {
  type Change,
  compareText,
  type FieldChange,
  type FieldStep,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
  valueAt,
  writeJson,
} from "../../model/index.ts";
import { draftWidgets } from "./field-sections.ts";
import { boxText, type PlacedWidget, rawBox, readBox, swappedPairs } from "./widget-box.ts";

/** One layout of a workbook: the default one, or that of a breakpoint. */
export interface LayoutState {
  /** Undefined for `position`, else a key of `responsiveLayouts`. */
  breakpoint: string | undefined;
  /** Undefined for a workbook that is created. Both are in the order of the widgets: the later covers the earlier. */
  before: PlacedWidget[] | undefined;
  after: PlacedWidget[];
  /** The wider of both grids; if neither layout says, as many as the widgets take. */
  columns: number;
  /** Of both layouts together, in columns and rows: at least the grid, and whatever widgets take beyond it. */
  wide: number;
  high: number;
  /** Widgets without a position of their own here, after the change: the platform places them. */
  unplaced: string[];
  /** Whether a viewer sees widgets elsewhere, or others of them on top. */
  isChanged: boolean;
}

interface Board {
  layout: Json | undefined;
  widgets: Map<string, JsonObject>;
}

/**
 * The layouts of a create or an update, the default one first; breakpoints are those for which any widget has a position. None if
 * the plan sends no draft; a layout is left out if the plan does not hold all of its numbers.
 */
export function layoutStates(change: Change): LayoutState[] {
  const draft = valueAt(change.request, ["meta", "dashboardDraft"]);
  if (!isObject(draft) || (change.action !== "update" && change.action !== "create")) return [];
  const after: Board = { layout: draft.layout, widgets: draftWidgets(change) };
  const before = change.action === "update" ? undone(after, change.fields) : undefined;
  const boards = before ? [before, after] : [after];
  const names = boards.flatMap(({ widgets }) => [...widgets.values()].flatMap(breakpointsOf));
  const breakpoints = [undefined, ...[...new Set(names)].sort(compareText)];
  return breakpoints.flatMap((breakpoint): LayoutState[] => {
    const now = placed(after, breakpoint);
    const was = before && placed(before, breakpoint);
    if (!now || (before && !was) || now.length + (was?.length ?? 0) === 0) return [];
    const has = new Set(now.map(({ id }) => id));
    const columns = Math.max(...boards.map((board) => columnsOf(board, breakpoint)));
    const all = [...(was ?? []), ...now].map(({ box }) => box);
    const wide = all.reduce((most, { x, w }) => Math.max(most, x + w), Math.max(1, columns));
    return [
      {
        breakpoint,
        before: was,
        after: now,
        columns: columns || wide,
        wide,
        high: all.reduce((most, { y, h }) => Math.max(most, y + h), 1),
        unplaced: [...after.widgets.keys()].filter((id) => !has.has(id)),
        isChanged:
          was !== undefined && (placesText(was) !== placesText(now) || swappedPairs(was, now).length > 0),
      },
    ];
  });
}

function undone(after: Board, fields: readonly FieldChange[]): Board {
  const before: Board = { layout: after.layout, widgets: new Map(after.widgets) };
  let order: readonly Json[] = [];
  for (const { path, before: value, change } of fields) {
    const [first, second, third, ...rest] = parseFieldPath(path);
    if (keyOf(first) !== "dashboard") continue;
    if (keyOf(second) === "layout") {
      before.layout = withValue(before.layout, third ? [third, ...rest] : [], value);
    } else if (change === "reordered" && keyOf(second) === "widgets" && !third) {
      order = Array.isArray(value) ? value : [];
    } else if (keyOf(second) === "widgets" && third && "widget" in third) {
      const widget = withValue(before.widgets.get(third.widget), rest, value);
      if (isObject(widget)) before.widgets.set(third.widget, widget);
      else before.widgets.delete(third.widget);
    }
  }
  return { ...before, widgets: inOrder(before.widgets, order) };
}

/** The widgets whose ids `order` has come first, in that order. */
function inOrder(widgets: Map<string, JsonObject>, order: readonly Json[]): Map<string, JsonObject> {
  const first = order.flatMap((id): [string, JsonObject][] => {
    const widget = typeof id === "string" ? widgets.get(id) : undefined;
    return widget ? [[id as string, widget]] : [];
  });
  return new Map([...first, ...widgets]);
}

/** A copy with `value` at the end of the way, or nothing there if it is undefined. Layouts hold no lists that matter. */
function withValue(
  object: Json | undefined,
  way: readonly FieldStep[],
  value: Json | undefined,
): Json | undefined {
  const [step, ...rest] = way;
  if (!step) return value;
  if (!("key" in step)) return object;
  const { [step.key]: old, ...others } = isObject(object) ? object : {};
  const inner = withValue(old, rest, value);
  return inner === undefined ? others : { ...others, [step.key]: inner };
}

function breakpointsOf({ responsiveLayouts: layouts }: JsonObject): string[] {
  return isObject(layouts) ? Object.keys(layouts).filter((name) => layouts[name] !== null) : [];
}

/** Undefined if a position is there that cannot be read. */
function placed({ widgets }: Board, breakpoint: string | undefined): PlacedWidget[] | undefined {
  const found: PlacedWidget[] = [];
  for (const [id, widget] of widgets) {
    const raw = rawBox(widget, breakpoint);
    const box = readBox(raw);
    if (box) found.push({ id, box });
    else if (raw !== undefined && raw !== null) return undefined;
  }
  return found;
}

function placesText(widgets: readonly PlacedWidget[]): string {
  const places = widgets.map(({ id, box }) => `${writeJson(id)} ${boxText(box)}`);
  return places.sort(compareText).join("\n");
}

/** Of the breakpoint; for the default layout the most of any. 0 if the layout does not say. */
function columnsOf({ layout }: Board, breakpoint: string | undefined): number {
  const cols = valueAt(layout, ["cols"]);
  if (!isObject(cols)) return 0;
  const counts = breakpoint === undefined ? Object.values(cols) : [valueAt(cols, [breakpoint])];
  return Math.max(0, ...counts.filter((value) => typeof value === "number"));
}
