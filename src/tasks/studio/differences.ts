// How a board of the files differs from the live one, in words of people: widgets by their titles.

import {
  type Change,
  type FieldChange,
  followsDeletion,
  nameSome,
  type Origin,
  parseFieldPath,
} from "../../model/index.ts";
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
  const add = (widget: string | null, word: string, text: string) => {
    const origin = origins.get(widget ?? "") ?? "git";
    const takes = origin === "ui" ? "alone" : origin === "both" ? "together" : null;
    found.push({ widget, word, text, origin, takes });
  };
  const addOnly = (widget: WidgetView, words: typeof ONLY_LIVE) => {
    const [word, text] = words[origins.get(widget.id) ?? "git"];
    add(widget.id, word, `${nameOf(widget)} ${text}`);
  };
  if (file.title !== live.title)
    add(null, "retitled", `The dashboard is called “${live.title}”. The file says “${file.title}”.`);
  const there = new Map(live.widgets.map((one) => [one.id, one]));
  for (const widget of file.widgets) {
    const other = there.get(widget.id);
    if (other) compareWidget(widget, other, (word, text) => add(widget.id, word, text));
    else addOnly(widget, ONLY_IN_FILE);
  }
  const ids = new Set(file.widgets.map(({ id }) => id));
  for (const widget of live.widgets) if (!ids.has(widget.id)) addOnly(widget, ONLY_LIVE);
  const told = new Set(found.map(({ widget }) => widget));
  for (const [id, origin] of origins) {
    const widget = file.widgets.find((one) => one.id === id) ?? there.get(id);
    if (!told.has(id) && widget) add(id, "edited", `${nameOf(widget)} ${EDITED[origin]}.`);
  }
  for (const { change: report, widgets } of ofReports)
    for (const widget of file.widgets)
      if (widgets.includes(widget.id)) found.push(...reportDifferences(widget, report));
  const own = editsOf(change).filter(({ path }) => path !== "name" && widgetIn(path) === undefined);
  if (own.length > 0) {
    const what = own.map(({ path }) => OWN_NAMES[path] ?? path.replace(/^dashboard\./, ""));
    add(null, "edited", `The dashboard itself ${EDITED[origins.get("") ?? "git"]}: ${nameSome(what)}.`);
  }
  return found;
}

function reportDifferences(widget: WidgetView, change: Change): Difference[] {
  const { action, title, reason } = change;
  const origin = sideOf(change.origin);
  const absent = reason?.code === "deleted" ? "was deleted on the platform" : "is not live";
  const edits = editsOf(change).map(({ path }) => path.replace(/^(query|sqlQuery|pivotItems)\b.*/s, "$1"));
  if (action !== "create" && edits.length === 0) return [];
  const said = action === "create" ? absent : `${EDITED[origin]}: ${nameSome([...new Set(edits)])}`;
  const text = `The report “${title}” of ${nameOf(widget)} ${said}.`;
  // A pull of one widget leaves its report as it is.
  const takes = action !== "create" && (origin === "ui" || origin === "both") ? "together" : null;
  return [{ widget: widget.id, word: "edited", text, origin, takes }];
}

/** What follows from a deletion is no edit. */
const editsOf = (change: Change | undefined): FieldChange[] =>
  change?.fields.filter((field) => !followsDeletion(change, field)) ?? [];

/** What a pull takes, or asks whether to take. */
export const takenFields = (change: Change): FieldChange[] =>
  editsOf(change).filter(({ origin }) => origin !== "git");

type Side = Difference["origin"];

const EDITED: Record<Side, string> = {
  git: "was edited in the file",
  ui: "was edited in the UI",
  both: "was edited in the UI and in the file",
  unknown: "is another one live",
};

const REMOVED = ["removed", "was removed. The file has it."] as const;
const ONLY_IN_FILE: Record<Side, readonly [word: string, text: string]> = {
  git: ["new", "is new in the file. Not live yet."],
  ui: REMOVED,
  both: REMOVED,
  unknown: ["new", "is only in the file."],
};

const ADDED = ["new", "was added. Not in the file."] as const;
const ONLY_LIVE: typeof ONLY_IN_FILE = {
  git: ["removed", "is gone from the file. It is still live."],
  ui: ADDED,
  both: ADDED,
  unknown: ["removed", "is only live."],
};

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
    const own = file.boxes[breakpoint];
    const other = live.boxes[breakpoint];
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
  const text = textOf(file);
  const other = textOf(live);
  if (text !== other) add("edited", `The text of ${name} is another one live.`);
}

const sizeOf = ({ w, h }: Box) => `${w} × ${h}`;
const textOf = ({ drawing }: WidgetView) => (drawing.kind === "text" ? drawing.markdown : "");

const nameOf = ({ title, drawing, label }: WidgetView) =>
  drawing.kind === "text" && !title ? `“${label}”` : label;

/** Widget → who changed it; "" is the dashboard itself. */
function originsOf(change: Change | undefined): Map<string, Side> {
  const found = new Map<string, Side>();
  for (const { path, origin } of editsOf(change)) {
    const id = widgetIn(path) ?? "";
    const now = sideOf(origin);
    const before = found.get(id);
    found.set(id, before === undefined || before === now ? now : "both");
  }
  return found;
}

const sideOf = (origin: Origin): Side => (origin === "live" ? "ui" : origin);
