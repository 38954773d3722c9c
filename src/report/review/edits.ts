// The fields of a change sorted by what they do to a dashboard: what comes and goes, what moves, what is called or drawn otherwise.

import {
  type Change,
  type FieldChange,
  formatFieldPath,
  type Json,
  type JsonObject,
  keyOf,
  parseFieldPath,
} from "../../model/index.ts";
import { draftWidgets } from "../change/field-sections.ts";
import { type Box, boxField, boxOf, type Side } from "../change/widget-box.ts";
import { folderText } from "../text/folder-text.ts";
import { countLines } from "../text/line-diff.ts";

/** A widget whose place changes. */
export interface MovedWidget {
  name: string;
  /** Of the default layout, from and to; only the sides that change. */
  steps: Map<Side, readonly [from: number, to: number]>;
  /** Where it is in the draft, if that can be read. */
  box: Box | undefined;
}

/** The one field of a widget that is no place, title or text, where both values are short. */
export interface Setting {
  name: string;
  key: string;
  before: string;
  after: string;
}

export interface Edits {
  renamed: boolean;
  /** Where to; undefined if it stays. */
  folder: string | undefined;
  added: string[];
  removed: string[];
  moved: MovedWidget[];
  /** Numbers of widgets. */
  titles: number;
  /** Charts that draw another report, and what that is called, if it is known. */
  redrawn: { name: string; report: string | undefined }[];
  /** Widgets that are of another type now. */
  retyped: { name: string; type: string }[];
  /** Of all texts; undefined if none changes. */
  lines: { added: number; removed: number } | undefined;
  /** Widgets that are changed in any other way, by their kind. */
  widgets: Map<string, number>;
  /** Default values of filters, which change every figure below; only those that are short on both sides. */
  defaults: Setting[];
  /** Undefined unless it is all that `widgets` counts. */
  setting: Setting | undefined;
  /** Other parts of the dashboard, by name. */
  parts: Set<string>;
}

/** A map, because a key of a dashboard may be called `constructor`. */
const PART_NAMES: ReadonlyMap<string, string> = new Map([
  ["layout", "grid"],
  ["title", "dashboard title"],
  ["settings", "dashboard settings"],
  ["widgets", "order of widgets"],
]);

const DEFAULTS: ReadonlySet<string> = new Set(["defaultValue", "defaultValues"]);

/** What `fields` of a change come to. */
export function sortEdits(change: Change, fields: readonly FieldChange[]): Edits {
  const titled = new Set<string>();
  const moved = new Map<string, MovedWidget>();
  const others = new Map<string, string>();
  const settings: (Setting | undefined)[] = [];
  const edits: Edits = {
    renamed: false,
    folder: undefined,
    ...{ added: [], removed: [], moved: [], titles: 0, redrawn: [], retyped: [] },
    lines: undefined,
    widgets: new Map(),
    defaults: [],
    setting: undefined,
    parts: new Set(),
  };
  const draft = draftWidgets(change);
  for (const field of fields) {
    const { path, label, before, after } = field;
    const [first, second, third, ...rest] = parseFieldPath(path);
    if (third && "widget" in third && keyOf(first) === "dashboard") {
      const { widget: id } = third;
      const name = label ?? id;
      const key = keyOf(rest[1]);
      const inConfig = keyOf(rest[0]) === "config" && rest.length === 2;
      // The project may name other keys whose values are reports.
      const isReport = field.names !== undefined || (inConfig && key === "reportId");
      if (rest.length === 0 && before === undefined) edits.added.push(name);
      else if (rest.length === 0 && after === undefined) edits.removed.push(name);
      else if (boxField(rest) || keyOf(rest[0]) === "responsiveLayouts") {
        const one = moved.get(id) ?? { name, steps: new Map(), box: boxOf(draft.get(id), undefined) };
        const at = boxField(rest);
        if (at?.side && at.breakpoint === undefined) one.steps.set(at.side, [Number(before), Number(after)]);
        moved.set(id, one);
      } else if (inConfig && key === "title") titled.add(id);
      else if (isReport && before !== undefined && after !== undefined)
        edits.redrawn.push({ name, report: field.names?.after });
      else if (keyOf(rest[0]) === "type" && rest.length === 1 && typeof after === "string")
        edits.retyped.push({ name, type: kindOf({ type: after }) });
      else if (inConfig && key === "markdown" && typeof (after ?? before) === "string") {
        const { added, removed } = countLines(textOf(before), textOf(after));
        const sum = edits.lines ?? { added: 0, removed: 0 };
        edits.lines = { added: sum.added + added, removed: sum.removed + removed };
      } else {
        const setting = settingOf(name, formatFieldPath(inConfig ? rest.slice(1) : rest), field);
        if (setting && inConfig && key !== undefined && DEFAULTS.has(key)) edits.defaults.push(setting);
        else {
          others.set(id, kindOf(draft.get(id)));
          settings.push(setting);
        }
      }
    } else if (keyOf(first) === "name") edits.renamed = true;
    else if (keyOf(first) === "folder")
      edits.folder = after === undefined || after === null ? "" : folderText(after);
    else {
      const part = keyOf(second ?? first) ?? path;
      edits.parts.add((keyOf(first) === "dashboard" ? PART_NAMES.get(part) : undefined) ?? part);
    }
  }
  for (const type of others.values()) edits.widgets.set(type, (edits.widgets.get(type) ?? 0) + 1);
  const setting = settings.length === 1 ? settings[0] : undefined;
  return { ...edits, moved: [...moved.values()], titles: titled.size, setting };
}

/** A text without its last line end, and none at all where it is empty: the end of a line is no line. */
function textOf(value: FieldChange["before"]): string | undefined {
  return typeof value === "string" && value !== "" ? `${value.replace(/\n$/, "")}\n` : undefined;
}

/** Characters of a value that a row says. */
const SHORT = 40;

function settingOf(name: string, key: string, { before, after }: FieldChange): Setting | undefined {
  const [from, to] = [shortText(before), shortText(after)];
  return from === undefined || to === undefined ? undefined : { name, key, before: from, after: to };
}

/** A plain value, or a list of one. */
function shortText(value: Json | undefined): string | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (only === undefined || only === null || typeof only === "object") return undefined;
  const text = String(only);
  return text !== "" && text.length <= SHORT && !text.includes("\n") ? text : undefined;
}

/** Plain words for the types that people know. */
function kindOf(widget: JsonObject | undefined): string {
  const type = widget?.type;
  return typeof type === "string" && /^[A-Z]{3,12}$/.test(type) ? type.toLowerCase() : "widget";
}

/** `wider`, `moved and shorter`. */
export function howMoved(one: MovedWidget): string {
  const size = howResized(one);
  if (size === undefined) return one.steps.size > 0 ? "moved" : "rearranged on small screens";
  return hasShifted(one) ? `moved, ${size}` : size;
}

/** Undefined if it keeps its size. */
export function howResized({ steps }: MovedWidget): string | undefined {
  const [wide, high] = [steps.get("w"), steps.get("h")];
  if (wide && high) return "resized";
  if (wide) return wide[1] > wide[0] ? "wider" : "narrower";
  return high && (high[1] > high[0] ? "taller" : "shorter");
}

/** Whether it is elsewhere, and not only wider or narrower by its left or upper edge. */
function hasShifted({ steps }: MovedWidget): boolean {
  return (
    [
      ["x", "w"],
      ["y", "h"],
    ] as const
  ).some(([at, size]) => {
    const [place, length] = [steps.get(at), steps.get(size)];
    if (!place) return false;
    return !length || place[0] + length[0] !== place[1] + length[1];
  });
}

/** The pairs of widgets each of which is now where the other was, whatever their sizes. */
export function swappedPairs(moved: readonly MovedWidget[]): [MovedWidget, MovedWidget][] {
  const pairs: [MovedWidget, MovedWidget][] = [];
  const paired = new Set<MovedWidget>();
  for (const [at, one] of moved.entries()) {
    if (paired.has(one)) continue;
    const other = moved.slice(at + 1).find((next) => !paired.has(next) && areSwapped(one, next));
    if (!other) continue;
    paired.add(one).add(other);
    pairs.push([one, other]);
  }
  return pairs;
}

function areSwapped(one: MovedWidget, other: MovedWidget): boolean {
  const end = ({ steps, box }: MovedWidget, side: Side, of: 0 | 1) => steps.get(side)?.[of] ?? box?.[side];
  const isMoved = (["x", "y"] as const).some((side) => one.steps.has(side));
  return (
    isMoved &&
    (["x", "y"] as const).every(
      (side) => end(one, side, 0) === end(other, side, 1) && end(one, side, 1) === end(other, side, 0),
    )
  );
}
