// Where the configs of widgets name other widgets. Which keys do is not documented (a container's children, a parent's options, a
// chart's controls), so it is learned: a place in the config of a type, such as `controls` of a CHART, whose texts are ids of widgets on
// the same dashboard nearly always. Keeps counts and few texts, no widget.

import { isObject, isPlainKey, type Json, type JsonObject, type ResolvedWorkbook } from "../model/index.ts";
import { widgetsOf } from "./board.ts";
import { MOST_STRAY } from "./limits.ts";
import type { Source, WidgetIdPlace, WidgetIdUses } from "./rule.ts";

/** Places that are followed: far more than any project has. */
const MOST_PLACES = 20_000;
/** Levels below `config`. */
const DEEPEST_PLACE = 6;
/** The names of places that are no keys: the items of a list, the keys of a map, and what a map holds for a widget by its id. */
const [ITEMS, KEYS, WIDGET] = [Symbol("items"), Symbol("keys"), Symbol("widget")];
/** What an id looks like: not a member's name, not prose. */
const ID = /^[\p{L}\p{N}_-]{1,128}$/u;

/** Adds what the configs of one workbook's widgets name. */
export function gatherWidgetIds(workbook: ResolvedWorkbook, uses: WidgetIdUses): void {
  const widgets = widgetsOf(workbook);
  const ids = new Set<string>();
  for (const widget of widgets) if (isObject(widget) && typeof widget.id === "string") ids.add(widget.id);
  if (ids.size < 2) return;
  const source: Source = { slug: workbook.slug, locate: workbook.locate };
  for (const [index, widget] of widgets.entries()) {
    if (!isObject(widget) || typeof widget.type !== "string") continue;
    const path = ["dashboard", "widgets", index, "config"];
    const gathering = { ids, uses, source, own: widget.id, path, left: DEEPEST_PLACE };
    gather(gathering, widget.config, placeBelow(uses, widget.type));
  }
}

interface Gathering {
  ids: ReadonlySet<string>;
  uses: WidgetIdUses;
  source: Source;
  /** The widget's own id, which says nothing. */
  own: Json | undefined;
  /** Where the walk is: every value of every config is looked at, so the path is one list, copied where it is kept. */
  path: (string | number)[];
  /** Levels that may still be entered. */
  left: number;
}

function gather(gathering: Gathering, value: Json | undefined, place: WidgetIdPlace): void {
  if (typeof value === "string") note(gathering, value, place, "value");
  if (typeof value !== "object" || value === null || gathering.left < 0) return;
  gathering.left -= 1;
  if (Array.isArray(value)) gatherList(gathering, value, place);
  else gatherMap(gathering, value, place);
  gathering.left += 1;
}

function gatherList(gathering: Gathering, list: readonly Json[], place: WidgetIdPlace): void {
  const { path, uses } = gathering;
  const items = placeBelow(uses, ITEMS, place);
  for (let index = 0; index < list.length; index++) {
    path.push(index);
    gather(gathering, list[index], items);
    path.pop();
  }
}

function gatherMap(gathering: Gathering, map: JsonObject, place: WidgetIdPlace): void {
  const { path, uses, ids } = gathering;
  const keys = placeBelow(uses, KEYS, place);
  for (const key of Object.keys(map)) {
    if (key.startsWith("$") || isPlainKey(key)) continue;
    path.push(key);
    note(gathering, key, keys, "key");
    gather(gathering, map[key], placeBelow(uses, ids.has(key) ? WIDGET : key, place));
    path.pop();
  }
}

/** The place of that name below another, or the first level of a widget type. Too many places: none of the new ones is kept. */
function placeBelow(
  uses: WidgetIdUses,
  name: string | symbol,
  above: Pick<WidgetIdPlace, "below"> = uses,
): WidgetIdPlace {
  const known = above.below.get(name);
  if (known) return known;
  const place: WidgetIdPlace = { below: new Map(), resolved: 0, stray: [] };
  if (uses.places.length < MOST_PLACES) {
    uses.places.push(place);
    above.below.set(name, place);
  }
  return place;
}

function note(
  { ids, source, own, path }: Gathering,
  text: string,
  place: WidgetIdPlace,
  part: "key" | "value",
): void {
  if (text === own) return;
  if (ids.has(text)) {
    if (ID.test(text)) place.resolved += 1;
  } else if (place.stray.length <= MOST_STRAY && ID.test(text)) {
    // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
    const copy = JSON.parse(JSON.stringify(text)) as string;
    place.stray.push({ text: copy, path: [...path], part, source });
  }
}
