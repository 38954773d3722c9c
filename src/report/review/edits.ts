// The fields of a change sorted by what they do to a dashboard: what comes and goes, what moves, what is called or drawn otherwise.

import { type Change, type FieldChange, type JsonObject, keyOf, parseFieldPath } from "../../model/index.ts";
import { draftWidgets } from "../change/field-sections.ts";
import { boxField, type Side } from "../change/widget-box.ts";
import { folderText } from "../text/folder-text.ts";
import { countLines } from "../text/line-diff.ts";

/** A widget whose place changes. */
export interface MovedWidget {
  name: string;
  /** Of the default layout, from and to; only the sides that change. */
  steps: Map<Side, readonly [from: number, to: number]>;
}

export interface Edits {
  renamed: boolean;
  /** Where to; undefined if it stays. */
  folder: string | undefined;
  added: string[];
  removed: string[];
  moved: MovedWidget[];
  /** The number of widgets. */
  titles: number;
  /** Names of charts that draw another report. */
  redrawn: string[];
  /** Names of widgets that become something else, and what. */
  retyped: Map<string, string>;
  lines: { added: number; removed: number };
  /** Widgets that are changed in any other way, by their kind. */
  widgets: Map<string, number>;
  /** Other parts of the dashboard, by name. */
  parts: Set<string>;
}

/** A map, because a key of a dashboard may be called `constructor`. */
const PART_NAMES: ReadonlyMap<string, string> = new Map([
  ["layout", "grid"],
  ["title", "its title"],
  ["widgets", "order of widgets"],
]);

/** What `fields` of a change come to. */
export function sortEdits(change: Change, fields: readonly FieldChange[]): Edits {
  const titled = new Set<string>();
  const redrawn = new Map<string, string>();
  const moved = new Map<string, MovedWidget>();
  const others = new Map<string, string>();
  const edits: Edits = {
    renamed: false,
    folder: undefined,
    ...{ added: [], removed: [], moved: [], titles: 0, redrawn: [] },
    retyped: new Map(),
    lines: { added: 0, removed: 0 },
    widgets: new Map(),
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
      if (rest.length === 0 && before === undefined) edits.added.push(name);
      else if (rest.length === 0 && after === undefined) edits.removed.push(name);
      else if (boxField(rest) || keyOf(rest[0]) === "responsiveLayouts") {
        const one = moved.get(id) ?? { name, steps: new Map() };
        const at = boxField(rest);
        if (at?.side && at.breakpoint === undefined) one.steps.set(at.side, [Number(before), Number(after)]);
        moved.set(id, one);
      } else if (inConfig && key === "title") titled.add(id);
      else if (inConfig && key === "reportId") redrawn.set(id, name);
      else if (rest.length === 1 && keyOf(rest[0]) === "type") edits.retyped.set(name, kindOf(draft.get(id)));
      else if (inConfig && key === "markdown" && typeof (after ?? before) === "string") {
        const lines = countLines(textOf(before), textOf(after));
        edits.lines.added += lines.added;
        edits.lines.removed += lines.removed;
      } else others.set(id, kindOf(draft.get(id)));
    } else if (keyOf(first) === "name") edits.renamed = true;
    else if (keyOf(first) === "folder")
      edits.folder = after === undefined || after === null ? "" : folderText(after);
    else {
      const part = keyOf(second ?? first) ?? path;
      edits.parts.add((keyOf(first) === "dashboard" ? PART_NAMES.get(part) : undefined) ?? part);
    }
  }
  for (const type of others.values()) edits.widgets.set(type, (edits.widgets.get(type) ?? 0) + 1);
  return { ...edits, moved: [...moved.values()], titles: titled.size, redrawn: [...redrawn.values()] };
}

function textOf(value: FieldChange["before"]): string {
  return typeof value === "string" ? value : "";
}

/** Plain words for the types that people know. */
function kindOf(widget: JsonObject | undefined): string {
  const type = widget?.type;
  return typeof type === "string" && /^[A-Z]{3,12}$/.test(type) ? type.toLowerCase() : "widget";
}

/** `wider`, `moved`, `moved and shorter`. */
export function howMoved({ steps }: MovedWidget): string {
  if (steps.size === 0) return "rearranged on small screens";
  const isMoved = slides(steps, "x", "w") || slides(steps, "y", "h");
  return [...(isMoved ? ["moved"] : []), ...resized(steps)].join(" and ");
}

/** Whether both edges go elsewhere: dragging one of them changes a size. */
function slides(steps: MovedWidget["steps"], start: Side, size: Side): boolean {
  const [at, long] = [steps.get(start), steps.get(size)];
  if (!at) return false;
  return !long || at[0] + long[0] !== at[1] + long[1];
}

function resized(steps: MovedWidget["steps"]): string[] {
  const [wide, high] = [steps.get("w"), steps.get("h")];
  if (wide && high) return ["resized"];
  if (wide) return [wide[1] > wide[0] ? "wider" : "narrower"];
  return high ? [high[1] > high[0] ? "taller" : "shorter"] : [];
}

/** Whether each of the two is now where the other was. */
export function areSwapped({ steps: one }: MovedWidget, { steps: other }: MovedWidget): boolean {
  if (one.size === 0 || one.size !== other.size || one.has("w") || one.has("h")) return false;
  return [...one].every(([side, [from, to]]) => other.get(side)?.[0] === to && other.get(side)?.[1] === from);
}
