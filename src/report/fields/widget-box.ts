// A widget's place on the grid, in words: `0,0 → 6,0`, `6×4 → 8×4`. A plan holds only the numbers that change; the others are
// read from the draft it sends.

import {
  CORNERS,
  type FieldChange,
  type FieldStep,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  ownValue,
  valueAt,
} from "../../model/index.ts";

import type { Wanted } from "./conflict-values.ts";

export type Side = (typeof CORNERS)[number];
export type Box = Record<Side, number>;

/** A widget and its place. */
export interface PlacedWidget {
  id: string;
  box: Box;
}

/** One change of a box: which box, and the side, or all of it. */
export interface BoxField {
  /** Undefined for `position`, else the breakpoint of `responsiveLayouts`. */
  breakpoint: string | undefined;
  side: Side | undefined;
}

/** Reads the steps behind a widget: `position.x`, `responsiveLayouts.sm`, `responsiveLayouts.sm.w`. */
export function boxField(rest: readonly FieldStep[]): BoxField | undefined {
  const keys = rest.map(keyOf);
  const inBreakpoint = keys[0] === "responsiveLayouts";
  if (!inBreakpoint && keys[0] !== "position") return undefined;
  const breakpoint = inBreakpoint ? keys[1] : undefined;
  if (inBreakpoint && breakpoint === undefined) return undefined;
  const [last, ...more] = keys.slice(inBreakpoint ? 2 : 1);
  const side = CORNERS.find((name) => name === last);
  if (more.length > 0 || (last !== undefined && !side)) return undefined;
  return { breakpoint, side };
}

export function readBox(value: Json | undefined): Box | undefined {
  if (!isObject(value)) return undefined;
  const sides = CORNERS.map((side) => [side, ownValue(value, side)] as const);
  return sides.every(([, size]) => typeof size === "number") ? (Object.fromEntries(sides) as Box) : undefined;
}

/** The box of a widget of the draft as it is there, whatever it is. */
export function rawBox(widget: JsonObject | undefined, breakpoint: string | undefined): Json | undefined {
  return valueAt(widget, breakpoint === undefined ? ["position"] : ["responsiveLayouts", breakpoint]);
}

/** The box of a widget of the draft, if it can be read. */
export function boxOf(widget: JsonObject | undefined, breakpoint: string | undefined): Box | undefined {
  return readBox(rawBox(widget, breakpoint));
}

export function boxText(box: Box): string {
  return `${box.w}×${box.h} at ${box.x},${box.y}`;
}

export interface BoxStep {
  label: "moved" | "size";
  text: string;
  fields: FieldChange[];
}

/** A box's change in words: `moved` and `size`; undefined if any end is no number. `after`: the box that is sent. */
export function boxSteps(
  fields: readonly { side: Side; field: FieldChange }[],
  { after, wanted }: { after: Box | undefined; wanted: Wanted },
): BoxStep[] | undefined {
  if (fields.some(({ field }) => typeof field.before !== "number" || typeof field.after !== "number"))
    return undefined;
  const step = (label: BoxStep["label"], sides: readonly Side[], join: string): BoxStep[] => {
    const changed = fields.filter(({ side }) => sides.includes(side));
    if (changed.length === 0) return [];
    const end = (read: (field: FieldChange) => Json | undefined) =>
      sides.map((side) => {
        const field = changed.find((item) => item.side === side)?.field;
        return (field && read(field)) ?? after?.[side];
      });
    const ends = [end(({ before }) => before), end(({ after }) => after)];
    const isConflict = changed.some(({ field: { origin, base } }) => origin === "both" && base !== undefined);
    const [live, git] = ends.map((numbers) => numbers.join(join));
    const was = end(({ base, before }) => base ?? before).join(join);
    let text = `${live} → ${git}`;
    if (ends.flat().includes(undefined))
      text = changed.map(({ side, field }) => `${side} ${field.before} → ${field.after}`).join(", ");
    else if (isConflict) text = `was: ${was} · live: ${live} · ${wanted}: ${git}`;
    return [{ label, text, fields: changed.map(({ field }) => field) }];
  };
  return [...step("moved", ["x", "y"], ","), ...step("size", ["w", "h"], "×")];
}

// Which widgets of a layout cover others. Whatever is later in the list of widgets is drawn over what is earlier, as browsers do.

/** Widgets of a layout that are compared with each other: nobody looks for overlaps in a picture of more. */
const MOST_COMPARED = 400;

/** Ids by the id of the widget that they cover, at least in part. */
export function coversOf(widgets: readonly PlacedWidget[]): Map<string, string[]> {
  const covers = new Map<string, string[]>();
  if (widgets.length > MOST_COMPARED) return covers;
  for (const [index, { id, box }] of widgets.entries()) {
    const above = widgets.slice(index + 1).filter((other) => overlap(box, other.box));
    if (above.length > 0)
      covers.set(
        id,
        above.map((other) => other.id),
      );
  }
  return covers;
}

/** The pairs of widgets that overlap on both sides and change places in the stack, the upper one after the change first. */
export function swappedPairs(
  before: readonly PlacedWidget[],
  after: readonly PlacedWidget[],
): [upper: string, lower: string][] {
  const was = coversOf(before);
  return [...coversOf(after)].flatMap(([lower, above]) =>
    above.filter((upper) => was.get(upper)?.includes(lower)).map((upper): [string, string] => [upper, lower]),
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
