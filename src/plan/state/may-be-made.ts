// What a platform may make of what it is asked for before anybody sees its answer: more than filling in (extends-value.ts).

import { isObject, type Json } from "../../model/index.ts";
import { isSame } from "./canonical.ts";
import { bareId } from "./widgets.ts";

/**
 * Whether `live` may be what a platform made of `asked` by itself: keys added or left out because they are null, white space taken off the
 * ends of texts, a list of texts put in the order of the alphabet, a whole number rounded to what a double holds.
 */
export function mayBeMade(asked: Json, live: Json): boolean {
  if (Array.isArray(asked) && Array.isArray(live)) {
    if (asked.length !== live.length) return false;
    const isInOrder = asked.every((item, index) => mayBeMade(item, live[index] as Json));
    return isInOrder || (isSorted(live) && isSame(sorted(asked), sorted(live)));
  }
  if (isObject(asked) && isObject(live)) {
    return Object.entries(asked).every(
      ([key, item]) => item === null || (Object.hasOwn(live, key) && mayBeMade(item, live[key] as Json)),
    );
  }
  if (typeof asked === "string" && typeof live === "string") return live === asked || live === asked.trim();
  if (isNumber(asked) && isNumber(live)) return Number(asked) === Number(live);
  return isSame(asked, live);
}

/** The same of the id of a widget, which may also lose its upper case. */
export function mayBeMadeId(asked: Json, live: Json): boolean {
  return (
    typeof asked === "string" &&
    typeof live === "string" &&
    (live === asked.toLowerCase() || live === bareId(asked))
  );
}

/** Whether a list is one of texts in the order of the alphabet, by code unit or as people sort. */
export function isSorted(list: readonly Json[]): boolean {
  const texts = list.filter((item) => typeof item === "string");
  if (texts.length < list.length) return false;
  const follows = (compare: (a: string, b: string) => number): boolean =>
    texts.every((text, index) => index === 0 || compare(texts[index - 1] as string, text) <= 0);
  return follows((a, b) => (a < b ? -1 : Number(a > b))) || follows((a, b) => a.localeCompare(b));
}

type Widgets = readonly (Json | undefined)[];

/** The orders that a platform may put widgets in: whether they stand in it. */
export const WIDGET_ORDERS: Readonly<Record<string, (widgets: Widgets) => boolean>> = {
  place: isSortedByPlace,
  id: (widgets) => isSorted(widgets.map((widget) => (isObject(widget) ? (widget.id ?? null) : null))),
};

/** Whether the order of `live` may be what a platform made of that of `asked`. */
export function maySort(asked: Widgets, live: Widgets): boolean {
  return Object.values(WIDGET_ORDERS).some((isInOrder) => isInOrder(live) && !isInOrder(asked));
}

/** Whether widgets stand in the order of their places: from the top, then from the left. */
export function isSortedByPlace(widgets: Widgets): boolean {
  const places = widgets.map((widget) => {
    const position = isObject(widget) && isObject(widget.position) ? widget.position : {};
    return [Number(position.y ?? 0), Number(position.x ?? 0)] as const;
  });
  return places.every(([y, x], index) => {
    const [above, left] = places[index - 1] ?? [y, x];
    return above < y || (above === y && left <= x);
  });
}

function sorted(list: readonly Json[]): Json[] {
  return list.map((item) => (typeof item === "string" ? item.trim() : item)).sort();
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
