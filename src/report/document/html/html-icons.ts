// The shapes that the page draws: what happens to a dashboard, and of which kind a widget is. Drawn here, because not every machine has a
// font with such signs.

import type { Sign } from "../document.ts";

const PEN = '<path d="M3 13l.8-3L11 2.8 13.2 5 6 12.2z"/>';

const MARKS: Readonly<Record<Sign, string>> = {
  decide: '<circle cx="8" cy="8" r="6.5"/><path d="M8 4v5M8 11v1"/>',
  delete: '<path d="M4 4l8 8M12 4l-8 8"/>',
  create: '<path d="M8 3v10M3 8h10"/>',
  publish: '<path d="M8 14V3M4 7l4-4 4 4"/>',
  charts: '<path d="M3 13V8M8 13V3M13 13V6"/>',
  layout: '<path d="M2 3h5v10H2zM9 3h5v4H9zM9 9h5v4H9z"/>',
  edit: PEN,
  rename: PEN,
  stamp: PEN,
};

/** By the type of the widget; a map, because a file may say `constructor`. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["CHART", MARKS.charts],
  ["TEXT", '<path d="M2 4h12M2 8h12M2 12h7"/>'],
  ["FILTER", '<path d="M2 3h12L9.5 8.5V14l-3-2V8.5z"/>'],
  ["AI", '<path d="M8 2l1.6 4.4L14 8 9.6 9.6 8 14 6.4 9.6 2 8l4.4-1.6z"/>'],
  ["TIME_GRAIN", '<circle cx="8" cy="8" r="6"/><path d="M8 4v4l3 2"/>'],
  ["FIELD", '<path d="M2 6h11l-3-3M14 10H3l3 3"/>'],
  ["PARENT", '<path d="M5 5h6a3 3 0 0 1 0 6H5a3 3 0 0 1 0-6z"/><circle cx="11" cy="8" r="1"/>'],
  ["SPACER", '<path stroke-dasharray="2 2" d="M2 3h12v10H2z"/>'],
  ["DIVIDER", '<path d="M1 8h14"/>'],
  ["CONTAINER", '<path d="M2 3h12v10H2zM2 6.5h12"/>'],
]);

/** Filters and what else viewers set: drawn round, as buttons are. */
const CONTROLS: ReadonlySet<string> = new Set(["FILTER", "TIME_GRAIN", "FIELD", "PARENT"]);

/** For an attribute: one of the classes of the style, whatever a file says. */
export function kindClass(type: string | undefined): string {
  if (type === undefined || !KINDS.has(type)) return "k-other";
  return CONTROLS.has(type) ? "k-control" : `k-${type.toLowerCase()}`;
}

/** The id of the shape; undefined for a type that nobody knows. */
export function kindIcon(type: string | undefined): string | undefined {
  return type !== undefined && KINDS.has(type) ? `k-${type}` : undefined;
}

export function markIcon(mark: Sign): string {
  return `m-${mark}`;
}

/** All of them, once in the page. */
export function iconDefinitions(): string {
  const symbol = (id: string, shape: string) => `<symbol id="${id}" viewBox="0 0 16 16">${shape}</symbol>`;
  const marks = Object.entries(MARKS).map(([mark, shape]) => symbol(markIcon(mark as Sign), shape));
  const kinds = [...KINDS].map(([type, shape]) => symbol(`k-${type}`, shape));
  return `<svg class="defs" width="0" height="0" aria-hidden="true">\n${[...marks, ...kinds].join("\n")}\n</svg>`;
}
