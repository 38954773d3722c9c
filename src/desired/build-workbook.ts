// From a checked definition to one workbook of desired state: layouts put on widgets, the target's overrides merged.

import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  ownValue,
  type ResolvedWorkbook,
  type Span,
  suggest,
  suggestFrom,
  widgetsOf,
} from "../model/index.ts";
import { addAll, errorAt } from "./diagnose.ts";
import {
  conflict,
  type LayoutProblem,
  type LayoutSection,
  mergeSections,
  type PlacedLayouts,
  placeWidget,
  unknownWidget,
} from "./layouts.ts";
import { readLimit } from "./limits.ts";
import {
  describeRow,
  type Locating,
  layersInWorkbook,
  locateInWorkbook,
  type RowPlace,
  rowPlaceOf,
} from "./locate.ts";
import { applyOverride, type OverrideProblem } from "./overrides.ts";
import { checkTargets } from "./reports.ts";
import { validateFile } from "./schema.ts";
import { findingAt, locateSpot, type Spot } from "./spot.ts";
import { pay, type Resolver, type RowOrigin } from "./walk.ts";

interface Definition {
  slug: string;
  writtenSlug: string;
  /** Where it is defined: the path is [workbooks, slug as written]. */
  spot: Spot;
  entry: JsonObject;
  sections: readonly LayoutSection[] | undefined;
  /** Targets whose overrides the schema has already refused. */
  flawed: ReadonlySet<string> | undefined;
  /** Where its slug is written, if that is known. */
  keySpan: Span | undefined;
  /** The row that declares it, if one does. */
  origin: RowOrigin | undefined;
}

/** How the values of a workbook are placed, as far as only building it says. As JSON can hold it. */
export interface Placement extends Pick<Locating, "ids" | "baseIds" | "rowIds" | "target" | "keySpan"> {
  row?: RowPlace | undefined;
}

const NO_LAYOUTS: PlacedLayouts = new Map();
const NO_IDS: readonly string[] = [];

/** Builds one workbook for the chosen target and adds what is wrong with it to the diagnostics. */
export function buildWorkbook(
  resolver: Resolver,
  definition: Definition,
  diagnostics: Diagnostic[],
): { workbook: ResolvedWorkbook; placement: Placement } {
  const { slug, sections, keySpan, origin } = definition;
  const problems: LayoutProblem[] = [];
  const layouts = sections ? mergeSections(sections, problems) : NO_LAYOUTS;
  const { overrides, targets, ...own } = definition.entry;
  addAll(problems, checkLayouts(definition, layouts));
  const base = placeWidgets(own, layouts);
  addAll(diagnostics, checkOverrides(resolver, definition, base));
  const { target } = resolver.variables;
  const chosen = target && isObject(overrides) ? ownValue(overrides, target.name) : undefined;
  const patch = isObject(chosen) ? chosen : undefined;
  const entry = patch ? placeWidgets(applyOverride(base, patch, []), layouts) : base;
  // Rules and plans keep `locate` for every workbook, so it must not keep the entry: ids alone, and only if places need them.
  const placement: Placement = {
    ids: patch || sections || origin?.ids ? idsOf(entry) : NO_IDS,
    baseIds: patch ? idsOf(base) : undefined,
    rowIds: origin?.ids?.before,
    row: origin && rowPlaceOf(origin),
    target: patch && target?.name,
    keySpan,
  };
  const workbook: ResolvedWorkbook = {
    ...placeWorkbook(resolver, definition, placement),
    entry,
    deployments: () =>
      targetsByDeployment(resolver, targets).map((name) => {
        const other = isObject(overrides) ? ownValue(overrides, name) : undefined;
        return isObject(other) ? applyOverride(base, other, []) : base;
      }),
  };
  checkPositions(workbook, diagnostics);
  for (const problem of problems) diagnostics.push(layoutDiagnostic(resolver, problem, slug));
  return { workbook, placement };
}

/** A target of each deployment that a workbook with these `targets` is declared for. */
function targetsByDeployment({ variables: { project } }: Resolver, limit: Json | undefined): string[] {
  const all = Object.values(project.targets);
  if (all.length < 2) return [];
  const { names } = readLimit(limit, project, undefined) ?? {};
  const meant = all.filter(({ name }) => !names || names.has(name));
  const byPlace = meant.map(({ name, url, deployment = name }) => [`${url} ${deployment}`, name] as const);
  return [...new Map(byPlace).values()];
}

/** A workbook without what it holds. */
export function placeWorkbook(
  resolver: Resolver,
  { slug, writtenSlug, spot, sections }: Pick<Definition, "slug" | "writtenSlug" | "spot" | "sections">,
  { row, ...placement }: Placement,
): Omit<ResolvedWorkbook, "entry"> {
  const locating: Locating = { placing: resolver, spot, sections, ...placement };
  const ofRow = row && describeRow(resolver, row, (path) => layersInWorkbook(locating, path));
  return {
    slug,
    writtenSlug,
    file: spot.file,
    locate: (path, part) => locateInWorkbook(locating, path, part),
    ...(sections && {
      layoutFiles: () => sections.map((section) => locateSpot(resolver, section.spot).file),
    }),
    ...(ofRow && { template: ofRow.template, row: ofRow.row, ofRow }),
  };
}

/** A copy, because strings that js-yaml cut out of a file keep the whole text of it in memory. */
export function idsOf(entry: Json): string[] {
  const ids = widgetsOf(isObject(entry) ? entry.dashboard : undefined).map((widget) =>
    String(isObject(widget) ? widget.id : undefined),
  );
  return JSON.parse(JSON.stringify(ids)) as string[];
}

/** The entry with the positions of its widgets written out, and with those of its layouts. */
export function placeWidgets(entry: JsonObject, layouts: PlacedLayouts): JsonObject {
  const widgets = widgetsOf(entry.dashboard);
  let changed = false;
  const placed = widgets.map((widget) => {
    if (!isObject(widget)) return widget;
    const result = placeWidget(widget, layouts.size > 0 ? layouts.get(String(widget.id)) : undefined);
    changed ||= result !== widget;
    return result;
  });
  return changed ? { ...entry, dashboard: { ...(entry.dashboard as JsonObject), widgets: placed } } : entry;
}

/** A position comes from one place, and layouts name widgets that are there, if only for one target. */
function checkLayouts({ slug, spot, entry, origin }: Definition, layouts: PlacedLayouts): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  if (layouts.size === 0) return problems;
  const known = new Set<string>();
  // An `override` of a row gives a widget another place or none, as those of targets do.
  const own = origin?.own ?? entry;
  for (const id of origin?.ids?.after ?? []) known.add(id);
  for (const [index, widget] of widgetsOf(own.dashboard).entries()) {
    if (!isObject(widget)) continue;
    known.add(String(widget.id));
    for (const [name, { spot: other }] of layouts.get(String(widget.id)) ?? []) {
      const below = name === "default" ? ["position"] : ["responsiveLayouts", name];
      const holder = name === "default" ? widget : widget.responsiveLayouts;
      if (!isObject(holder) || holder[below.at(-1)!] == null) continue;
      const at = { ...spot, path: [...spot.path, "dashboard", "widgets", index, ...below] };
      problems.push(conflict(String(widget.id), at, other));
    }
  }
  for (const patch of Object.values(isObject(entry.overrides) ? entry.overrides : {})) {
    const widgets = isObject(patch) && isObject(patch.dashboard) ? patch.dashboard.widgets : undefined;
    if (isObject(widgets)) for (const id of Object.keys(widgets)) known.add(id);
    if (Array.isArray(widgets)) for (const one of widgets) if (isObject(one)) known.add(String(one.id));
  }
  const meant = suggestFrom(known);
  for (const [id, byName] of layouts) {
    if (known.has(id)) continue;
    for (const { spot: at } of byName.values()) problems.push(unknownWidget({ id, slug, at }, meant(id)));
  }
  return problems;
}

/** Checks the overrides of every target, chosen or not, by merging each over the entry without them. */
function checkOverrides(
  resolver: Resolver,
  { slug, writtenSlug, spot, entry, flawed }: Definition,
  base: JsonObject,
): Diagnostic[] {
  if (!isObject(entry.overrides)) return [];
  const overrides: Spot = { ...spot, path: [...spot.path, "overrides"] };
  const found = checkTargets(resolver, overrides, { perTarget: entry.overrides, slug });
  for (const [name, patch] of Object.entries(entry.overrides)) {
    resolver.dependsOnTarget = true;
    if (!isObject(patch)) continue;
    const at: Spot = { ...spot, path: [...overrides.path, name] };
    const cost = { nodes: widgetsOf(base.dashboard).length, steps: 1 };
    if (!pay(resolver, cost, (finding) => found.push(findingAt(resolver, at, { ...finding, part: "key" }))))
      break;
    const problems: OverrideProblem[] = [];
    const merged = applyOverride(base, patch, problems);
    for (const { rule, message, widget } of problems) {
      const key = { ...at, path: [...at.path, "dashboard", "widgets", widget] };
      found.push(findingAt(resolver, key, { rule, message, part: "key", slug }));
    }
    if (flawed?.has(name)) continue;
    for (const problem of validateFile({ workbooks: { [writtenSlug]: merged } })) {
      const message = `With these overrides: ${problem.message}`;
      found.push(findingAt(resolver, at, { rule: problem.rule, message, part: "key", slug }));
    }
  }
  return found;
}

function checkPositions(
  { slug, writtenSlug, entry, locate }: ResolvedWorkbook,
  diagnostics: Diagnostic[],
): void {
  for (const [index, widget] of widgetsOf(entry.dashboard).entries()) {
    if (!isObject(widget) || widget.position != null || Object.keys(widget).some(isMeantAsPosition)) continue;
    const message = `The widget \`${widget.id}\` has no position.`;
    const help = `Give it \`position: [x, y, w, h]\`, or a position in layouts under ${writtenSlug}: default.`;
    const span = locate(["dashboard", "widgets", index, "id"]);
    diagnostics.push(errorAt(span, { rule: "position-missing", message, slug, help }));
  }
}

function layoutDiagnostic(
  resolver: Resolver,
  { rule, message, at }: LayoutProblem,
  slug: string,
): Diagnostic {
  const place = (spot: Spot) => {
    const { file, line, column } = locateSpot(resolver, spot);
    return `${file}:${line}:${column}`;
  };
  const part = rule === "unknown-layout" ? "key" : "value";
  return findingAt(resolver, at, { rule, message: message(place), part, slug });
}

/** A misspelt `position` is one finding, not two. */
function isMeantAsPosition(key: string): boolean {
  return key !== "position" && suggest(key, ["position"]) !== undefined;
}
