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
  ownValue,
  parseFieldPath,
  valueAt,
  widgetsOf,
  writeJson,
} from "../../model/index.ts";
import { listNames } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { excerpt, NAME_ROOM, nameText, plainText, valueText } from "../text/value-text.ts";
import { conflictValues, isKnownConflict, type Wanted } from "./conflict-values.ts";
import { doneInUi, fieldRow, type Rooms, type Row, type RowStyle, row, type Tone } from "./field-row.ts";
import { type Box, type BoxField, boxField, boxOf, boxSteps, boxText, readBox } from "./widget-box.ts";

// The rows of one widget: added, removed, moved, resized, or its fields one by one.

/** A field, and the steps of its path below the subject that it is shown under. */
interface PlacedField {
  field: FieldChange;
  rest: readonly FieldStep[];
}

/** `widget`: from the draft that is sent, if it is there. */
function widgetRows(fields: readonly PlacedField[], widget: JsonObject | undefined, style: RowStyle): Row[] {
  const whole: Row[] = [];
  const boxes = new Map<string, { at: BoxField; field: FieldChange }[]>();
  const others: Row[] = [];
  for (const { field, rest } of fields.flatMap(eachBreakpoint)) {
    const at = boxField(rest);
    if (rest.length === 0) whole.push(wholeRow(field, style));
    else if (at) boxes.set(at.breakpoint ?? "", [...(boxes.get(at.breakpoint ?? "") ?? []), { at, field }]);
    else others.push(fieldRow(widgetLabel(rest), field, style));
  }
  const moved = [...boxes.values()].flatMap((group) => boxRows(group, widget, style));
  return [...whole, ...moved, ...others];
}

/** Responsive layouts that are added or removed as a whole, one by one: as positions, not as JSON. */
function eachBreakpoint({ field, rest }: PlacedField): PlacedField[] {
  const [first, ...more] = rest;
  const value = field.before ?? field.after;
  const isWhole = field.before === undefined || field.after === undefined;
  if (!first || keyOf(first) !== "responsiveLayouts" || more.length > 0) return [{ field, rest }];
  if (!isWhole || !isObject(value) || !Object.values(value).every(readBox)) return [{ field, rest }];
  return Object.entries(value).map(([breakpoint, box]) => {
    const side = field.before === undefined ? { after: box } : { before: box };
    return { field: { ...field, ...side }, rest: [first, { key: breakpoint }] };
  });
}

function wholeRow(field: FieldChange, style: RowStyle): Row {
  const { before, after } = field;
  if (before !== undefined && after !== undefined) return fieldRow("", field, style);
  const done = doneInUi(field, style);
  // The three values of a conflict are not turned round for a pull: their sides have names.
  const isAdded = (after !== undefined) !== (style.toLive && isKnownConflict(field));
  const tone = done ?? (isAdded ? "added" : "removed");
  const widget = after ?? before;
  const text = widget === undefined ? "" : widgetText(widget, style);
  // Deleted outside Git: it is not new to anybody.
  const isBack = field.origin === "live" && before === undefined && !style.toLive;
  const label = done ? `${done} in the UI` : isBack ? "put back" : tone;
  const whole = row({ label, text, tone }, [field], style);
  return { ...whole, note: removedAndEdited(field, style) ?? whole.note };
}

/** How many of the fields that one side edited are named. */
const MAX_EDITED = 3;

/** Who removed a widget that the other side edited, and what that was; undefined for any other field. */
function removedAndEdited(
  { before, after, base, origin }: FieldChange,
  { wanted }: RowStyle,
): string | undefined {
  const widget = before ?? after;
  if (origin !== "both" || !isObject(base) || !isObject(widget)) return undefined;
  const edited = [...new Set(editedFields([], base, widget))];
  const more = edited.length > MAX_EDITED ? ` and ${edited.length - MAX_EDITED} more` : "";
  const named = edited.slice(0, MAX_EDITED).map((name) => excerpt(name, 0, 30));
  const what = edited.length === 0 ? "" : `: ${named.join(", ")}${more}`;
  if (wanted === "backup")
    return after === undefined ? `not in the backup, edited live${what}` : `removed live, put back${what}`;
  return after === undefined ? `removed in Git, edited live${what}` : `removed live, edited in Git${what}`;
}

/** The labels of what differs, at any depth. */
function editedFields(path: readonly string[], from: Json | undefined, to: Json | undefined): string[] {
  if (!isObject(from) || !isObject(to)) {
    const isSame = writeJson(from ?? null) === writeJson(to ?? null);
    return isSame ? [] : [widgetLabel(path.map((key) => ({ key })))];
  }
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
    editedFields([...path, key], ownValue(from, key), ownValue(to, key)),
  );
}

/** A widget that holds more than its type, place and title show says how much, so that nobody takes them for all of it. */
const LARGE = 400;

function sizeText(widget: JsonObject): string {
  const size = plainText(widget).length;
  return size > LARGE ? `(${size} characters)` : "";
}

/** `CHART 4×3 at 0,4 "Churn"`, parts that the widget does not have are left out. */
function widgetText(widget: Json, style: RowStyle): string {
  if (!isObject(widget)) return valueText(widget, style.room);
  const box = boxOf(widget, undefined);
  const parts = [
    typeof widget.type === "string" ? excerpt(widget.type, 0, 20) : "",
    box ? boxText(box) : "",
    titleOf(widget, style.room - 30),
    sizeText(widget),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function titleOf(widget: JsonObject, room: number): string {
  const title = valueAt(widget, ["config", "title"]);
  return typeof title === "string" && title !== "" ? `“${excerpt(title, 0, Math.max(10, room))}”` : "";
}

function boxRows(
  group: readonly { at: BoxField; field: FieldChange }[],
  widget: JsonObject | undefined,
  style: RowStyle,
): Row[] {
  const breakpoint = group[0]?.at.breakpoint;
  const labelled = (label: string) => (breakpoint === undefined ? label : `${breakpoint} ${label}`);
  const whole = group.filter(({ at }) => !at.side).map(({ field }) => wholeBoxRow(labelled, field, style));
  const sides = group.flatMap(({ at: { side }, field }) => (side ? [{ side, field }] : []));
  const after = boxOf(widget, breakpoint);
  const steps = boxSteps(sides, { after, wanted: style.wanted })?.map(({ label, text, fields }) =>
    row({ label: labelled(label), text, tone: "changed" }, fields, style),
  );
  return [...whole, ...(steps ?? sides.map(({ side, field }) => fieldRow(labelled(side), field, style)))];
}

function wholeBoxRow(labelled: (label: string) => string, field: FieldChange, style: RowStyle): Row {
  const before = readBox(field.before);
  const after = readBox(field.after);
  const boxRow = (label: string, text: string, tone: Tone) =>
    row({ label: labelled(label), text, tone }, [field], style);
  if (isKnownConflict(field) && [field.before, field.after, field.base ?? undefined].every(isBoxOrAbsent)) {
    const write = (value: Json) => boxText(readBox(value) as Box);
    return { ...boxRow("place", "", "changed"), ...conflictValues(field, style, write) };
  }
  const done = doneInUi(field, style);
  const only = before ?? after;
  if (done && only) return boxRow("place", `${boxText(only)}, ${done} in the UI`, done);
  if (after && field.before === undefined) return boxRow("placed", boxText(after), "added");
  if (before && field.after === undefined)
    return boxRow("place", `removed, was ${boxText(before)}`, "removed");
  if (before && after) return boxRow("moved", `${boxText(before)} → ${boxText(after)}`, "changed");
  return fieldRow(labelled("position"), field, style);
}

function isBoxOrAbsent(value: Json | undefined): boolean {
  return value === undefined || readBox(value) !== undefined;
}

/** `title` for `config.title`: a widget's own settings need no prefix. */
function widgetLabel(rest: readonly FieldStep[]): string {
  const [first, ...more] = rest;
  const inConfig = keyOf(first) === "config" && more.length > 0;
  return formatFieldPath(inConfig ? more : rest);
}

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
  /** Whether widgets that move alike are shown each on its own. */
  detailed?: boolean | undefined;
}

/**
 * Every row goes from what is live to what an apply makes of it, whoever changed it. Within a rank the
 * order is the plan's.
 */
export function fieldSections(
  change: Change,
  rooms: Rooms,
  { onlyEdits = false, toLive = false, wanted = "Git", detailed = false }: SectionOptions = {},
): Section[] {
  const style: RowStyle = {
    ...rooms,
    quietUnknown: change.origin === "unknown",
    quietLive: onlyEdits || toLive,
    toLive,
    wanted,
    remade: new Set(change.fields.filter((field) => followsDeletion(change, field))),
  };
  const groups = new Map<string, PlacedFields>();
  for (const field of change.fields) {
    const place = findPlace(change, parseFieldPath(field.path));
    const key = writeJson([place.subject, place.widget]);
    const group = groups.get(key) ?? { place, fields: [] };
    group.fields.push({ field, rest: place.rest });
    groups.set(key, group);
  }
  const widgets = draftWidgets(change);
  const moved = detailed ? new Map<PlacedFields, PlacedFields[]>() : movedAlike([...groups.values()]);
  return [...groups.values()]
    .sort((a, b) => a.place.rank - b.place.rank)
    .flatMap((group): Section[] => {
      const { place, fields } = group;
      const alike = moved.get(group);
      if (alike) return alike[0] === group ? [movedSection(alike, style)] : [];
      if (place.widget === undefined)
        return [
          { subject: nameText(place.subject, NAME_ROOM), rows: fields.map((item) => plainRow(item, style)) },
        ];
      return [
        {
          subject: `widget ${nameText(place.widget, NAME_ROOM)}`,
          widget: place.widget,
          ...named(place.widget, fields),
          rows: widgetRows(fields, widgets.get(place.widget), style),
        },
      ];
    });
}

/** All that changes in one place. */
interface PlacedFields {
  place: Place;
  fields: PlacedField[];
}

/** Fewer widgets that move alike are shown each with its place. */
const ALIKE = 4;

/** The widgets that do nothing but move, by each of them, with those that move by as much: a tile above them came or went. */
function movedAlike(groups: readonly PlacedFields[]): Map<PlacedFields, PlacedFields[]> {
  const byStep = new Map<string, PlacedFields[]>();
  for (const group of groups) {
    const step = group.place.widget === undefined ? undefined : stepOf(group.fields);
    if (step === undefined) continue;
    const key = writeJson([step, group.fields.map(({ field }) => field.origin)]);
    byStep.set(key, [...(byStep.get(key) ?? []), group]);
  }
  const alike = [...byStep.values()].filter(({ length }) => length >= ALIKE);
  return new Map(alike.flatMap((all) => all.map((group) => [group, all] as const)));
}

/** `right by 6, down by 2`; undefined for anything but a move of the default layout that one side made. */
function stepOf(fields: readonly PlacedField[]): string | undefined {
  const steps = fields.map(({ field: { before, after, origin }, rest }) => {
    const { breakpoint, side } = boxField(rest) ?? {};
    const isMove = breakpoint === undefined && (side === "x" || side === "y") && origin !== "both";
    if (!isMove || typeof before !== "number" || typeof after !== "number") return undefined;
    const [less, more] = side === "x" ? ["left", "right"] : ["up", "down"];
    return `${after < before ? less : more} by ${Math.abs(after - before)}`;
  });
  return steps.length === 0 || steps.includes(undefined) ? undefined : steps.join(", ");
}

function movedSection(groups: readonly PlacedFields[], style: RowStyle): Section {
  const fields = groups.flatMap(({ fields }) => fields.map(({ field }) => field));
  const names = groups.map(({ place: { widget = "" }, fields: own }) =>
    nameText(named(widget, own).name ?? widget, 30),
  );
  const text = `${stepOf(groups[0]?.fields ?? [])}: ${listNames(names, Math.max(30, style.below - 20))}`;
  return {
    subject: `${groups.length} widgets`,
    rows: [row({ label: "moved", text, tone: "changed" }, fields, style)],
  };
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
  const written = (value: Json | undefined) => (value === undefined ? undefined : write(value));
  const last = written(base ?? undefined);
  const sides = { before: written(before), after: written(after), ...(last !== undefined && { base: last }) };
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
    let low = 0;
    let high = ends.length;
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
