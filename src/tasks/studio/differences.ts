// How a board of the files differs from the live one, in words of people: widgets by their titles.

import { type Change, nameSome, type Origin, parseFieldPath } from "../../model/index.ts";
import type { BoardView, Box, Difference, WidgetView } from "./protocol.ts";

type Sides = Pick<BoardView, "widgets" | "title">;

/** Of a report, with the widgets that draw it. */
export interface ReportChange {
  change: Change;
  widgets: readonly string[];
}

export function differencesOf({
  file,
  live,
  change,
  ofReports,
}: {
  file: Sides;
  live: Sides;
  change: Change | undefined;
  ofReports: readonly ReportChange[];
}): Difference[] {
  const origins = originsOf(change);
  const found: Difference[] = [];
  const add = (widget: string | null, word: string, text: string) =>
    found.push({ widget, word, text, origin: origins.get(widget ?? "") ?? "git" });
  if (file.title !== live.title)
    add(null, "retitled", `The dashboard is called “${live.title}”. The file says “${file.title}”.`);
  const there = new Map(live.widgets.map((one) => [one.id, one]));
  for (const widget of file.widgets) {
    const other = there.get(widget.id);
    if (other) compareWidget(widget, other, (word, text) => add(widget.id, word, text));
    else if (isUi(origins.get(widget.id)))
      add(widget.id, "removed", `${nameOf(widget)} was removed. The file has it.`);
    else add(widget.id, "new", `${nameOf(widget)} is new in the file. Not live yet.`);
  }
  const ids = new Set(file.widgets.map(({ id }) => id));
  for (const widget of live.widgets) {
    if (ids.has(widget.id)) continue;
    if (isUi(origins.get(widget.id))) add(widget.id, "new", `${nameOf(widget)} was added. Not in the file.`);
    else add(widget.id, "removed", `${nameOf(widget)} is gone from the file. It is still live.`);
  }
  const told = new Set(found.map(({ widget }) => widget));
  for (const [id, origin] of origins) {
    const widget = file.widgets.find((one) => one.id === id) ?? there.get(id);
    if (told.has(id) || !widget) continue;
    const text = `${nameOf(widget)} was edited ${isUi(origin) ? "in the UI" : "in the file"}.`;
    found.push({ widget: id, word: "edited", text, origin });
  }
  for (const { change: report, widgets } of ofReports)
    for (const widget of file.widgets)
      if (widgets.includes(widget.id)) found.push(reportDifference(widget, report));
  const own = (change?.fields ?? []).filter(({ path }) => path !== "name" && widgetIn(path) === undefined);
  if (own.length > 0) {
    const who = isUi(origins.get("")) ? "in the UI" : "in the file";
    const what = own.map(({ path }) => OWN_NAMES[path] ?? path.replace(/^dashboard\./, ""));
    add(null, "edited", `The dashboard itself was edited ${who}: ${nameSome(what)}.`);
  }
  return found;
}

function reportDifference(widget: WidgetView, { action, title, fields, origin }: Change): Difference {
  const side = sideOf(origin);
  const where = { git: "in the file", ui: "in the UI", both: "in the UI and in the file" }[side];
  const what = new Set(fields.map(({ path }) => path.replace(/^(query|sqlQuery|pivotItems)\b.*/s, "$1")));
  const list = what.size > 0 ? `: ${nameSome([...what])}` : "";
  const said = action === "create" ? "is not live" : `was edited ${where}${list}`;
  const text = `The report “${title}” of ${nameOf(widget)} ${said}.`;
  return { widget: widget.id, word: "edited", text, origin: side };
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  "dashboard.widgets": "the order of the widgets",
  folder: "its folder",
};

/** The id of the widget that the path of a field leads into; undefined for what is of no widget. */
export function widgetIn(path: string): string | undefined {
  const step = parseFieldPath(path)[2];
  return step && "widget" in step ? step.widget : undefined;
}

function compareWidget(file: WidgetView, live: WidgetView, add: (word: string, text: string) => void): void {
  const name = nameOf(file);
  if (file.title !== live.title)
    add("retitled", `${name} is called “${live.title ?? ""}”. The file says “${file.title ?? ""}”.`);
  for (const breakpoint of new Set([...Object.keys(file.boxes), ...Object.keys(live.boxes)])) {
    const [own, other] = [file.boxes[breakpoint], live.boxes[breakpoint]];
    const on = breakpoint === "default" ? "" : ` on ${breakpoint}`;
    if (!own || !other) {
      add("moved", `${name} has a position${on} only ${own ? "in the file" : "live"}.`);
      continue;
    }
    if (own.w !== other.w || own.h !== other.h)
      add("resized", `${name} is ${sizeOf(own)} in the file${on}. Live has ${sizeOf(other)}.`);
    else if (own.x !== other.x || own.y !== other.y)
      add(
        "moved",
        `${name} is at ${own.x}, ${own.y} in the file${on}. Live has it at ${other.x}, ${other.y}.`,
      );
  }
  const [text, other] = [textOf(file), textOf(live)];
  if (text !== other) add("edited", `The text of ${name} is another one live.`);
}

const sizeOf = ({ w, h }: Box) => `${w} × ${h}`;
const isUi = (origin: Difference["origin"] | undefined) => origin === "ui" || origin === "both";
const textOf = ({ drawing }: WidgetView) => (drawing.kind === "text" ? drawing.markdown : "");

const nameOf = ({ title, drawing, label }: WidgetView) =>
  drawing.kind === "text" && !title ? `“${label}”` : label;

/** Widget → who changed it; "" is the dashboard itself. */
function originsOf(change: Change | undefined): Map<string, Difference["origin"]> {
  const found = new Map<string, Difference["origin"]>();
  for (const { path, origin } of change?.fields ?? []) {
    const id = widgetIn(path) ?? "";
    const now = sideOf(origin);
    const before = found.get(id);
    found.set(id, before === undefined || before === now ? now : "both");
  }
  return found;
}

function sideOf(origin: Origin): Difference["origin"] {
  if (origin === "live") return "ui";
  return origin === "both" ? "both" : "git";
}
