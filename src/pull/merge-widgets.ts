// Widgets of a file with those of the live dashboard that are taken, in an order that both sides can agree with.

import { isObject, type Json, type JsonObject, widgetPath } from "../model/index.ts";
import { ORDER_PART, widgetsById } from "../plan/index.ts";
import { ordered } from "./plain.ts";

/** The fields of a widget in the order of contract 2. */
export const WIDGET_FIELDS = ["id", "type", "position", "responsiveLayouts", "style", "config"];

/**
 * The list as it should stand in the file; undefined where there is none. `isTaken` answers for a part. Where the order is taken, or
 * was edited by nobody, what is new on one side stands behind the widget that it follows there.
 */
export function mergeWidgets(
  own: JsonObject,
  live: JsonObject,
  isTaken: (part: string) => boolean,
): Json | undefined {
  const ours = widgetsById(own);
  const theirs = widgetsById(live);
  const ids = new Set([...ours.keys(), ...theirs.keys()]);
  const merged = new Map<string, Json>();
  let anyTaken = isTaken(ORDER_PART);
  for (const id of ids) {
    const taken = isTaken(widgetPath(id));
    anyTaken ||= taken;
    const widget = (taken ? theirs : ours).get(id);
    if (widget === undefined) continue;
    merged.set(id, taken && isObject(widget) ? ordered(widget, WIDGET_FIELDS) : widget);
  }
  // No widget and no list are two things: the side that was taken says which it is.
  if (merged.size === 0) return anyTaken ? live.widgets : own.widgets;
  const sides = [[...ours.keys()], [...theirs.keys()]].map((side) => side.filter((id) => merged.has(id)));
  const [base = [], other = []] = isTaken(ORDER_PART) ? sides.reverse() : sides;
  return weave(base, other).map((id) => merged.get(id) as Json);
}

/** `base` in its order, with what only `other` has put behind what it follows there. */
function weave(base: readonly string[], other: readonly string[]): string[] {
  const known = new Set(base);
  const following = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const id of other) {
    if (known.has(id)) last = id;
    else following.set(last, [...(following.get(last) ?? []), id]);
  }
  return [...(following.get(undefined) ?? []), ...base.flatMap((id) => [id, ...(following.get(id) ?? [])])];
}
