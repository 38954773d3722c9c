// The three-way comparison: what is live, what the files declare, and the base between them, field by field (contract 5). Pure, and the
// one place that decides whether two states differ, where, and who changed them.

import {
  compareText,
  type FieldChange,
  isObject,
  type Json,
  joinPath,
  type Origin,
  ownValue,
  parseFieldPath,
  widgetPath,
} from "../../model/index.ts";
import { canonical } from "../state/canonical.ts";
import { extendsValue } from "../state/extends-value.ts";
import type { ComparedState } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";
import { type Base, expectedLive } from "./base.ts";

export interface Comparison {
  /** From live (`before`) to declared (`after`), sorted by path. Empty only if all that differs is the platform's own. */
  fields: FieldChange[];
  /** Keys under the dashboard at which live holds what the platform filled in and nobody touched: not ours to take away. */
  filledIn: (readonly string[])[];
  /** Whether something is live, and differs, at a place of which the base says nothing: nobody knows whose it is. */
  isForeign: boolean;
}

/** One place on all sides; undefined is "not there". */
interface Sides<T = Json | undefined> {
  live: T;
  desired: T;
  asked: T;
  /** What live is expected to be if nobody touched it. */
  expected: T;
}

/** What the base says of a place: what was asked and answered, what was asked alone (nobody saw the answer), or nothing. */
type Coverage = "answered" | "asked" | "none";

/**
 * Compares two states in normal form. A field is a leaf; widgets are matched by id; any other list is one leaf, and so is the order of
 * the widgets. `base`: of a stamp of ours; without one nobody knows whose a difference is.
 *
 * A dashboard that the base holds, it holds whole. Of everything else (name, folder, keys of meta, a report's fields) the base says
 * something only if it holds it: what it does not hold was not managed.
 */
export function compareStates(
  live: ComparedState,
  desired: ComparedState,
  base: Base | undefined,
): Comparison {
  const result: Comparison = { fields: [], filledIn: [], isForeign: false };
  const known: Coverage = base === undefined ? "none" : base.answered === null ? "asked" : "answered";
  const expected = base ? expectedLive(base) : {};
  const sides = { live, desired, asked: base?.asked ?? {}, expected } as Sides;
  const covered = (inner: Sides): Coverage =>
    inner.asked === undefined && inner.expected === undefined ? "none" : known;
  for (const field of keysOf(sides)) {
    const inner = at(sides, field);
    if (field === "dashboard") compareDashboard(result, inner, covered(inner));
    // A folder is one thing, whether it is known by its path or by its id.
    else if (field === "folder") compareLeaf(result, field, inner, covered(inner));
    else if (field !== "meta") compareValue(result, joinPath("", [field]), inner, covered(inner));
    else {
      for (const key of keysOf(inner)) {
        const value = at(inner, key);
        compareValue(result, joinPath("meta", [key]), value, covered(value));
      }
    }
  }
  result.fields.sort((a, b) => compareText(a.path, b.path));
  return result;
}

function compareDashboard(result: Comparison, sides: Sides, known: Coverage): void {
  // What the files declare nothing of is not managed.
  if (sides.desired === undefined) return;
  for (const field of keysOf(sides)) {
    if (field === "widgets") continue;
    compareValue(result, joinPath("dashboard", [field]), at(sides, field), known, [field]);
  }
  const widgets = mapSides(sides, (dashboard) => widgetsById(isObject(dashboard) ? dashboard : undefined));
  const ids = new Set([...widgets.live.keys(), ...widgets.desired.keys()]);
  // No list and an empty one are two states.
  if (ids.size === 0) compareLeaf(result, "dashboard.widgets", at(sides, "widgets"), known, ["widgets"]);
  for (const id of ids) {
    const inner = mapSides(widgets, (byId) => byId.get(id));
    // A widget more is no default, nor is anything in it.
    const isNew = known === "asked" && inner.asked === undefined;
    compareValue(result, widgetPath(id), inner, isNew ? "answered" : known);
  }
  compareOrder(
    result,
    mapSides(widgets, (byId) => [...byId.keys()]),
    known,
  );
}

/** The order of the widgets that both sides have. */
function compareOrder(result: Comparison, ids: Sides<string[]>, known: Coverage): void {
  const before = among(ids.live, ids.desired);
  const after = among(ids.desired, ids.live);
  if (same(before, after)) return;
  // What came since on both sides counts only if it follows something else on each, or in another order.
  const fresh = without(before, [...ids.expected, ...ids.asked]);
  const [old, expected] = [without(before, fresh), among(ids.expected, before)];
  const isPlacedTwice = !same(followed(before, fresh), followed(after, fresh));
  const liveMoved = isPlacedTwice || !same(old, expected);
  const filesMoved = isPlacedTwice || !same(without(after, fresh), among(ids.asked, after));
  if (!liveMoved && !filesMoved) return;
  const moved = liveMoved ? (filesMoved ? "both" : "live") : "git";
  const origin = known === "none" ? "unknown" : moved;
  const field: FieldChange = { path: "dashboard.widgets", change: "reordered", before, after, origin };
  if (known === "none") result.isForeign = true;
  else if (liveMoved) field.base = expected;
  result.fields.push(field);
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

/** `keys`: the way to the place below the dashboard; undefined inside widgets, whose list is always sent whole. */
function compareValue(
  result: Comparison,
  path: string,
  sides: Sides,
  known: Coverage,
  keys?: readonly string[],
): void {
  const { live, desired, asked, expected } = sides;
  // Inside what the platform filled in, each key is the platform's or somebody's edit for itself.
  const isFilledIn = desired === undefined && asked === undefined && isObject(expected);
  if (!isObject(live) || !(isObject(desired) || isFilledIn)) {
    compareLeaf(result, path, sides, known, keys);
    return;
  }
  // In the place of something else that was asked for, nothing is a default.
  const isReplaced = asked !== undefined && !isObject(asked);
  for (const key of keysOf(sides)) {
    const inner = isReplaced ? "answered" : known;
    compareValue(result, joinPath(path, [key]), at(sides, key), inner, keys && [...keys, key]);
  }
  // Equal in every key, and still two states: one side is empty where the other is not there.
  if (isFilledIn && Object.keys(live).length === 0) compareLeaf(result, path, sides, known, keys);
}

function compareLeaf(
  result: Comparison,
  path: string,
  { live, desired, asked, expected }: Sides,
  known: Coverage,
  keys?: readonly string[],
): void {
  if (same(live, desired)) return;
  const liveMoved = !same(live, expected);
  const filesMoved = !same(desired, asked);
  // The platform's own answer, on which neither side moved since.
  if (!liveMoved && !filesMoved) {
    if (keys && desired === undefined) result.filledIn.push(keys);
    return;
  }
  const field: FieldChange = {
    path,
    change: live === undefined ? "added" : desired === undefined ? "removed" : "changed",
    ...(live === undefined ? {} : { before: live }),
    ...(desired === undefined ? {} : { after: desired }),
    origin: liveMoved ? (filesMoved ? "both" : "live") : "git",
  };
  if (known === "none" || (known === "asked" && liveMoved && mayBeDefault(live, asked)))
    field.origin = "unknown";
  if (known === "none") result.isForeign ||= live !== undefined;
  else if (liveMoved) field.base = expected ?? null;
  result.fields.push(field);
}

/** Nobody has seen the answer, so what is only there besides may be a default. */
function mayBeDefault(live: Json | undefined, asked: Json | undefined): boolean {
  return live !== undefined && (asked === undefined || extendsValue(asked, live));
}

/** Whether the path of a field is that of a whole widget. */
export function isWidget(path: string): boolean {
  const steps = parseFieldPath(path);
  return steps.length === 3 && steps.some((step) => "widget" in step);
}

/** A change's origin sums up its fields'. */
export function sumOrigins(fields: readonly FieldChange[]): Origin {
  const origins = new Set(fields.map((field) => field.origin));
  if (origins.has("both") || (origins.has("git") && origins.has("live"))) return "both";
  if (origins.has("live")) return "live";
  return origins.has("git") ? "git" : "unknown";
}

function keysOf(sides: Sides): Set<string> {
  return new Set([sides.live, sides.desired].flatMap((side) => (isObject(side) ? Object.keys(side) : [])));
}

function at(sides: Sides, key: string): Sides {
  return mapSides(sides, (side) => own(side, key));
}

function own(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) ? ownValue(value, key) : undefined;
}

function mapSides<T, U>({ live, desired, asked, expected }: Sides<T>, map: (side: T) => U): Sides<U> {
  return { live: map(live), desired: map(desired), asked: map(asked), expected: map(expected) };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a === b || canonical(a) === canonical(b);
}
