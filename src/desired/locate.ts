// Where a value of a resolved workbook is written. Nothing is tracked while loading: the way is found again on demand, from
// the tree of the file, through overrides, includes and layouts.
import {
  type Diagnostic,
  inRow,
  type LocatedPart,
  type OfRow,
  type Path,
  type Place,
  type Span,
} from "../model/index.ts";
import { type LayoutSection, mergeSections, type PlacedLayouts } from "./layouts.ts";
import {
  layersIn,
  locateBelow,
  locateSpot,
  nodeAt,
  type Placing,
  type Spot,
  spanOfSpot,
  stepAlong,
  stepInto,
} from "./spot.ts";
import { namesOfRow } from "./variables.ts";
import type { RowOrigin, TableLine } from "./walk.ts";

export interface Locating {
  placing: Placing;
  /** Where the workbook is defined. */
  spot: Spot;
  /** The ids of its widgets, in their order; only if overrides or layouts name them by id. */
  ids: readonly string[];
  /** The same before the overrides, if there are any. */
  baseIds: readonly string[] | undefined;
  /** The same before the `override` of the row that declares it, if that has one. */
  rowIds?: readonly string[] | undefined;
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

/** The layers of the value at a path; none if it is not written, or under `layouts`. */
export function layersInWorkbook(locating: Locating, path: Path): Spot[] {
  const { placing, ids } = locating;
  const [top, list, index, ...rest] = path;
  if (top !== "dashboard" || list !== "widgets" || typeof index !== "number")
    return stepAlong(placing, rootLayers(locating), path);
  return stepAlong(placing, widgetLayers(locating, index, ids[index]), rest);
}

/** The workbook's layers: the target's overrides, if merged, over the row's, over the entry. */
function rootLayers(locating: Locating): Spot[] {
  const { placing, spot, target } = locating;
  const own = [...rowLayers(placing, spot), ...layersIn(placing, spot)];
  if (target === undefined) return own;
  return [...stepInto(placing, stepInto(placing, own, "overrides"), target), ...own];
}

/** What the `override` of a row says of what the template at a spot makes of it: for this template before for all. */
export function rowLayers(placing: Placing, { path: [section, template], row }: Spot): Spot[] {
  if (!row) return [];
  const override = layersIn(placing, { ...row, path: [...row.path, "override"] });
  const names = [...(section === "reports" ? ["reports"] : []), template!];
  const own = stepAlong(placing, override, names);
  return section === "reports" ? own : [...own, ...override];
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

/** The layers of one widget. Overrides by id change indexes, so the list below them is then searched by id. */
function widgetLayers(locating: Locating, index: number, id: string | undefined): Spot[] {
  const { placing, spot, baseIds, rowIds } = locating;
  const path = [...spot.path, "overrides", locating.target ?? "", "dashboard", "widgets"];
  const over = [
    { before: baseIds, layers: () => layersIn(placing, { ...spot, path }) },
    { before: rowIds, layers: () => stepAlong(placing, rowLayers(placing, spot), ["dashboard", "widgets"]) },
  ];
  const found: Spot[] = [];
  let at = index;
  for (const { before, layers } of over) {
    if (!before) continue;
    const overriding = layers();
    const asList = stepInto(placing, overriding, at);
    if (asList.length > 0 || id === undefined) return [...found, ...asList];
    found.push(...stepInto(placing, overriding, id));
    at = before.indexOf(id);
    if (at === -1) return found;
  }
  const own = layersIn(placing, { ...spot, path: [...spot.path, "dashboard", "widgets"] });
  return [...found, ...stepInto(placing, own, at)];
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

/** A row of a template, and where it is. As JSON can hold it. */
export interface RowPlace {
  template: string;
  row: string;
  /** How many rows the template is for. */
  all: number;
  spot: Spot;
  /** Where it is in a table: then the spot is written nowhere. */
  table?: TableLine | undefined;
}

/** The layers of a value of what the row declares; none if it is not written. */
export type LayersAt = (path: Path) => readonly Spot[];

/** A copy of the name, because strings that were cut out of a file keep the whole text of it in memory. */
export function rowPlaceOf({
  template,
  row: { name, spot, table },
  all,
}: Omit<RowOrigin, "ids" | "own">): RowPlace {
  return { template, row: Buffer.from(name).toString(), all, spot, ...(table && { table }) };
}

/** The row as findings say it. Places are looked up when they are asked for: that costs a parse. */
export function describeRow(placing: Placing, at: RowPlace, layersAt?: LayersAt): OfRow {
  const { template, row, all, table } = at;
  let known: Place | undefined;
  const place = () => {
    known ??= table ? { ...table, column: 1 } : locateSpot(placing, at.spot);
    return known;
  };
  if (!layersAt) return { template, row, all, place };
  const valueAt: OfRow["valueAt"] = (path, part) => {
    const [layer] = part === "key" ? [] : layersAt(path);
    const text = part === "key" ? (path.at(-1) ?? template) : layer && nodeAt(placing.files, layer)?.value;
    const [name, ...others] = typeof text === "string" ? namesOfRow(text) : [];
    return name === undefined || others.length > 0 ? undefined : spanOfValue(placing, at, name);
  };
  return { template, row, all, place, valueAt };
}

function spanOfValue(placing: Placing, { spot, table }: RowPlace, name: string): Span | undefined {
  if (table) return { ...table, column: 1, endLine: table.line, endColumn: 2 };
  const [own] = stepInto(placing, layersIn(placing, spot), name);
  return own && spanOfSpot(placing.files, own);
}

/** Findings of a row, if there is one. */
export function withRow(found: readonly Diagnostic[], row: OfRow | undefined): readonly Diagnostic[] {
  return row ? found.map((one) => inRow(one, row)) : found;
}
