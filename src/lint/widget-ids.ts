// Where the configs of widgets name other widgets. The `controls` of a chart do, and keys that say so (`children`, `widgetId`). Which others
// do is not documented, so it is learned: a place in the config of a type whose texts are ids of widgets on the same dashboard nearly
// always. Keeps counts and few texts, no widget.

import {
  isObject,
  isPlainKey,
  type Json,
  type JsonObject,
  type Path,
  type ResolvedWorkbook,
} from "../model/index.ts";
import { MOST_STRAY, widgetsOf } from "./board.ts";
import type { Source, WidgetIdPlace, WidgetIdUses } from "./rule.ts";

/** Places that are followed: far more than any project has. */
const MOST_PLACES = 20_000;
/** Levels below `config`. */
const DEEPEST_PLACE = 6;
/** The names of places that are no keys: the items of a list, the keys of a map, and what a map holds for a widget by its id. */
const ITEMS = 0;
const KEYS = 1;
const WIDGET = 2;
/** Keys whose texts, or the items or keys below them, name widgets. */
const NAMING = /^(child(ren)?|widget)s?_?(ids?)?$/i;
/** What an id looks like: not a member's name, not prose. */
const ID = /^[\p{L}\p{N}_-]{1,128}$/u;

/** `by`: the id of the widget whose config it is in. */
type Stray = [text: string, path: Path, part: "key" | "value", by: Json];

/** A place in one workbook; a list of them names those above before those below. As JSON can hold it. */
export interface PlaceFact {
  /** The index of the place that it is below; none for the first level of a type of widget. */
  above?: number;
  name: string | number;
  /** Every text here that looks like an id names a widget. */
  names?: true;
  resolved: number;
  stray: Stray[];
}

/** A place while its workbook is walked. */
interface Local {
  index: number;
  fact: PlaceFact;
  below: Map<string | number, Local>;
}

/** What the configs of one workbook's widgets name. */
export function gatherWidgetIds(workbook: ResolvedWorkbook): PlaceFact[] {
  const widgets = widgetsOf(workbook);
  const ids = new Set<string>();
  for (const widget of widgets) if (isObject(widget) && typeof widget.id === "string") ids.add(widget.id);
  const places: PlaceFact[] = [];
  const types: Local["below"] = new Map();
  for (const [index, widget] of widgets.entries()) {
    if (!isObject(widget) || typeof widget.type !== "string") continue;
    const path = ["dashboard", "widgets", index, "config"];
    const gathering = { ids, places, own: widget.id ?? null, path, left: DEEPEST_PLACE };
    gather(gathering, widget.config, localBelow(places, widget.type, { below: types }));
  }
  return places;
}

/** Adds what one workbook's widgets name to what those of the project do. */
export function addWidgetIds(facts: readonly PlaceFact[], source: Source, uses: WidgetIdUses): void {
  const places: WidgetIdPlace[] = [];
  for (const { above, name, names = false, resolved, stray } of facts) {
    const place = placeBelow(uses, name, above === undefined ? uses : places[above]);
    places.push(place);
    place.names = names;
    place.resolved += resolved;
    for (const [text, path, part, by] of stray)
      if (names || place.stray.length <= MOST_STRAY) place.stray.push({ text, path, part, by, source });
  }
}

interface Gathering {
  ids: ReadonlySet<string>;
  places: PlaceFact[];
  /** The widget's own id, which says nothing. */
  own: Json;
  /** Where the walk is: every value of every config is looked at, so the path is one list, copied where it is kept. */
  path: (string | number)[];
  /** Levels that may still be entered. */
  left: number;
}

function gather(gathering: Gathering, value: Json | undefined, place: Local): void {
  if (typeof value === "string") note(gathering, value, place, "value");
  if (typeof value !== "object" || value === null || gathering.left < 0) return;
  gathering.left -= 1;
  if (Array.isArray(value)) gatherList(gathering, value, place);
  else gatherMap(gathering, value, place);
  gathering.left += 1;
}

function gatherList(gathering: Gathering, list: readonly Json[], place: Local): void {
  const { path, places } = gathering;
  const items = localBelow(places, ITEMS, place);
  for (let index = 0; index < list.length; index++) {
    path.push(index);
    gather(gathering, list[index], items);
    path.pop();
  }
}

function gatherMap(gathering: Gathering, map: JsonObject, place: Local): void {
  const { path, places, ids } = gathering;
  const keys = localBelow(places, KEYS, place);
  for (const key of Object.keys(map)) {
    if (key.startsWith("$") || isPlainKey(key)) continue;
    path.push(key);
    note(gathering, key, keys, "key");
    gather(gathering, map[key], localBelow(places, ids.has(key) ? WIDGET : key, place));
    path.pop();
  }
}

function localBelow(
  places: PlaceFact[],
  name: string | number,
  above: Pick<Local, "below"> & Partial<Local>,
): Local {
  const known = above.below.get(name);
  if (known) return known;
  const place: Local = {
    index: places.length,
    fact: {
      ...(above.index !== undefined && { above: above.index }),
      name,
      ...(isNaming(name, above.fact) && { names: true }),
      resolved: 0,
      stray: [],
    },
    below: new Map(),
  };
  if (places.length < MOST_PLACES) {
    places.push(place.fact);
    above.below.set(name, place);
  }
  return place;
}

/** `above`: the place that it is in, absent for the first level: a type of widget. */
function isNaming(name: string | number, above: PlaceFact | undefined): boolean {
  if (name === ITEMS) return above?.names === true;
  // A map under `widget` may be anything, such as a style.
  if (name === KEYS) return above?.names === true && !String(above.name).startsWith("widget");
  const isControls = name === "controls" && above?.above === undefined && above?.name === "CHART";
  return above !== undefined && typeof name === "string" && (isControls || NAMING.test(name));
}

/** The place of that name below another, or the first level of a widget type. Too many places: none of the new ones is kept. */
function placeBelow(
  uses: WidgetIdUses,
  name: string | number,
  above: Pick<WidgetIdPlace, "below"> = uses,
): WidgetIdPlace {
  const known = above.below.get(name);
  if (known) return known;
  const place: WidgetIdPlace = { below: new Map(), names: false, resolved: 0, stray: [] };
  if (uses.places.length < MOST_PLACES) {
    uses.places.push(place);
    above.below.set(name, place);
  }
  return place;
}

function note({ ids, own, path }: Gathering, text: string, { fact }: Local, part: "key" | "value"): void {
  if (text === own) return;
  if (ids.has(text)) {
    if (ID.test(text)) fact.resolved += 1;
  } else if ((fact.names || fact.stray.length <= MOST_STRAY) && ID.test(text)) {
    // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
    const copy = JSON.parse(JSON.stringify(text)) as string;
    fact.stray.push([copy, [...path], part, own]);
  }
}
