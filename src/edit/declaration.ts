// One declaration as the files have it: each piece with its place, its value, and the value it needs so that all of them
// together, resolved for the target, give the wanted entry.

import {
  createResolver,
  type Files,
  formatOf,
  type LayoutSection,
  mergeSections,
  parseText,
  placeWidget,
  resolveDocument,
  type Spot,
  writeOut,
} from "../desired/index.ts";
import {
  copyOf,
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  ownValue,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Target,
  valueAt,
  widgetsOf,
  withoutNulls,
} from "../model/index.ts";
import { folderNames, folderText } from "./form/folder-text.ts";
import type { Style } from "./form/render.ts";
import type { RowOfSlot } from "./slots.ts";
import { ABSENT, IN_WORKBOOK, isEmptyMap, type Nulls, REMOVING, same } from "./values/same.ts";
import { idOf, unmergeWorkbook } from "./values/unmerge.ts";
import { type Everywhere, inEntry, withCopies, withoutPatchesOf } from "./values/widgets-everywhere.ts";

/** A value of the files, now and as wanted. */
export interface Piece {
  spot: Spot;
  now: Json;
  want: Json;
  nulls: Nulls;
  style: Style;
  /** The row whose values the place has, if it is in a template. */
  row?: RowOfSlot;
  /** Whether the place is itself a row. */
  isRow?: boolean;
}

/** Reads documents of the project as they are after includes and variables, each file once. */
export type ReadResolved = (file: string) => Json[];

export function resolvedReader(
  files: Files,
  options: { project: Project; target: Target; env: Record<string, string | undefined> },
): ReadResolved {
  const resolver = createResolver(files, options);
  const known = new Map<string, Json[]>();
  return (file) => {
    let values = known.get(file);
    if (!values) {
      const text = files.read(file);
      const { documents } = parseText(typeof text === "string" ? text : "", formatOf(file));
      values = documents.map((value, doc) => resolveDocument(resolver, { file, doc, value }).value);
      known.set(file, values);
    }
    return values;
  };
}

const findWorkbook = (read: ReadResolved, { file, writtenSlug }: ResolvedWorkbook) =>
  findSpot(read, file, ["workbooks", writtenSlug]);

/** Of the ids of widgets those that the files say of this target alone. */
export function onlyOf(
  read: ReadResolved,
  { workbook }: DeclaredWorkbook,
  { target, ids }: { target: Target; ids: ReadonlySet<string> },
): string[] {
  const { raw: base } = findWorkbook(read, workbook);
  const patch = isObject(base.overrides) ? ownValue(base.overrides, target.name) : undefined;
  const known = inEntry({ base, patch }, ids);
  return [...ids].filter((id) => !known.has(id));
}

function findSpot(read: ReadResolved, file: string, path: string[]): { spot: Spot; raw: JsonObject } {
  for (const [doc, value] of read(file).entries()) {
    const raw = valueAt(value, path);
    if (isObject(raw)) return { spot: { file, doc, path }, raw };
  }
  throw new Error(`${path.join(".")} is not written in ${file}`);
}

/** The pieces of a report. Its public id is the target's own if the file has one for each. */
export function reportPieces(
  read: ReadResolved,
  report: ResolvedReport,
  { entry, target }: { entry: JsonObject; target: Target },
): Piece[] {
  const { spot, raw } = findSpot(read, report.file, ["reports", report.key]);
  const want = wantedReport(raw, entry, target);
  return [{ spot, now: raw, want, nulls: ABSENT, style: { shortPositions: true, layouts: false } }];
}

/** A report as the files have to say it: with where it is declared, and its public ids at the other targets. */
export function wantedReport(raw: JsonObject, entry: JsonObject, target: Target): JsonObject {
  const want = withoutNulls(entry);
  if (raw.targets !== undefined) want.targets = raw.targets;
  if (isObject(raw.publicId)) {
    const { [target.name]: _, ...others } = raw.publicId;
    const { publicId } = want;
    want.publicId = publicId === undefined ? others : { ...others, [target.name]: publicId };
  }
  return want;
}

/** A workbook as the files declare it, with what `layouts` says of it. */
export interface DeclaredWorkbook {
  workbook: ResolvedWorkbook;
  layouts: readonly LayoutSection[];
}

/** The pieces of a workbook: its entry, its overrides, and what `layouts` says of it. */
export function workbookPieces(
  read: ReadResolved,
  { workbook, layouts: sections }: DeclaredWorkbook,
  { entry, target, ...everywhere }: { entry: JsonObject; target: Target } & Everywhere,
): Piece[] {
  const { spot, raw } = findWorkbook(read, workbook);
  // Where it is declared is no part of what it is.
  const { overrides: rawOverrides, targets: limit, ...rawOwn } = raw;
  const limited: JsonObject = limit === undefined ? {} : { targets: limit };
  const own = withWidgets(rawOwn, (list) => list.map(inFull));
  const overrides = isObject(rawOverrides) ? patchInFull(rawOverrides, target.name) : rawOverrides;
  const patches = isObject(overrides) ? overrides : {};
  const base = placedBy(sections)(own);
  const want = wantedFolder(own, withoutNulls(entry));
  const left = withoutPatchesOf(
    patches,
    inEntry({ base, patch: ownValue(patches, target.name) }, everywhere.removed),
  );
  const changed = withCopies({ base, patches: left }, { ...everywhere, target: target.name }, want);
  const patch = ownValue(changed.patches, target.name);
  const after = unmergeWorkbook(
    { base: changed.base, patch: isObject(patch) ? patch : undefined },
    want,
    namedElsewhere(changed.patches, target),
  );

  const shortPositions = writesLists(widgetsOf(rawOwn.dashboard), sections);
  const apart = takeApart({ own, sections, shortPositions }, after.base, (id) => isAdded(after.patch, id));
  const wantOverrides = { ...changed.patches };
  if (after.patch === undefined) delete wantOverrides[target.name];
  else wantOverrides[target.name] = after.patch;

  const now = overrides === undefined ? { ...own, ...limited } : { ...own, ...limited, overrides };
  const overridden = same(patches, wantOverrides, REMOVING) ? overrides : wantOverrides;
  const isLeft = isObject(overridden)
    ? Object.keys(overridden).length > 0 || isEmptyMap(overrides)
    : overridden !== undefined;
  return [
    {
      spot,
      now,
      want: isLeft ? { ...apart.entry, ...limited, overrides: overridden! } : { ...apart.entry, ...limited },
      nulls: IN_WORKBOOK,
      style: { shortPositions, layouts: false },
    },
    ...apart.layouts,
  ];
}

/**
 * What is wanted of an entry whose widgets have all their places, taken apart: the entry as its file has to say it, and what `layouts` says.
 * `isKept`: whether something else still has a widget that the entry loses.
 */
export function takeApart(
  {
    own,
    sections,
    shortPositions,
  }: { own: JsonObject; sections: readonly LayoutSection[]; shortPositions: boolean },
  whole: JsonObject,
  isKept: (id: string) => boolean = () => false,
): { entry: JsonObject; layouts: Piece[] } {
  const written = widgetsOf(own.dashboard);
  const wanted = widgetsOf(whole.dashboard);
  const left = new Set(wanted.map(idOf));
  const gone = written.map(idOf).filter((id) => !left.has(id) && !isKept(id));
  const full = sections.map((one) => ({ ...one, value: mapValues(one.value, sectionInFull) }));
  const unplaced = unplace({ written, wanted, sections: full, gone });
  const layouts = full.map(
    ({ spot, value }, index): Piece => ({
      spot,
      now: value,
      want: unplaced.sections[index]!,
      nulls: ABSENT,
      style: { shortPositions, layouts: true },
    }),
  );
  return { entry: withWidgets(whole, () => unplaced.widgets), layouts };
}

/** Gives an entry with the places that `layouts` has for its widgets. */
export function placedBy(sections: readonly LayoutSection[]): (entry: JsonObject) => JsonObject {
  const layouts = mergeSections(sections, []);
  const placed = (widget: Json) =>
    isObject(widget) ? placeWidget(widget, layouts.get(idOf(widget))) : widget;
  return (entry) => withWidgets(entry, (list) => list.map(placed));
}

/** A widget with its positions written out, so that they compare in either spelling. */
export function inFull(widget: Json): Json {
  return isObject(widget) ? placeWidget(widget, undefined) : widget;
}

/** The overrides with the positions of the target's own widgets written out. */
export function patchInFull(overrides: JsonObject, target: string): JsonObject {
  const patch = ownValue(overrides, target);
  if (!isObject(patch) || !isObject(patch.dashboard)) return overrides;
  const { widgets } = patch.dashboard;
  if (!isObject(widgets)) return overrides;
  const full = { ...patch.dashboard, widgets: mapValues(widgets, inFull) };
  return { ...overrides, [target]: { ...patch, dashboard: full } };
}

function sectionInFull(positions: Json): Json {
  return isObject(positions) ? mapValues(positions, writeOut) : positions;
}

/** Ids of widgets that the overrides of other targets name → the first such target. */
export function namedElsewhere(patches: JsonObject, target: Target): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [name, patch] of Object.entries(patches)) {
    if (name === target.name || !isObject(patch) || !isObject(patch.dashboard)) continue;
    const { widgets } = patch.dashboard;
    for (const id of isObject(widgets) ? Object.keys(widgets) : []) if (!ids.has(id)) ids.set(id, name);
  }
  return ids;
}

function isAdded(patch: JsonObject | undefined, id: string): boolean {
  const widgets = isObject(patch?.dashboard) ? patch.dashboard.widgets : undefined;
  return isObject(widgets) && isObject(ownValue(widgets, id));
}

/** A folder stays a path or a list, as it was written, if that can hold the new one. */
export function wantedFolder(now: JsonObject, want: JsonObject): JsonObject {
  const names = folderNames(want.folder);
  if (!names) return want;
  if (folderNames(now.folder)?.join("\n") === names.join("\n")) return { ...want, folder: now.folder! };
  const isList = Array.isArray(now.folder) && names.length > 0;
  return { ...want, folder: isList ? names : folderText(names) };
}

export function withWidgets(entry: JsonObject, change: (widgets: Json[]) => Json[]): JsonObject {
  if (!isObject(entry.dashboard) || !Array.isArray(entry.dashboard.widgets)) return entry;
  return { ...entry, dashboard: { ...entry.dashboard, widgets: change(entry.dashboard.widgets) } };
}

/** Whether positions are written as lists: as most are, and as lists if there are none. */
export function writesLists(widgets: readonly Json[], sections: readonly LayoutSection[]): boolean {
  const positions: Json[] = widgets.flatMap((one) => (isObject(one) && one.position ? [one.position] : []));
  for (const { value } of sections) {
    for (const layout of Object.values(value)) if (isObject(layout)) positions.push(...Object.values(layout));
  }
  return positions.filter(Array.isArray).length * 2 >= positions.length;
}

// The reverse of `layouts`: which positions go into the sections, and which into the widgets. A position stays where it is; a
// new one goes where those of the other widgets are.

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

function unplace({ written, wanted, sections, gone }: Placed): Unplaced {
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
