// Where a value of a resolved workbook is written. Nothing is tracked while loading: the way is found again on demand, from
// the tree of the file, through overrides, includes and layouts.
import type { LocatedPart, Path, Span } from "../model/index.ts";
import { type LayoutSection, mergeSections, type PlacedLayouts } from "./layouts.ts";
import { layersIn, locateBelow, locateSpot, type Placing, type Spot, stepAlong, stepInto } from "./spot.ts";

export interface Locating {
  placing: Placing;
  /** Where the workbook is defined. */
  spot: Spot;
  /** The ids of its widgets, in their order; only if overrides or layouts name them by id. */
  ids: readonly string[];
  /** The same before the overrides, if there are any. */
  baseIds: readonly string[] | undefined;
  sections: readonly LayoutSection[] | undefined;
  /** The target whose overrides were merged. */
  target: string | undefined;
  /** Where its slug is written, if that is known. */
  keySpan: Span | undefined;
}

export function locateInWorkbook(locating: Locating, path: Path, part: LocatedPart = "value"): Span {
  const { placing, spot, keySpan } = locating;
  if (path.length === 0) return (part === "key" && keySpan) || locateSpot(placing, spot, part);
  if (path[0] === "dashboard" && path[1] === "widgets" && typeof path[2] === "number") {
    return locateWidget(locating, path[2], { rest: path.slice(3), part });
  }
  const layers = rootLayers(locating);
  return layers.length > 0 ? locateBelow(placing, layers, { path, part }) : locateSpot(placing, spot, part);
}

/** The workbook's layers: the target's overrides, if merged, over the entry. */
function rootLayers({ placing, spot, target }: Locating): Spot[] {
  const own = layersIn(placing, spot);
  if (target === undefined) return own;
  return [...stepInto(placing, stepInto(placing, own, "overrides"), target), ...own];
}

function locateWidget(
  locating: Locating,
  index: number,
  { rest, part }: { rest: Path; part: LocatedPart },
): Span {
  const { placing, spot } = locating;
  const id = locating.ids[index];
  const layers = widgetLayers(locating, index, id);
  const elsewhere = layoutSpot(locating.sections, id, rest);
  if (elsewhere && stepAlong(placing, layers, rest.slice(0, elsewhere.used)).length === 0) {
    const path = [...elsewhere.spot.path, ...rest.slice(elsewhere.used)];
    return locateSpot(placing, { ...elsewhere.spot, path }, part);
  }
  if (layers.length === 0)
    return locateSpot(placing, { ...spot, path: [...spot.path, "dashboard", "widgets"] }, part);
  return locateBelow(placing, layers, { path: rest, part: rest.length === 0 ? "value" : part });
}

/** The layers of one widget. Overrides by id change indexes, so the entry's own list is then searched by id. */
function widgetLayers(locating: Locating, index: number, id: string | undefined): Spot[] {
  const { placing, spot, baseIds } = locating;
  const own = layersIn(placing, { ...spot, path: [...spot.path, "dashboard", "widgets"] });
  if (!baseIds) return stepInto(placing, own, index);
  const path = [...spot.path, "overrides", locating.target ?? "", "dashboard", "widgets"];
  const overriding = layersIn(placing, { ...spot, path });
  const asList = stepInto(placing, overriding, index);
  if (asList.length > 0 || id === undefined) return asList;
  const before = baseIds.indexOf(id);
  return [...stepInto(placing, overriding, id), ...(before === -1 ? [] : stepInto(placing, own, before))];
}

/** Kept for those that findings asked about: a dashboard may have as many findings as widgets. */
const placings = new WeakMap<readonly LayoutSection[], PlacedLayouts>();

/** Where `layouts` gives the position that `rest` asks for, and how many keys of `rest` that answers. */
function layoutSpot(
  sections: readonly LayoutSection[] | undefined,
  id: string | undefined,
  rest: Path,
): { spot: Spot; used: number } | undefined {
  const name = rest[0] === "position" ? "default" : rest[0] === "responsiveLayouts" ? rest[1] : undefined;
  if (typeof name !== "string" || id === undefined || sections === undefined) return undefined;
  const merged = placings.get(sections) ?? mergeSections(sections, []);
  placings.set(sections, merged);
  const placed = merged.get(id)?.get(name);
  return placed && { spot: placed.spot, used: rest[0] === "position" ? 1 : 2 };
}
