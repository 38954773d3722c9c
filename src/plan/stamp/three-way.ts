// The three-way comparison: what is live, what the files declare, and the base between them, field by field (contract 5). Pure, and the
// one place that decides whether two states differ, where, and who changed them.

import {
  type Change,
  compareText,
  type FieldChange,
  isObject,
  type Json,
  joinPath,
  nameSome,
  type Origin,
  ownIn,
  ownValue,
  widgetPath,
} from "../../model/index.ts";
import { extendsValue, isSame } from "../state/canonical.ts";
import type { ComparedState } from "../state/state.ts";
import { pairWidgets } from "../state/widgets.ts";
import type { Base } from "./base.ts";
import { expectedLive, withAnswerFrom } from "./predict-answer.ts";

export interface Comparison {
  /**
   * From live (`before`) to what an apply makes of it (`after`), sorted by path. Empty only if all that differs is the platform's own.
   * What is after is what is declared, with what the platform had filled in where the files say nothing.
   */
  fields: FieldChange[];
  /** What is sent though no file declares it: what the platform had filled in, also if somebody edited it since. */
  restored: Restored[];
  /**
   * Where neither live nor the files have anything by now, and the platform had filled in something. That is no difference: no file can
   * say that a default is not there (contract 2). The base is out of date.
   */
  lost: string[];
  /** Whether something differs of which nobody knows whose it is: nothing is overwritten on a guess. */
  isForeign: boolean;
  /** Whether no run has read what the platform made of what was asked for. */
  isUnread: boolean;
}

const WIDGETS = ["dashboard", "widgets"];

export interface Restored {
  /** Keys from the root of the state, widgets by id. */
  place: readonly string[];
  value: Json;
}

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
  const isUnread = base?.answered === null;
  const result: Comparison = { fields: [], restored: [], lost: [], isForeign: false, isUnread };
  const known = withAnswerFrom(live, base);
  const sides = {
    live,
    desired,
    asked: known?.asked ?? {},
    expected: known ? expectedLive(known) : {},
  } as Sides;
  // Where nothing is live, nothing is overwritten, whoever took it away: that it is to be there is our files' doing.
  const isCovered = ({ asked, expected, live: there }: Sides): boolean =>
    base !== undefined && (asked !== undefined || expected !== undefined || there === undefined);
  for (const field of keysOf(sides)) {
    const inner = sidesAt(sides, field);
    if (field === "dashboard") compareDashboard(result, inner, isCovered(inner));
    // A folder is one thing, whether it is known by its path or by its id.
    else if (field === "folder") {
      const placed = fromRoot(inner);
      compareLeaf(result, [field], placed, isCovered(placed));
    } else if (field !== "meta") compareValue(result, [field], inner, isCovered(inner));
    else
      for (const key of keysOf(inner)) {
        const value = sidesAt(inner, key);
        compareValue(result, [field, key], value, isCovered(value));
      }
  }
  result.fields.sort((a, b) => compareText(a.path, b.path));
  result.lost.sort(compareText);
  return result;
}

function compareDashboard(result: Comparison, sides: Sides, isKnown: boolean): void {
  // What the files declare nothing of is not managed.
  if (sides.desired === undefined) return;
  for (const field of [...keysOf(sides), ...lostDefaults(sides)])
    if (field !== "widgets") compareValue(result, ["dashboard", field], sidesAt(sides, field), isKnown);
  const dashboards = [sides.desired, sides.live, sides.asked, sides.expected];
  const [ours, theirs, before, after] = pairWidgets(dashboards);
  const widgets = { live: theirs, desired: ours, asked: before, expected: after } as Sides<Map<string, Json>>;
  const ids = new Set([...widgets.live.keys(), ...widgets.desired.keys()]);
  // No list and an empty one are two states.
  if (ids.size === 0) compareLeaf(result, WIDGETS, sidesAt(sides, "widgets"), isKnown);
  for (const id of ids) {
    const inner = mapSides(widgets, (byId) => byId.get(id));
    compareValue(result, [...WIDGETS, id], inner, isKnown);
  }
  const order = compareOrder(
    mapSides(widgets, (byId) => [...byId.keys()]),
    isKnown,
    result.isUnread,
  );
  if (!order) return;
  result.fields.push(order);
  if (order.origin === "unknown") result.isForeign = true;
}

/** `place`: keys from the root, widgets by id. */
function compareValue(result: Comparison, place: readonly string[], sides: Sides, isKnown: boolean): void {
  const { live, desired, asked, expected } = sides;
  // Inside what the platform filled in, each key is the platform's or somebody's edit for itself.
  const isFilledIn =
    desired === undefined &&
    isObject(expected) &&
    (asked === undefined || (!isWidgetPlace(place) && keepsDefault(live, asked, expected)));
  if (!isObject(live) || !(isObject(desired) || isFilledIn)) {
    compareLeaf(result, place, sides, isKnown);
    return;
  }
  // Equal in every key, and still two states: one side is empty where the other is not there.
  if (isFilledIn && Object.keys(live).length === 0) {
    compareLeaf(result, place, sides, isKnown);
    return;
  }
  for (const key of [...keysOf(sides), ...lostDefaults(sides)])
    compareValue(result, [...place, key], sidesAt(sides, key), isKnown);
}

function compareLeaf(
  result: Comparison,
  place: readonly string[],
  { live, desired, asked, expected }: Sides,
  isKnown: boolean,
): void {
  if (isSame(live, desired)) {
    if (live === undefined && expected !== undefined && asked === undefined) result.lost.push(pathOf(place));
    return;
  }
  const liveMoved = !isSame(live, expected);
  const filesMoved = !isSame(desired, asked);
  // The platform's own answer, on which neither side moved since.
  if (!liveMoved && !filesMoved) {
    // What the platform has filled in is sent along, because drafts and queries are replaced whole: so a wrong guess of whose it is loses
    // nothing, and what no run has read stays as it is live.
    if (live !== undefined && (asked === undefined || result.isUnread))
      result.restored.push({ place, value: live });
    return;
  }
  const after = filesMoved ? desired : withDefaults(desired, expected);
  if (after !== undefined && !isSame(after, desired)) result.restored.push({ place, value: after });
  const field: FieldChange = {
    path: pathOf(place),
    change: live === undefined ? "added" : after === undefined ? "removed" : "changed",
    ...(live === undefined ? {} : { before: live }),
    ...(after === undefined ? {} : { after }),
    origin: liveMoved ? (filesMoved ? "both" : "live") : "git",
  };
  // Where no run has read the answer, what adds to what was asked for is the platform's only as long as nothing is to become of it.
  const isTrimmed = typeof asked === "string" && live === asked.trim();
  const isOpen = result.isUnread && !isTrimmed && !isSame(live, asked);
  if (!isKnown || isOpen) field.origin = "unknown";
  if (isKnown && liveMoved) field.base = expected ?? null;
  result.isForeign ||= isKnown ? isOpen : live !== undefined;
  result.fields.push(field);
}

function isWidgetPlace(place: readonly string[]): boolean {
  return place[0] === WIDGETS[0] && place[1] === WIDGETS[1] && place.length === 3;
}

function pathOf(place: readonly string[]): string {
  const [root, list, id, ...rest] = place;
  if (root === WIDGETS[0] && list === WIDGETS[1] && id !== undefined) return joinPath(widgetPath(id), rest);
  return joinPath("", place);
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

// What the platform filled in beside what was asked for: what of it stays, is gone, or is put back.

/** Keys that the platform had filled in and that are gone, where the files still ask for what they were filled into. */
function lostDefaults({ live, desired, asked, expected }: Sides): string[] {
  const isAskedStill = asked === undefined ? desired === undefined : isObject(asked) && isObject(desired);
  if (!isAskedStill || !isObject(expected)) return [];
  const isThere = (key: string): boolean =>
    [live, desired, asked].some((side) => isObject(side) && Object.hasOwn(side, key));
  return Object.keys(expected).filter((key) => !isThere(key));
}

/** Whether the platform filled in something within what was asked for, and it is still live: it stays, whatever the files say. */
function keepsDefault(live: Json | undefined, asked: Json | undefined, expected: Json | undefined): boolean {
  if (expected === undefined) return false;
  if (asked === undefined) return true;
  if (!isObject(live) || !isObject(asked) || !isObject(expected)) return false;
  return Object.keys(live).some((key) =>
    keepsDefault(ownValue(live, key), ownValue(asked, key), ownValue(expected, key)),
  );
}

/** What is declared, with what the platform had filled in there. */
function withDefaults(desired: Json | undefined, expected: Json | undefined): Json | undefined {
  if (desired === undefined || expected === undefined) return desired ?? expected;
  return extendsValue(desired, expected) ? expected : desired;
}

// The order of the widgets, compared three ways: one field, of the widgets that both sides have.

/** Undefined if nobody moved a widget. `ids`: of the widgets on each side, in order. */
function compareOrder(ids: Sides<string[]>, isKnown: boolean, isUnread: boolean): FieldChange | undefined {
  const before = among(ids.live, ids.desired);
  const after = among(ids.desired, ids.live);
  if (isSame(before, after)) return undefined;
  // What came since on both sides counts only if it follows something else on each, or in another order.
  const fresh = without(before, [...ids.expected, ...ids.asked]);
  const old = without(before, fresh);
  const expected = among(ids.expected, before);
  const isPlacedTwice = !isSame(followed(before, fresh), followed(after, fresh));
  const liveMoved = isPlacedTwice || !isSame(old, expected);
  const filesMoved = isPlacedTwice || !isSame(without(after, fresh), among(ids.asked, after));
  if (!liveMoved && !filesMoved) return undefined;
  const moved = liveMoved ? (filesMoved ? "both" : "live") : "git";
  const origin = !isKnown || (isUnread && liveMoved) ? "unknown" : moved;
  const field: FieldChange = { path: "dashboard.widgets", change: "reordered", before, after, origin };
  return isKnown && liveMoved ? { ...field, base: expected } : field;
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

// One place of a state on all sides of a three-way comparison.

/** Undefined is "not there". */
interface Sides<T = Json | undefined> {
  live: T;
  desired: T;
  asked: T;
  /** What live is expected to be if nobody touched it. */
  expected: T;
}

/** The sides at a key of them. */
function sidesAt(sides: Sides, key: string): Sides {
  return mapSides(sides, (side) => ownIn(side, key));
}

function mapSides<T, U>({ live, desired, asked, expected }: Sides<T>, map: (side: T) => U): Sides<U> {
  return { live: map(live), desired: map(desired), asked: map(asked), expected: map(expected) };
}

/**
 * Of a folder: a workbook is made in the root. So one that is there, and that no apply was to place, is where it was left: nothing of
 * anybody's is overwritten when the files come to name its folder.
 */
function fromRoot(sides: Sides): Sides {
  const { live, asked, expected } = sides;
  // In normal form an id of null is not there.
  const isRoot = Array.isArray(live) ? live.length === 0 : isObject(live) && !live.id;
  return isRoot && asked === undefined && expected === undefined
    ? { ...sides, asked: live, expected: live }
    : sides;
}

// Why a comparison is no ordinary one: what the platform had filled in was taken away there, or an apply ended before it read the answer.

export const LOST_DEFAULT = "lost-default";

const UNREAD: NonNullable<Change["reason"]> = {
  code: "unread",
  message: "an apply of this project ended before it read what the platform made of it",
  help: "Look at what is there: what only adds to what was asked for stays, and the rest is overwritten by `boardwright apply --allow adopt`.",
};

export function reasonOf({
  lost: paths,
  isForeign,
  isUnread,
}: Pick<Comparison, "lost" | "isForeign" | "isUnread">): Pick<Change, "reason"> {
  if (isForeign && isUnread) return { reason: UNREAD };
  if (paths.length === 0) return {};
  const [they, are] = paths.length === 1 ? ["it", "was"] : ["them", "were"];
  return {
    reason: {
      code: LOST_DEFAULT,
      message: `${nameSome(paths)} ${are} filled in by the platform, and taken away there since the last apply`,
      help: `No file declares ${they}, so applying this leaves ${they} away; declare a value to have one there.`,
    },
  };
}
