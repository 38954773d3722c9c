// A change's fields, grouped by subject: the workbook, its dashboard, one widget, the layout, one file.

import {
  type Change,
  type FieldChange,
  type FieldStep,
  followsDeletion,
  formatFieldPath,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
  valueAt,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { folderText } from "../text/folder-text.ts";
import { nameText } from "../text/value-text.ts";
import { conflictValues, isKnownConflict, type Wanted } from "./conflict-values.ts";
import { fieldRow, NAME_ROOM, type Rooms, type Row, type RowStyle, row } from "./field-row.ts";
import { type PlacedField, widgetRows } from "./widget-rows.ts";

/** Rows about one subject, which is escaped. */
export interface Section {
  subject: string;
  /** The id of the widget, if they are about one. */
  widget?: string;
  /** What people call that widget, escaped, if it is not its id. */
  name?: string;
  rows: Row[];
}

/** `Churn (widget w1)`: people know widgets by their titles, and files by their ids. Escaped. */
export function subjectText({ subject, name }: Section): string {
  return name === undefined ? subject : `${name} (${subject})`;
}

interface Place {
  /** Reviews read the workbook first, then its widgets, then the rest. */
  rank: number;
  subject: string;
  widget?: string;
  rest: readonly FieldStep[];
}

export interface SectionOptions {
  /** Only edits made outside Git are shown, so no row has to say that it is one. */
  onlyEdits?: boolean;
  /** Of a pull: the rows go from the file to what is live. */
  toLive?: boolean;
  /** Of a rollback: `backup`; Git if absent. */
  wanted?: Wanted | undefined;
}

/**
 * Every row goes from what is live to what an apply makes of it, whoever changed it. Within a rank the
 * order is the plan's.
 */
export function fieldSections(
  change: Change,
  rooms: Rooms,
  { onlyEdits = false, toLive = false, wanted = "Git" }: SectionOptions = {},
): Section[] {
  const style: RowStyle = {
    ...rooms,
    quietUnknown: change.origin === "unknown",
    quietLive: onlyEdits || toLive,
    toLive,
    wanted,
    remade: new Set(change.fields.filter((field) => followsDeletion(change, field))),
  };
  const groups = new Map<string, { place: Place; fields: PlacedField[] }>();
  for (const field of change.fields) {
    const place = findPlace(change, parseFieldPath(field.path));
    const key = writeJson([place.subject, place.widget]);
    const group = groups.get(key) ?? { place, fields: [] };
    group.fields.push({ field, rest: place.rest });
    groups.set(key, group);
  }
  const widgets = draftWidgets(change);
  return [...groups.values()]
    .sort((a, b) => a.place.rank - b.place.rank)
    .map(({ place, fields }) =>
      place.widget === undefined
        ? { subject: nameText(place.subject, NAME_ROOM), rows: fields.map((item) => plainRow(item, style)) }
        : {
            subject: `widget ${nameText(place.widget, NAME_ROOM)}`,
            widget: place.widget,
            ...named(place.widget, fields),
            rows: widgetRows(fields, widgets.get(place.widget), style),
          },
    );
}

function named(widget: string, fields: readonly PlacedField[]): { name?: string } {
  const label = fields.find(({ field }) => field.label !== undefined)?.field.label;
  return label === undefined || label === widget ? {} : { name: nameText(label, NAME_ROOM) };
}

function findPlace(change: Change, steps: readonly FieldStep[]): Place {
  const [first, second, third, ...more] = steps;
  if (keyOf(first) !== "dashboard") return { rank: 0, subject: change.kind, rest: steps };
  if (third && "widget" in third) return { rank: 2, subject: "widget", widget: third.widget, rest: more };
  const field = keyOf(second);
  if (field === "widgets" && !third) return { rank: 3, subject: "widgets", rest: [] };
  if (field === "app" && keyOf(third) === "files" && more.length === 1) {
    return { rank: 5, subject: `file ${keyOf(more[0]) ?? ""}`, rest: [] };
  }
  if (field === "layout" || field === "theme" || field === "settings" || field === "app") {
    return { rank: 4, subject: field, rest: steps.slice(2) };
  }
  return { rank: 1, subject: "dashboard", rest: steps.slice(1) };
}

function plainRow({ field, rest }: PlacedField, style: RowStyle): Row {
  const label = formatFieldPath(rest);
  if (field.change === "reordered") return reorderedRow(field, label, style);
  const write = label === "folder" ? folderText : label === "workbook" ? homeText : undefined;
  // Which fields are made again is known by the fields themselves, not by copies.
  if (!write || style.remade.has(field)) return fieldRow(label, field, style);
  const { before, after, base } = field;
  const [from, to, last] = [before, after, base ?? undefined].map((value) =>
    value === undefined ? undefined : write(value),
  );
  const sides = { before: from, after: to, ...(last !== undefined && { base: last }) };
  return fieldRow(label, { ...field, ...sides }, style);
}

/** The workbook of a report: its slug, or its id if it has none. */
function homeText(value: Json): Json {
  return isObject(value) && typeof value.id === "number" ? `id ${value.id}` : value;
}

function reorderedRow(field: FieldChange, label: string, style: RowStyle): Row {
  if (isKnownConflict(field)) {
    const values = conflictValues(field, style, (value) => ids(value).join(", "));
    return { ...row({ label: label || "reordered", text: "", tone: "changed" }, [field], style), ...values };
  }
  const moves = widgetMoves(ids(field.before), ids(field.after));
  const name = (id: string) => nameText(id, Math.max(12, Math.min(30, style.room / 2 - 6)));
  const shown = moves.slice(0, 3).map(({ id, before }) => {
    return `${name(id)} now ${before === undefined ? "last" : `before ${name(before)}`}`;
  });
  if (moves.length > shown.length) shown.push(`${moves.length - shown.length} more`);
  const text = shown.join(", ") || "reordered";
  return row({ label: label || "reordered", text, tone: "changed" }, [field], style);
}

function ids(value: FieldChange["before"]): string[] {
  const items = Array.isArray(value) ? value : [];
  return items.map((item) => (typeof item === "string" ? item : writeJson(item)));
}

/** The widgets of the draft that is sent, by id. */
export function draftWidgets(change: Change): Map<string, JsonObject> {
  const byId = new Map<string, JsonObject>();
  for (const widget of widgetsOf(valueAt(change.request, ["meta", "dashboardDraft"]))) {
    if (isObject(widget) && typeof widget.id === "string" && !byId.has(widget.id))
      byId.set(widget.id, widget);
  }
  return byId;
}

// The moves within a list of widget ids, as few as possible.

/** An id that moved: now right before `before`, or at the end. */
interface Move {
  id: string;
  before?: string;
}

/** The fewest moves that turn the order `from` into `to`; ids that only one of them holds are shown elsewhere. */
function widgetMoves(from: readonly string[], to: readonly string[]): Move[] {
  const oldPlace = new Map(from.map((id, index) => [id, index]));
  const kept = new Set(to);
  const common = to.filter((id) => oldPlace.has(id) && kept.delete(id));
  const still = longestRising(common.map((id) => oldPlace.get(id) ?? 0));
  const moves: Move[] = [];
  let next: string | undefined;
  for (let index = common.length - 1; index >= 0; index--) {
    const id = common[index] ?? "";
    if (!still.has(index)) moves.unshift(next === undefined ? { id } : { id, before: next });
    next = id;
  }
  return moves;
}

/** The indexes of one longest rising subsequence (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at);
  return found;
}
