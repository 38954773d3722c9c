// A widget's place on the grid, in words: `0,0 → 6,0`, `6×4 → 8×4`. A plan holds only the numbers that change; the others are
// read from the draft it sends.

import {
  type FieldChange,
  type FieldStep,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
} from "../../model/index.ts";

export const SIDES = ["x", "y", "w", "h"] as const;
export type Side = (typeof SIDES)[number];
export type Box = Record<Side, number>;

/** A widget and its place. */
export interface PlacedWidget {
  id: string;
  box: Box;
}

/** One change of a box: which box it is, and the side, or all of it. */
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
  const side = SIDES.find((name) => name === last);
  if (more.length > 0 || (last !== undefined && !side)) return undefined;
  return { breakpoint, side };
}

export function readBox(value: Json | undefined): Box | undefined {
  if (!isObject(value)) return undefined;
  const [x, y, w, h] = SIDES.map((side) => (Object.hasOwn(value, side) ? value[side] : undefined));
  if (typeof x !== "number" || typeof y !== "number" || typeof w !== "number" || typeof h !== "number")
    return;
  return { x, y, w, h };
}

/** The box of a widget of the draft. */
export function boxOf(widget: JsonObject | undefined, breakpoint: string | undefined): Box | undefined {
  if (!widget) return undefined;
  if (breakpoint === undefined) return readBox(widget.position);
  const layouts = widget.responsiveLayouts;
  return isObject(layouts) && Object.hasOwn(layouts, breakpoint) ? readBox(layouts[breakpoint]) : undefined;
}

export function boxText(box: Box): string {
  return `${box.w}×${box.h} at ${box.x},${box.y}`;
}

/** What changed of a box in words: `moved` and `size`; undefined where the numbers do not tell both ends. */
export function boxSteps(
  fields: readonly { side: Side; field: FieldChange }[],
  after: Box | undefined,
): { label: "moved" | "size"; text: string; fields: FieldChange[] }[] | undefined {
  if (fields.some(({ field }) => typeof field.before !== "number" || typeof field.after !== "number"))
    return undefined;
  const rows: { label: "moved" | "size"; text: string; fields: FieldChange[] }[] = [];
  for (const [label, one, two, join] of [
    ["moved", "x", "y", ","],
    ["size", "w", "h", "×"],
  ] as const) {
    const changed = fields.filter(({ side }) => side === one || side === two);
    if (changed.length === 0) continue;
    const end = (which: "before" | "after", side: Side) =>
      changed.find((item) => item.side === side)?.field[which] ?? after?.[side];
    const [a, b] = [end("before", one), end("before", two)];
    const [c, d] = [end("after", one), end("after", two)];
    const whole = [a, b, c, d].every((number) => number !== undefined);
    const text = whole
      ? `${a}${join}${b} → ${c}${join}${d}`
      : changed.map(({ side, field }) => `${side} ${field.before} → ${field.after}`).join(", ");
    rows.push({ label, text, fields: changed.map((item) => item.field) });
  }
  return rows;
}
