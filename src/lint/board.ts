// Reads a dashboard's grid and widgets without trusting their types: entries with schema findings stream by too.

import {
  capital,
  isObject,
  type Json,
  type JsonObject,
  type ResolvedWorkbook,
  shorten,
  widgetsOf as widgetsIn,
} from "../model/index.ts";
import type { Finding } from "./rule.ts";

// Bounds that keep odd files from costing more than they are worth.

/** Levels of nesting that are followed: far above any dashboard, far below the call stack. */
export const DEEPEST = 200;

/** Columns that the overlap sweep looks at; anything beyond is outside any grid and is reported as that. */
export const WIDEST_SWEPT = 1024;

/** Characters of a name that a message shows. */
const LONGEST_NAME = 60;

/** Texts at one place of a type's config that are no ids of widgets: with more of them, the place does not name widgets. */
export const MOST_STRAY = 20;

/** The breakpoints the platform knows, widest first (platform document, DashboardLayout). */
export const BREAKPOINTS = ["lg", "md", "sm", "xs", "xxs"] as const;

/** The positions that a widget may have: its own (undefined), and one for each breakpoint. */
export const PLACES: readonly (string | undefined)[] = [undefined, ...BREAKPOINTS];

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function dashboardOf(workbook: ResolvedWorkbook): JsonObject | undefined {
  return objectAt(workbook.entry, "dashboard");
}

/** The dashboard's widgets as written; elements may be anything. */
export function widgetsOf(workbook: ResolvedWorkbook): readonly Json[] {
  return widgetsIn(workbook.entry.dashboard);
}

/** `layout.cols` or `layout.breakpoints`, if it is a map. */
export function layoutMap(workbook: ResolvedWorkbook, name: "cols" | "breakpoints"): JsonObject | undefined {
  return objectAt(objectAt(dashboardOf(workbook), "layout"), name);
}

/** The widest of `cols`: what a widget's own position is checked against (contract 2). */
export function widestColumns(cols: JsonObject): number | undefined {
  const counts = BREAKPOINTS.map((name) => cols[name]).filter(isColumnCount);
  return counts.length > 0 ? Math.max(...counts) : undefined;
}

/** Null and absent are the same (contract 2). */
export function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

export function isColumnCount(value: Json | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 1;
}

/** The position as four integers, or undefined if it is none. Makes no copy. */
function rectOf(value: Json | undefined): Rect | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, w, h } = value;
  const whole = Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(w) && Number.isInteger(h);
  return whole ? (value as unknown as Rect) : undefined;
}

/** A widget with its position on one breakpoint, or its own. */
interface Spot {
  widget: JsonObject;
  index: number;
  breakpoint: string | undefined;
  rect: Rect;
}

/** The widgets that have a position on the breakpoint; if none is named, a position of their own. */
export function spotsOn(widgets: readonly Json[], breakpoint: string | undefined): Spot[] {
  const spots: Spot[] = [];
  for (let index = 0; index < widgets.length; index += 1) {
    const widget = widgets[index];
    if (!isObject(widget)) continue;
    const layouts = breakpoint === undefined ? undefined : objectAt(widget, "responsiveLayouts");
    const rect = rectOf(breakpoint === undefined ? widget.position : layouts?.[breakpoint]);
    if (rect) spots.push({ widget, index, breakpoint, rect });
  }
  return spots;
}

/** A finding about a position: the widget's name, `fault`, and the breakpoint if it is of one. */
export function spotFinding({ widget, index, breakpoint }: Spot, fault: string): Finding {
  const [way, on] =
    breakpoint === undefined
      ? [["position"], ""]
      : [["responsiveLayouts", breakpoint], ` on \`${breakpoint}\``];
  return {
    path: ["dashboard", "widgets", index, ...way],
    message: `${capital(nameWidget(widget, index))} ${fault}${on}.`,
  };
}

/** Whether the rectangle has an area and no negative coordinates; if not, `widget-size` reports it. */
export function isPlaceable(rect: Rect): boolean {
  return rect.w >= 1 && rect.h >= 1 && rect.x >= 0 && rect.y >= 0;
}

/** How a message names a widget: by id, else by title, else by its number in the list. */
export function nameWidget(widget: Json | undefined, index: number): string {
  if (isObject(widget)) {
    if (typeof widget.id === "string" && widget.id !== "") return `widget ${quote(widget.id)}`;
    const title = objectAt(widget, "config")?.title;
    if (typeof title === "string" && title !== "") return `the widget titled ${quote(title)}`;
  }
  return `widget number ${index + 1}`;
}

/** A name in backticks, cut if it is very long. */
export function quote(name: string): string {
  return `\`${shorten(name, LONGEST_NAME)}\``;
}

export function objectAt(value: JsonObject | undefined, key: string): JsonObject | undefined {
  const found = value?.[key];
  return isObject(found) ? found : undefined;
}

/** The platform keeps a query as JSON text; any other text has no members. */
export function parseQuery(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

// Which widgets are inside a container. How a container names its children is not documented, and a child's position
// counts inside its container, so whatever a container mentions is left out of checks against the board's grid.

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
    eachString(widget.config, (text) => {
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
export function eachString(value: Json | undefined, use: (text: string) => void, depth = 0): void {
  if (typeof value === "string") use(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const item of value) eachString(item, use, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    use(key);
    eachString(item, use, depth + 1);
  }
}
