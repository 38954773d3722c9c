// A resolved workbook as the board that the page draws.

import {
  compareText,
  isObject,
  type Json,
  type JsonObject,
  type ResolvedWorkbook,
  widgetName,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { shortDigest } from "../../plan/index.ts";
import type { FindReport } from "./asked.ts";
import { drawingOf, textOf } from "./drawing.ts";
import type { BoardView, Box, BreakpointView, WidgetView } from "./protocol.ts";

/** Widest first, as the platform orders them. */
const BREAKPOINTS = ["lg", "md", "sm", "xs", "xxs"];
const USUAL = { columns: 12, rowHeight: 40, margin: 8 };

type Sketch = Omit<BoardView, "file" | "line" | "version" | "findings" | "undo" | "redo" | "row" | "about">;

/** What is the same of a file and of live. */
export function sketchOf(slug: string, entry: JsonObject, findReport: FindReport): Sketch {
  const dashboard = isObject(entry.dashboard) ? entry.dashboard : {};
  const layout = isObject(dashboard.layout) ? dashboard.layout : {};
  const widgets = widgetsOf(dashboard).filter(isObject);
  const containers = containersOf(widgets);
  const views = widgets.map((widget): WidgetView => {
    const id = String(widget.id);
    const children = [...containers].flatMap(([child, container]) => (container === id ? [child] : []));
    return {
      id,
      type: textOf(widget.type),
      title: titleOf(widget),
      label: nameOfWidget(widget),
      boxes: boxesOf(widget),
      drawing: drawingOf(widget, children, findReport),
      container: containers.get(id) ?? null,
    };
  });
  const margin = pairOf(layout.margin) ?? [USUAL.margin, USUAL.margin];
  return {
    slug,
    title: textOf(entry.name) ?? textOf(dashboard.title) ?? slug,
    ...(dashboard.kind === "APP" ? { kind: "APP", app: sourcesOf(dashboard) } : { kind: "CLASSIC" }),
    breakpoints: breakpointsOf(layout, views),
    rowHeight: typeof layout.rowHeight === "number" ? layout.rowHeight : USUAL.rowHeight,
    margin,
    padding: pairOf(layout.containerPadding) ?? margin,
    widgets: views,
  };
}

/** Tells what the files say of it, and nothing of how they say it. */
export const versionOf = ({ entry }: Pick<ResolvedWorkbook, "entry">): string =>
  shortDigest(writeJson(entry));

export function boxOf(value: Json | undefined): Box | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, w, h } = value;
  const isBox = [x, y, w, h].every((one) => typeof one === "number");
  return isBox ? ({ x, y, w, h } as unknown as Box) : undefined;
}

export const nameOfWidget = (widget: JsonObject): string => widgetName(widget) ?? String(widget.id);

/** The sources of an app, each with its name: its HTML, then its files. */
function sourcesOf(dashboard: JsonObject): { name: string; text: string }[] {
  const app = isObject(dashboard.app) ? dashboard.app : {};
  const files = isObject(app.files) ? Object.entries(app.files) : [];
  const sorted = files.sort(([a], [b]) => compareText(a, b));
  return [["html", app.html] as const, ...sorted].flatMap(([name, text]) =>
    typeof text === "string" && text !== "" ? [{ name, text }] : [],
  );
}

function titleOf({ config }: JsonObject): string | null {
  return isObject(config) ? textOf(config.title) : null;
}

function boxesOf(widget: JsonObject): Record<string, Box> {
  const responsive = isObject(widget.responsiveLayouts) ? widget.responsiveLayouts : {};
  const all: [string, Json | undefined][] = [["default", widget.position], ...Object.entries(responsive)];
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      const box = boxOf(value);
      return box ? [[name, box]] : [];
    }),
  );
}

function breakpointsOf(layout: JsonObject, widgets: readonly WidgetView[]): BreakpointView[] {
  const cols = isObject(layout.cols) ? layout.cols : {};
  const widths = isObject(layout.breakpoints) ? layout.breakpoints : {};
  const used = new Set(widgets.flatMap(({ boxes }) => Object.keys(boxes)));
  const names = BREAKPOINTS.filter((name) => used.has(name) || isCount(cols[name]));
  const placed = (name: string) => widgets.filter(({ boxes }) => name in boxes).length;
  const widest = Math.max(0, ...Object.values(cols).filter(isCount)) || USUAL.columns;
  const screens = Object.values(widths).filter((one) => typeof one === "number");
  return [
    {
      name: "default",
      columns: widest,
      width: screens.length > 0 ? Math.max(...screens) : null,
      placed: placed("default"),
    },
    ...names.map((name): BreakpointView => {
      const columns = cols[name];
      const width = widths[name];
      return {
        name,
        columns: isCount(columns) ? columns : widest,
        width: typeof width === "number" ? width : null,
        placed: placed(name),
      };
    }),
  ];
}

const isCount = (value: Json | undefined): value is number => Number.isInteger(value) && Number(value) >= 1;

function pairOf(value: Json | undefined): [number, number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [across, down = across] = value;
  return typeof across === "number" && typeof down === "number" ? [across, down] : undefined;
}

/** Child → container: whatever a container's config names, or whose config names a container. How it does is not documented. */
function containersOf(widgets: readonly JsonObject[]): Map<string, string> {
  const ids = new Set(widgets.map(({ id }) => String(id)));
  const isContainer = ({ type }: JsonObject) => type === "CONTAINER" || type === "PARENT" || type === "TABS";
  const found = new Map<string, string>();
  for (const widget of widgets.filter(isContainer)) {
    const id = String(widget.id);
    eachText(widget.config, (text) => {
      if (text !== id && ids.has(text) && !found.has(text)) found.set(text, id);
    });
  }
  return found;
}

function eachText(value: Json | undefined, use: (text: string) => void): void {
  if (typeof value === "string") use(value);
  else if (Array.isArray(value)) for (const one of value) eachText(one, use);
  else if (isObject(value)) for (const one of Object.values(value)) eachText(one, use);
}
