// Widgets of a file with what is taken of the live ones, in an order that both sides can agree with.

import { isObject, type Json, type JsonObject, joinPath, widgetPath } from "../../model/index.ts";
import { pairWidgets, withoutIgnored } from "../../plan/index.ts";
import { mergeValue } from "./merge-value.ts";
import { ordered } from "./plain.ts";

/** The path of the order of widgets, and of a list that only one side has. */
const WIDGETS = "dashboard.widgets";

const NONE: ReadonlyMap<string, Json> = new Map();

/** The fields of a widget in the order of contract 2. */
export const WIDGET_FIELDS = ["id", "type", "position", "responsiveLayouts", "style", "config"];

/**
 * The list for the file; undefined if there is none. If the order is taken, or nobody edited it, a widget that is new on one side
 * comes after the one that it follows there.
 */
export function mergeWidgets(
  own: JsonObject,
  live: JsonObject,
  taken: ReadonlySet<string>,
): Json | undefined {
  const shown = withoutIgnored({ dashboard: own }, []).dashboard;
  const [ours = NONE, theirs = NONE, compared = NONE] = pairWidgets([own, live, shown]);
  const ids = new Set([...ours.keys(), ...theirs.keys()]);
  const merged = new Map<string, Json>();
  for (const id of ids) {
    const path = widgetPath(id);
    // What is never compared of an AI widget counts in one of another type, so a new type does not keep it.
    const isRetyped = taken.has(joinPath(path, ["type"]));
    const base = (isRetyped ? compared : ours).get(id);
    const widget = mergeValue(path, { own: base, live: theirs.get(id) }, taken);
    if (widget === undefined) continue;
    merged.set(id, taken.has(path) && isObject(widget) ? ordered(widget, WIDGET_FIELDS) : widget);
  }
  const anyTaken = [...taken].some((path) => path.startsWith(WIDGETS));
  // An empty list and no list are different: the side that was taken decides which it is, unless it holds what is not taken.
  if (merged.size === 0) return !anyTaken ? own.widgets : theirs.size === 0 ? live.widgets : [];
  const sides = [[...ours.keys()], [...theirs.keys()]].map((side) => side.filter((id) => merged.has(id)));
  const [base = [], other = []] = taken.has(WIDGETS) ? sides.reverse() : sides;
  return weave(base, other).map((id) => merged.get(id) as Json);
}

/** `base` in its order, with what only `other` has after what it follows there. */
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
