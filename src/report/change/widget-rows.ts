// The rows of one widget: added, removed, moved, resized, or its fields one by one.

import {
  type FieldChange,
  type FieldStep,
  formatFieldPath,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  ownValue,
  valueAt,
  writeJson,
} from "../../model/index.ts";
import { excerpt, plainText, valueText } from "../text/value-text.ts";
import { conflictValues, isKnownConflict } from "./conflict-values.ts";
import { doneInUi, fieldRow, type Row, type RowStyle, row, type Tone } from "./field-row.ts";
import { type Box, type BoxField, boxField, boxOf, boxSteps, boxText, readBox } from "./widget-box.ts";

/** A field, and the steps of its path below the subject that it is shown under. */
export interface PlacedField {
  field: FieldChange;
  rest: readonly FieldStep[];
}

/** `widget`: from the draft that is sent, if it is there. */
export function widgetRows(
  fields: readonly PlacedField[],
  widget: JsonObject | undefined,
  style: RowStyle,
): Row[] {
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
  const [before, after] = [readBox(field.before), readBox(field.after)];
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
