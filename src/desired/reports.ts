// Reports as the files declare them (contract 2), for the chosen target.
import {
  compareText,
  type Diagnostic,
  didYouMean,
  isObject,
  type JsonObject,
  listKnown,
  normalizeSlug,
  ownValue,
  type Path,
  type ResolvedReport,
  readJson,
  type Span,
  writeJson,
} from "../model/index.ts";
import { addAll } from "./diagnose.ts";
import { readLimit } from "./limits.ts";
import { describeRow, type RowPlace, rowLayers, withRow } from "./locate.ts";
import { findingAt, layersIn, locateBelow, locateSpot, type Spot, stepAlong } from "./spot.ts";
import type { Resolver } from "./walk.ts";

/** Means every target; no target has an empty name. */
const ALL_TARGETS = "";

/** The reports of a load: by key, and the key of each publicId, by target and id. */
export interface Reports {
  byKey: Map<string, ResolvedReport>;
  byPublicId: Map<string, string>;
  /** The keys of those with `targets` → whether the chosen target is among them. */
  limited: Map<string, boolean>;
}

/** A report as it is written at a spot. */
interface WrittenReport {
  key: string;
  spot: Spot;
  entry: JsonObject;
  /** Where its key is written, if that is known. */
  keySpan?: Span | undefined;
  /** The row that declares it, if one does. */
  row?: RowPlace | undefined;
}

interface Scope {
  reports: Reports;
  resolver: Resolver;
}

/** Adds a report unless its key is taken; gives what is wrong with it. Its public id becomes the target's; without a target a map stays. */
export function addReport(
  scope: Scope,
  { key, spot, entry: written, keySpan, row }: WrittenReport,
): Diagnostic[] {
  const { reports, resolver } = scope;
  const first = reports.byKey.get(key);
  const layers = () => [...rowLayers(resolver, spot), ...layersIn(resolver, spot)];
  const layersAt = (path: Path) => stepAlong(resolver, layers(), path);
  const ofRow = row && describeRow(resolver, row, layersAt);
  if (first) {
    const { file, line, column } = first.locate([], "key");
    const message = `The report \`${key}\` is defined a second time; first at ${file}:${line}:${column}.`;
    return [
      ...withRow([findingAt(resolver, spot, { rule: "duplicate-report", message, part: "key" })], ofRow),
    ];
  }
  // A copy, because strings that js-yaml cut out of a file keep the whole text of it in memory.
  const entry = readJson(writeJson(written)) as JsonObject;
  const found = checkPublicIds(scope, { key, spot, entry });
  const limit = limitAt(resolver, spot, entry);
  if (limit) reports.limited.set(key, limit.isHere);
  addAll(found, limit?.findings ?? []);
  delete entry.targets;
  const perTarget = entry.publicId;
  if (isObject(perTarget)) {
    resolver.dependsOnTarget = true;
    addAll(found, checkTargets(resolver, { ...spot, path: [...spot.path, "publicId"] }, { perTarget }));
    const { target } = resolver.variables;
    if (target) {
      const chosen = ownValue(perTarget, target.name);
      if (chosen == null) delete entry.publicId;
      else entry.publicId = chosen;
    }
  }
  const locate: ResolvedReport["locate"] = (path, part) =>
    (path.length === 0 && part === "key" && keySpan) ||
    (path.length === 0 || !spot.row
      ? locateSpot(resolver, { ...spot, path: [...spot.path, ...path] }, part)
      : locateBelow(resolver, layers(), { path, part }));
  reports.byKey.set(key, {
    key,
    file: spot.file,
    entry,
    locate,
    ...(ofRow && { template: ofRow.template, row: ofRow.row, ofRow }),
  });
  return [...withRow(found, ofRow)];
}

/** Two reports with one publicId would be one on the platform, and overwrite each other at every apply. */
function checkPublicIds(
  { reports: { byPublicId }, resolver }: Scope,
  { key, spot, entry: { publicId } }: WrittenReport,
): Diagnostic[] {
  const declared: [string, unknown][] = isObject(publicId)
    ? Object.entries(publicId)
    : [[ALL_TARGETS, publicId]];
  const targets = Object.keys(resolver.variables.project.targets);
  return declared.flatMap(([target, id]) => {
    if (typeof id !== "string") return [];
    const clashing = target === ALL_TARGETS ? [ALL_TARGETS, ...targets] : [ALL_TARGETS, target];
    const other = clashing
      .map((name) => byPublicId.get(`${name}/${id}`))
      .find((taken) => taken !== undefined);
    if (other === undefined) {
      byPublicId.set(`${target}/${id}`, key);
      return [];
    }
    const path = [...spot.path, "publicId", ...(target === ALL_TARGETS ? [] : [target])];
    const message = `The report \`${other}\` already has the publicId ${id}.`;
    const help = "Give each report its own, or none: then it is derived from its key.";
    return [findingAt(resolver, { ...spot, path }, { rule: "duplicate-report", message, help })];
  });
}

/** The limit of a workbook or report at a spot, with findings about it; undefined if it has none. */
export function limitAt(
  resolver: Resolver,
  spot: Spot,
  { targets, overrides }: JsonObject,
  slug?: string,
): { isHere: boolean; findings: Diagnostic[] } | undefined {
  const { project, target } = resolver.variables;
  const limit = readLimit(targets, project, target);
  if (!limit) return undefined;
  resolver.dependsOnTarget = true;
  const findings = limit.problems.map(({ index, ...problem }) =>
    findingAt(resolver, { ...spot, path: [...spot.path, "targets", index] }, { ...problem, slug }),
  );
  const unused = limit.problems.length > 0 || !isObject(overrides) ? [] : Object.keys(overrides);
  for (const name of unused) {
    if (limit.names.has(name) || !Object.hasOwn(project.targets, name)) continue;
    const message = `These overrides are for \`${name}\`, but \`targets\` leaves that target out.`;
    const at: Spot = { ...spot, path: [...spot.path, "overrides", name] };
    const one = findingAt(resolver, at, { rule: "unused-override", message, part: "key", slug });
    findings.push({ ...one, severity: "warning" });
  }
  return { isHere: limit.isHere, findings };
}

/**
 * The reports of the chosen target, sorted by key: those that name it or no target, and, if none, whose workbook is there as well; and the
 * others.
 */
export function reportsHere(
  { byKey, limited }: Reports,
  slugs: ReadonlyMap<string, { isElsewhere?: boolean }>,
): { here: ResolvedReport[]; elsewhere: ResolvedReport[] } {
  const isElsewhere = ({ workbook }: JsonObject) =>
    typeof workbook === "string" && slugs.get(normalizeSlug(workbook))?.isElsewhere === true;
  const isHere = ({ key, entry }: ResolvedReport) => limited.get(key) ?? !isElsewhere(entry);
  const all = [...byKey.values()].sort((a, b) => compareText(a.key, b.key));
  return { here: all.filter(isHere), elsewhere: all.filter((report) => !isHere(report)) };
}

/** A finding for each key of a map at a spot that is not a target of the project. */
export function checkTargets(
  resolver: Resolver,
  spot: Spot,
  { perTarget, slug }: { perTarget: JsonObject; slug?: string },
): Diagnostic[] {
  const names = Object.keys(resolver.variables.project.targets);
  const unknown = Object.keys(perTarget).filter((name) => !names.includes(name));
  return unknown.map((name) => {
    const message = `The project has no target \`${name}\`.${didYouMean(name, names)}`;
    const help = names.length > 0 ? `Targets: ${listKnown(names)}.` : "It declares no targets at all.";
    const key = { ...spot, path: [...spot.path, name] };
    return findingAt(resolver, key, { rule: "unknown-target", message, part: "key", slug, help });
  });
}
