// The reverse of `layouts`: which positions the sections have to say, and which the widgets. A position stays where it stands; a
// new one goes where those of the other widgets stand.
import { type LayoutSection, mergeSections, writeOut } from "../desired/index.ts";
import { CORNERS, isObject, type Json, type JsonObject } from "../model/index.ts";
import { same } from "./same.ts";
import { idOf } from "./unmerge.ts";

export interface Unplaced {
  widgets: Json[];
  /** What each section is to say, in the order of the sections. */
  sections: JsonObject[];
}

/**
 * `written` are the widgets as the files have them, without what the sections give; `wanted` the same with everything. `gone` are
 * widgets that no longer are.
 */
export function unplace(
  written: readonly Json[],
  wanted: readonly Json[],
  sections: readonly LayoutSection[],
  gone: readonly string[],
): Unplaced {
  const merged = mergeSections(sections, []);
  const results = sections.map(({ value }) => structuredClone(value));
  const put = (name: string, id: string, position: Json | undefined): void => {
    const spot = merged.get(id)?.get(name)?.spot;
    const owner = spot ? sections.findIndex((one) => one.spot.file === spot.file && isBelow(spot, one)) : -1;
    const fallback = Math.max(
      sections.findIndex(({ value }) => isObject(value[name])),
      0,
    );
    const section = results[owner === -1 ? fallback : owner]!;
    const positions = isObject(section[name]) ? section[name] : {};
    if (position !== undefined) {
      if (!same(writeOut(positions[id] ?? null), position)) positions[id] = position;
    } else delete positions[id];
    if (Object.keys(positions).length > 0) section[name] = positions;
    else delete section[name];
  };
  const widgets = wanted.map((widget) => {
    if (!isObject(widget) || sections.length === 0) return widget;
    const id = idOf(widget);
    const own = written.find((one) => idOf(one) === id);
    const placed = merged.get(id);
    const inSections = (name: string): boolean =>
      placed?.has(name) === true ||
      (positionOf(own, name) === undefined && areInSections(written, sections, name));
    return takeOut(widget, own, new Set(placed?.keys()), inSections, (name, position) =>
      put(name, id, position),
    );
  });
  for (const id of gone) for (const name of merged.get(id)?.keys() ?? []) put(name, id, undefined);
  return { widgets, sections: results };
}

function takeOut(
  widget: JsonObject,
  own: Json | undefined,
  placed: Set<string>,
  inSections: (name: string) => boolean,
  put: (name: string, position: Json | undefined) => void,
): JsonObject {
  const left: JsonObject = { ...widget };
  const names = new Set([...placed, "default"]);
  if (isObject(widget.responsiveLayouts))
    for (const name of Object.keys(widget.responsiveLayouts)) names.add(name);
  for (const name of names) {
    const position = positionOf(widget, name);
    const isShort = position === undefined || isPosition(position);
    if (!inSections(name) || !isShort) {
      if (placed.has(name)) put(name, undefined);
      continue;
    }
    put(name, position);
    if (name === "default") delete left.position;
    else if (isObject(left.responsiveLayouts)) {
      const { [name]: _, ...rest } = left.responsiveLayouts;
      left.responsiveLayouts = rest;
    }
  }
  const { responsiveLayouts } = left;
  const empty = isObject(responsiveLayouts) && Object.keys(responsiveLayouts).length === 0;
  if (empty && (!isObject(own) || own.responsiveLayouts === undefined)) delete left.responsiveLayouts;
  return left;
}

function positionOf(widget: Json | undefined, name: string): Json | undefined {
  if (!isObject(widget)) return undefined;
  const found =
    name === "default"
      ? widget.position
      : isObject(widget.responsiveLayouts)
        ? widget.responsiveLayouts[name]
        : null;
  return found ?? undefined;
}

function isPosition(value: Json): boolean {
  return isObject(value) && CORNERS.every((corner) => typeof value[corner] === "number");
}

/** Whether the files keep the positions of this name apart: some section has them and no widget does. */
function areInSections(written: readonly Json[], sections: readonly LayoutSection[], name: string): boolean {
  return (
    sections.some(({ value }) => isObject(value[name])) &&
    written.every((widget) => positionOf(widget, name) === undefined)
  );
}

function isBelow(spot: LayoutSection["spot"], { spot: section }: LayoutSection): boolean {
  const offset = (doc: typeof spot.doc) => (typeof doc === "number" ? doc : -1 - doc.offset);
  return offset(spot.doc) === offset(section.doc) && spot.path[1] === section.path[1];
}
