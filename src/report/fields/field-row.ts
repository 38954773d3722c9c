// One field's change as a row that reads like a review: what happened, from what to what, and who did it.

import { type FieldChange, isObject, type Json } from "../../model/index.ts";
import { type DiffLine, lineDiff } from "../text/line-diff.ts";
import { excerpt, fits, NAME_ROOM, nameText, plainText, stepText, valueText } from "../text/value-text.ts";
import {
  type ConflictStyle,
  conflictDiff,
  conflictLists,
  conflictValues,
  isKnownConflict,
} from "./conflict-values.ts";
import { listStep } from "./list-step.ts";

export type Tone = "added" | "removed" | "changed";

/** All text is escaped and on one line. */
export interface Row {
  label: string;
  text: string;
  tone: Tone;
  diff: DiffLine[];
  /** Who changed it, if not simply Git; else empty. */
  note: string;
}

/** Cells for a value: in a row, and in a line of its own below one. */
export interface Rooms {
  room: number;
  below: number;
}

/** How rows are written: the cells for a value, and whether "unknown" or "live" is said once for all of them instead. */
export interface RowStyle extends Rooms, ConflictStyle {
  quietUnknown: boolean;
  quietLive: boolean;
  /** Those that only give back what was deleted on the platform: an apply makes it again, and discards nothing. */
  remade: ReadonlySet<FieldChange>;
  /** Whether the rows go from the file to what is live, as a pull takes it; else they go from live to what an apply makes of it. */
  toLive: boolean;
}

/** A row about `fields`; `label` is not escaped yet. */
export function row(
  { label, text, tone }: Pick<Row, "label" | "text" | "tone">,
  fields: readonly FieldChange[],
  style: RowStyle,
): Row {
  return { label: nameText(label, NAME_ROOM), text, tone, diff: [], note: noteOf(fields, style) };
}

/** What somebody did in the UI, if the rows are about that; undefined for a value that is on both sides. */
export function doneInUi(
  { before, after, origin }: FieldChange,
  { quietLive, toLive }: RowStyle,
): "added" | "removed" | undefined {
  if (!quietLive || origin !== "live" || (before !== undefined && after !== undefined)) return undefined;
  return (before === undefined) === toLive ? "added" : "removed";
}

/** A field of no special kind: `label  live → applied`, and long text as a line diff. */
export function fieldRow(label: string, field: FieldChange, style: RowStyle): Row {
  const { before, after, names } = field;
  const done = doneInUi(field, style);
  const tone = done ?? (before === undefined ? "added" : after === undefined ? "removed" : "changed");
  const plain = row({ label, text: "", tone }, [field], style);
  if (style.remade.has(field)) return { ...plain, tone: "changed", text: remadeText(after) };
  const list = done || isKnownConflict(field) ? undefined : listStep(before, after, style);
  if (list) return { ...plain, ...list };
  const isLong = [before, after].some((value) => isLongText(value, style.room));
  if (!isLong && isKnownConflict(field))
    return { ...plain, ...(conflictLists(field, style) ?? conflictValues(field, style)) };
  if (isLong || isLongStep(before, after, style.room)) {
    const word = done ? `${done} in the UI` : tone === "changed" ? "" : tone;
    const value = before ?? after;
    const sides = done && {
      before: undefined,
      after: undefined,
      [done === "added" ? "after" : "before"]: value,
    };
    return {
      ...plain,
      text: label === "" || done ? word : "",
      diff: longDiff({ ...field, ...sides }, style),
    };
  }
  if (done) {
    const value = valueText((before ?? after) as Json, style.below - 19);
    return { ...plain, text: `${value}, ${done} in the UI` };
  }
  const text = () => {
    if (names && before !== undefined && after !== undefined)
      return `${namedText(names.before, before)} → ${namedText(names.after, after)}`;
    if (before !== undefined && after !== undefined) return stepText(before, after, style.room);
    if (before !== undefined) return `removed, was ${valueText(before, style.below - 13)}`;
    return after === undefined
      ? field.change
      : `${label === "" ? "added " : ""}${valueText(after, style.below)}`;
  };
  return { ...plain, text: text() };
}

/** Escaped: what people call a report, and its number or key. */
function namedText(name: string | undefined, value: Json): string {
  const key = excerpt(plainText(isObject(value) ? (value.$report ?? value) : value), 0, NAME_ROOM);
  return name === undefined ? key : `${excerpt(name, 0, NAME_ROOM)} (${key})`;
}

/** Escaped; of the key of what is made again. */
function remadeText(after: Json | undefined): string {
  const [what, key] = isObject(after) ? ["the report ", after.$report] : ["", after];
  return `${what}${excerpt(String(key), 0, NAME_ROOM)}, which is made again`;
}

/** From live to what the apply makes of it; of a conflict what each side made of what was there before. */
function longDiff(field: FieldChange, style: RowStyle): DiffLine[] {
  const textOf = (value: Json | undefined) =>
    value === undefined || typeof value === "string" ? value : plainText(value);
  if (isKnownConflict(field)) return conflictDiff(field, style, textOf);
  return lineDiff(textOf(field.before), textOf(field.after), style.below);
}

function isLongText(value: Json | undefined, room: number): boolean {
  return typeof value === "string" && (value.includes("\n") || value.length > room * 2);
}

/** Two strings that do not fit side by side are easier to read one above the other. */
function isLongStep(before: Json | undefined, after: Json | undefined, room: number): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  return !fits(plainText(before), plainText(after), room);
}

function noteOf(fields: readonly FieldChange[], style: RowStyle): string {
  const edits = fields.filter((field) => !style.remade.has(field));
  const origins = new Set(edits.map((field) => field.origin));
  const isBoth = origins.has("both") || (origins.has("git") && origins.has("live"));
  // A rollback has no second side: nobody changed the backup.
  if (isBoth && style.wanted === "Git") return "changed on both sides";
  if (isBoth || origins.has("live")) return style.quietLive ? "" : "discards an edit made in the UI";
  if (origins.has("unknown") && !style.quietUnknown) return "who changed it is unknown";
  return "";
}
