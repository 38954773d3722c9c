// The order of the widgets, compared three ways: one field, of the widgets that both sides have.

import type { FieldChange } from "../../model/index.ts";
import { isSame } from "../state/canonical.ts";
import type { Coverage, Sides } from "./sides.ts";

/** Undefined if nobody moved a widget. `ids`: of the widgets on each side, in order. */
export function compareOrder(ids: Sides<string[]>, known: Coverage): FieldChange | undefined {
  const before = among(ids.live, ids.desired);
  const after = among(ids.desired, ids.live);
  if (isSame(before, after)) return undefined;
  // What came since on both sides counts only if it follows something else on each, or in another order.
  const fresh = without(before, [...ids.expected, ...ids.asked]);
  const [old, expected] = [without(before, fresh), among(ids.expected, before)];
  const isPlacedTwice = !isSame(followed(before, fresh), followed(after, fresh));
  const liveMoved = isPlacedTwice || !isSame(old, expected);
  const filesMoved = isPlacedTwice || !isSame(without(after, fresh), among(ids.asked, after));
  if (!liveMoved && !filesMoved) return undefined;
  const moved = liveMoved ? (filesMoved ? "both" : "live") : "git";
  const origin = known === "none" ? "unknown" : moved;
  const field: FieldChange = { path: "dashboard.widgets", change: "reordered", before, after, origin };
  return known !== "none" && liveMoved ? { ...field, base: expected } : field;
}

/** Each fresh id, in order, and the one that it follows and that is not. */
function followed(order: readonly string[], fresh: readonly string[]): string[][] {
  const isFresh = new Set(fresh);
  let last = "";
  return order.flatMap((id) => {
    if (isFresh.has(id)) return [[id, last]];
    last = id;
    return [];
  });
}

/** Those of `ids` that are in `others`, too. */
function among(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => known.has(id));
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}
