// How a board of the files differs from the live one, in words of people: widgets by their titles, each with its values on every side.

import { Document, visit } from "yaml";
import {
  type Change,
  type FieldChange,
  followsDeletion,
  formatFieldPath,
  type Json,
  nameSome,
  type Origin,
  type Path,
  parseFieldPath,
  type ResolvedReport,
  type Span,
} from "../../model/index.ts";
import type { BoardView, Box, ComparedField, Difference, WidgetView } from "./protocol.ts";
import { type Known, type Reading, sourceAt } from "./read-files.ts";
import { indexOf } from "./sharers.ts";

type Sides = Pick<BoardView, "widgets" | "title">;

/** Of a report, with the widgets that draw it. */
export interface ReportChange {
  report: ResolvedReport;
  change: Change;
  widgets: readonly string[];
}

/** What one sentence is about. */
interface About {
  widget: string | null;
  word: string;
  text: string;
  fields: readonly FieldChange[];
}

export function differencesOf(
  reading: Reading,
  { workbook }: Known,
  {
    file,
    live,
    change,
    ofReports,
  }: { file: Sides; live: Sides; change: Change | undefined; ofReports: readonly ReportChange[] },
): Difference[] {
  const edits = editsOf(change);
  const ofWidget = (id: string | undefined) => edits.filter(({ path }) => widgetIn(path) === id);
  const found: Difference[] = [];
  const add = ({ widget, word, text, fields }: About) => {
    const all = ofWidget(widget ?? undefined);
    const origin = sumOf(fields.length > 0 ? fields : all);
    const isDecided = all.every((field) => field.origin === "git" || field.origin === "live");
    const takes =
      origin === "ui" && isDecided ? "alone" : origin === "ui" || origin === "both" ? "together" : null;
    found.push({
      ...{ widget, word, text, origin, takes },
      fields: fields.map((field) => comparedField(reading, field, placeIn(workbook, field.path))),
    });
  };
  const there = new Map(live.widgets.map((one) => [one.id, one]));
  const ofBoard = ofWidget(undefined);
  if (file.title !== live.title)
    add({
      widget: null,
      word: "retitled",
      text: `The dashboard is called “${live.title}”. The file says “${file.title}”.`,
      fields: ofBoard.filter(({ path }) => path === "name"),
    });
  for (const widget of file.widgets) {
    const other = there.get(widget.id);
    const fields = ofWidget(widget.id);
    if (other) compareWidget(widget, other, fields, add);
    else addWhole(widget, ONLY_IN_FILE, fields, add);
  }
  const ids = new Set(file.widgets.map(({ id }) => id));
  for (const widget of live.widgets)
    if (!ids.has(widget.id)) addWhole(widget, ONLY_LIVE, ofWidget(widget.id), add);
  for (const { report, change, widgets } of ofReports)
    for (const widget of file.widgets)
      if (widgets.includes(widget.id)) found.push(...reportDifferences(reading, report, change, widget));
  const own = ofBoard.filter(({ path }) => path !== "name");
  if (own.length > 0) {
    const what = own.map(({ path }) => OWN_NAMES[path] ?? path.replace(/^dashboard\./, ""));
    const text = `The dashboard itself ${EDITED[sumOf(own)]}: ${nameSome(what)}.`;
    add({ widget: null, word: "edited", text, fields: own });
  }
  return found;
}

function reportDifferences(
  reading: Reading,
  { locate }: ResolvedReport,
  change: Change,
  widget: WidgetView,
): Difference[] {
  const { action, title, reason } = change;
  const origin = sideOf(change.origin);
  const absent = reason?.code === "deleted" ? "was deleted on the platform" : "is not live";
  const fields = editsOf(change);
  if (action !== "create" && fields.length === 0) return [];
  const names = fields.map(({ path }) => path.replace(/^(query|sqlQuery|pivotItems)\b.*/s, "$1"));
  const said = action === "create" ? absent : `${EDITED[origin]}: ${nameSome([...new Set(names)])}`;
  const text = `The report “${title}” of ${nameOf(widget)} ${said}.`;
  // A pull of one widget leaves its report as it is.
  const takes = action !== "create" && (origin === "ui" || origin === "both") ? "together" : null;
  const compared = fields.map((field) => comparedField(reading, field, locate(keysOf(field.path))));
  return [{ widget: widget.id, word: "edited", text, origin, takes, fields: compared }];
}

// The values of a difference.

/** Of one value. */
const MOST_LINES = 40;

function comparedField(reading: Reading, field: FieldChange, at: Span | null): ComparedField {
  const { path, before, after, base, origin } = field;
  // Where live did not move, it is what was applied.
  const applied = base !== undefined ? base : origin === "git" ? (before ?? null) : undefined;
  return {
    path: innerPath(path),
    ...(applied !== undefined && { applied: yamlOf(applied ?? undefined) }),
    declared: yamlOf(after),
    live: yamlOf(before),
    source: after === undefined || !at ? null : sourceAt(reading, at, MOST_LINES),
  };
}

function yamlOf(value: Json | undefined): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return value;
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Collection(_key, node, ancestors) {
      // Each entry of the outermost map is a line.
      node.flow = ancestors.length > 1 || Array.isArray(value);
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

/** Null for what the files say nothing of. */
function placeIn(workbook: Known["workbook"], path: string): Span | null {
  const id = widgetIn(path);
  const keys = [...keysOf(path)];
  if (id !== undefined) {
    const index = indexOf(workbook, id);
    if (index < 0) return null;
    keys[2] = index;
  }
  return workbook.locate(keys);
}

/** Within the widget or the dashboard; empty for a widget itself. */
function innerPath(path: string): string {
  const steps = parseFieldPath(path);
  const isWidget = widgetIn(path) !== undefined;
  return formatFieldPath(isWidget ? steps.slice(3) : path.startsWith("dashboard.") ? steps.slice(1) : steps);
}

const keysOf = (path: string): Path =>
  parseFieldPath(path).map((step) => ("key" in step ? step.key : "index" in step ? step.index : step.widget));

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

function addWhole(
  widget: WidgetView,
  words: typeof ONLY_LIVE,
  fields: readonly FieldChange[],
  add: (about: About) => void,
): void {
  const [word, text] = words[sumOf(fields)];
  add({ widget: widget.id, word, text: `${nameOf(widget)} ${text}`, fields });
}

/** A sentence for its title, each of its places and its text, and one for all else that was edited. */
function compareWidget(
  file: WidgetView,
  live: WidgetView,
  fields: readonly FieldChange[],
  addDifference: (about: About) => void,
): void {
  const name = nameOf(file);
  const rest = new Set(fields);
  const add = (word: string, text: string, prefix: string) => {
    const own = [...rest].filter(
      ({ path }) => prefix === "" || `${innerPath(path)}.`.startsWith(`${prefix}.`),
    );
    for (const field of own) rest.delete(field);
    addDifference({ widget: file.id, word, text, fields: own });
  };
  if (file.title !== live.title)
    add(
      "retitled",
      `${name} is called “${live.title ?? ""}”. The file says “${file.title ?? ""}”.`,
      "config.title",
    );
  for (const breakpoint of new Set([...Object.keys(file.boxes), ...Object.keys(live.boxes)])) {
    const own = file.boxes[breakpoint];
    const other = live.boxes[breakpoint];
    const isDefault = breakpoint === "default";
    const on = isDefault ? "" : ` on ${breakpoint}`;
    const prefix = isDefault ? "position" : `responsiveLayouts.${breakpoint}`;
    if (!own || !other)
      add("moved", `${name} has a position${on} only ${own ? "in the file" : "live"}.`, prefix);
    else if (own.w !== other.w || own.h !== other.h)
      add("resized", `${name} is ${sizeOf(own)} in the file${on}. Live has ${sizeOf(other)}.`, prefix);
    else if (own.x !== other.x || own.y !== other.y)
      add(
        "moved",
        `${name} is at ${own.x}, ${own.y} in the file${on}. Live has it at ${other.x}, ${other.y}.`,
        prefix,
      );
  }
  if (textOf(file) !== textOf(live))
    add("edited", `The text of ${name} is another one live.`, "config.markdown");
  if (rest.size === 0) return;
  const what = nameSome([...rest].map(({ path }) => innerPath(path)));
  add("edited", `${name} ${EDITED[sumOf([...rest])]}: ${what}.`, "");
}

const sizeOf = ({ w, h }: Box) => `${w} × ${h}`;
const textOf = ({ drawing }: WidgetView) => (drawing.kind === "text" ? drawing.markdown : "");

const nameOf = ({ title, drawing, label }: WidgetView) =>
  drawing.kind === "text" && !title ? `“${label}”` : label;

/** Who changed them; what nobody is known to have changed is pending. */
function sumOf(fields: readonly FieldChange[]): Side {
  const [side = "git", ...others] = new Set(fields.map(({ origin }) => sideOf(origin)));
  return others.length > 0 ? "both" : side;
}

const sideOf = (origin: Origin): Side => (origin === "live" ? "ui" : origin);
