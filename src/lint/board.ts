// Reads a dashboard's grid and widgets without trusting their types: entries with schema findings stream by too.

import { isObject, type Json, type JsonObject, type ResolvedWorkbook } from "../model/index.ts";
import { LONGEST_NAME } from "./limits.ts";

/** The breakpoints the platform knows, widest first (platform document, DashboardLayout). */
export const BREAKPOINTS = ["lg", "md", "sm", "xs", "xxs"] as const;

/** Where a widget may have a position: its own, and one for each breakpoint. */
export const PLACES: readonly (string | undefined)[] = [undefined, ...BREAKPOINTS];

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

const NONE: readonly Json[] = [];

export function dashboardOf(workbook: ResolvedWorkbook): JsonObject | undefined {
  return objectAt(workbook.entry, "dashboard");
}

/** The dashboard's widgets as written; elements may be anything. */
export function widgetsOf(workbook: ResolvedWorkbook): readonly Json[] {
  const widgets = dashboardOf(workbook)?.widgets;
  return Array.isArray(widgets) ? widgets : NONE;
}

/** `layout.cols` or `layout.breakpoints`, where it is a map. */
export function layoutMap(workbook: ResolvedWorkbook, name: "cols" | "breakpoints"): JsonObject | undefined {
  return objectAt(objectAt(dashboardOf(workbook), "layout"), name);
}

/** The widest of `cols`: what a widget's own position is checked against (contract 2). */
export function widestColumns(cols: JsonObject): number | undefined {
  let widest: number | undefined;
  for (const name of BREAKPOINTS) {
    const count = cols[name];
    if (isColumnCount(count) && (widest === undefined || count > widest)) widest = count;
  }
  return widest;
}

/** Null and absent are the same (contract 2). */
export function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

export function isColumnCount(value: Json | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 1;
}

/** The position as four integers, or undefined where it is not one. Makes no copy. */
function rectOf(value: Json | undefined): Rect | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, w, h } = value;
  const whole = Number.isInteger(x) && Number.isInteger(y) && Number.isInteger(w) && Number.isInteger(h);
  return whole ? (value as unknown as Rect) : undefined;
}

/** The widget's position on one breakpoint, or its own position where none is named. */
export function rectOn(widget: Json | undefined, breakpoint: string | undefined): Rect | undefined {
  if (!isObject(widget)) return undefined;
  if (breakpoint === undefined) return rectOf(widget.position);
  return rectOf(objectAt(widget, "responsiveLayouts")?.[breakpoint]);
}

/** Where `rectOn` found it, as a path of the entry. */
export function rectPath(index: number, breakpoint: string | undefined): (string | number)[] {
  const widget = ["dashboard", "widgets", index];
  return breakpoint === undefined ? [...widget, "position"] : [...widget, "responsiveLayouts", breakpoint];
}

/** True where the rectangle has an area and lies at or after the origin; the rest is the finding of `widget-size`. */
export function isPlaceable(rect: Rect): boolean {
  return rect.w >= 1 && rect.h >= 1 && rect.x >= 0 && rect.y >= 0;
}

/** What a message about a position ends with: the breakpoint that it is of, if it is of one. */
export function onBreakpoint(breakpoint: string | undefined): string {
  return breakpoint === undefined ? "" : ` on \`${breakpoint}\``;
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

/** The text as the start of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A name in backticks, cut where it is very long. */
export function quote(name: string): string {
  return name.length > LONGEST_NAME ? `\`${name.slice(0, LONGEST_NAME)}…\`` : `\`${name}\``;
}

export function objectAt(value: JsonObject | undefined, key: string): JsonObject | undefined {
  const found = value?.[key];
  return isObject(found) ? found : undefined;
}
