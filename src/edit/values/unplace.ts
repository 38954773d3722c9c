// The reverse of `layouts`: which positions go into the sections, and which into the widgets. A position stays where it is; a
// new one goes where those of the other widgets are.
import { type LayoutSection, mergeSections } from "../../desired/index.ts";
import { copyOf, isObject, type Json, type JsonObject, valueAt } from "../../model/index.ts";
import { isEmptyMap } from "./same.ts";
import { idOf } from "./unmerge.ts";

interface Unplaced {
  widgets: Json[];
  /** Each section as it has to be, in the order of the sections. */
  sections: JsonObject[];
}

interface Placed {
  /** The widgets as the files have them, without what the sections give. */
  written: readonly Json[];
  /** The widgets as they have to be, with everything. */
  wanted: readonly Json[];
  sections: readonly LayoutSection[];
  /** Ids of removed widgets. */
  gone: readonly string[];
}

export function unplace({ written, wanted, sections, gone }: Placed): Unplaced {
  const merged = mergeSections(sections, []);
  const results = sections.map(({ value }) => copyOf(value));
  const put = (name: string, id: string, position: Json | undefined): void => {
    const spot = merged.get(id)?.get(name)?.spot;
    const owner = spot ? sections.findIndex((one) => one.spot.file === spot.file && isBelow(spot, one)) : -1;
    const fallback = () => sections.findIndex(({ value }) => isObject(value[name]));
    const section = results[owner === -1 ? fallback() : owner]!;
    const positions = isObject(section[name]) ? section[name] : {};
    if (position === undefined) delete positions[id];
    else positions[id] = position;
    if (isEmptyMap(positions)) delete section[name];
    else section[name] = positions;
  };
  const widgets = wanted.map((widget) => {
    if (!isObject(widget)) return widget;
    const id = idOf(widget);
    const own = written.find((one) => idOf(one) === id);
    const placed = merged.get(id);
    const inSections = (name: string): boolean =>
      placed?.has(name) === true ||
      (positionOf(own, name) === undefined && areInSections(written, sections, name));
    return takeOut(widget, {
      isListed: isObject(own) && own.responsiveLayouts !== undefined,
      placed: new Set(placed?.keys()),
      inSections,
      put: (name, position) => put(name, id, position),
    });
  });
  for (const id of gone) for (const name of merged.get(id)?.keys() ?? []) put(name, id, undefined);
  return { widgets, sections: results };
}

interface Places {
  /** Whether the widget has `responsiveLayouts` in its file. */
  isListed: boolean;
  placed: ReadonlySet<string>;
  inSections(name: string): boolean;
  put(name: string, position: Json | undefined): void;
}

/** Puts a widget's positions where they belong; gives the widget without those. */
function takeOut(widget: JsonObject, { isListed, placed, inSections, put }: Places): JsonObject {
  const left: JsonObject = { ...widget };
  const listed = isObject(widget.responsiveLayouts) ? Object.keys(widget.responsiveLayouts) : [];
  for (const name of new Set([...placed, "default", ...listed])) {
    if (!inSections(name)) continue;
    put(name, positionOf(widget, name));
    if (name === "default") delete left.position;
    else if (isObject(left.responsiveLayouts)) {
      const { [name]: _, ...rest } = left.responsiveLayouts;
      left.responsiveLayouts = rest;
    }
  }
  // One that is wanted empty stays.
  if (listed.length > 0 && !isListed && isEmptyMap(left.responsiveLayouts)) delete left.responsiveLayouts;
  return left;
}

function positionOf(widget: Json | undefined, name: string): Json | undefined {
  if (!isObject(widget)) return undefined;
  return (name === "default" ? widget.position : valueAt(widget, ["responsiveLayouts", name])) ?? undefined;
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
