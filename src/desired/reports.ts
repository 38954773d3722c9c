// Reports as the files declare them (contract 2), for the chosen target.
import {
  type Diagnostic,
  didYouMean,
  isObject,
  type JsonObject,
  listKnown,
  ownValue,
  type ResolvedReport,
} from "../model/index.ts";
import { errorAt } from "./diagnose.ts";
import type { Resolver } from "./resolve.ts";
import { placeIn, type Spot } from "./spot.ts";

/** Stands for every target; no target has an empty name. */
const ALL_TARGETS = "";

/** The reports of a load: by key, and who has a publicId, by target and id. */
export interface Reports {
  byKey: Map<string, ResolvedReport>;
  byPublicId: Map<string, string>;
}

/** Adds a report unless its key is taken. Its public id becomes the target's; without a target a map stays. */
export function addReport(
  reports: Reports,
  resolver: Resolver,
  spot: Spot,
  key: string,
  written: JsonObject,
  diagnostics: Diagnostic[],
): void {
  const first = reports.byKey.get(key);
  if (first) {
    const { file, line, column } = first.locate([], "key");
    const message = `The report \`${key}\` is defined a second time; first at ${file}:${line}:${column}.`;
    diagnostics.push(errorAt(placeIn(resolver, spot, "key"), "duplicate-report", message));
    return;
  }
  // A copy, because strings that js-yaml cut out of a file keep the whole text of it in memory.
  const entry = JSON.parse(JSON.stringify(written)) as JsonObject;
  checkPublicIds(reports, resolver, spot, key, entry, diagnostics);
  const perTarget = entry.publicId;
  if (isObject(perTarget)) {
    resolver.dependsOnTarget = true;
    checkTargets(resolver, { ...spot, path: [...spot.path, "publicId"] }, perTarget, diagnostics);
    const { target } = resolver.variables;
    if (target) {
      const chosen = ownValue(perTarget, target.name);
      if (chosen == null) delete entry.publicId;
      else entry.publicId = chosen;
    }
  }
  const locate: ResolvedReport["locate"] = (path, part) => {
    const whole = { ...spot, path: [...spot.path, ...path] };
    return placeIn(resolver, whole, part);
  };
  reports.byKey.set(key, { key, file: spot.file, entry, locate });
}

/** Two reports with one publicId would be one on the platform, and overwrite each other at every apply. */
function checkPublicIds(
  { byPublicId }: Reports,
  resolver: Resolver,
  spot: Spot,
  key: string,
  { publicId }: JsonObject,
  diagnostics: Diagnostic[],
): void {
  const declared: [string, unknown][] = isObject(publicId)
    ? Object.entries(publicId)
    : [[ALL_TARGETS, publicId]];
  const targets = Object.keys(resolver.variables.project.targets);
  for (const [target, id] of declared) {
    if (typeof id !== "string") continue;
    const clashing = target === ALL_TARGETS ? [ALL_TARGETS, ...targets] : [ALL_TARGETS, target];
    const other = clashing
      .map((name) => byPublicId.get(`${name}/${id}`))
      .find((taken) => taken !== undefined);
    if (other === undefined) {
      byPublicId.set(`${target}/${id}`, key);
      continue;
    }
    const path = [...spot.path, "publicId", ...(target === ALL_TARGETS ? [] : [target])];
    const message = `The publicId ${id} is that of the report \`${other}\` already.`;
    const help = "Give each report its own, or none: then it is derived from its key.";
    diagnostics.push(
      errorAt(placeIn(resolver, { ...spot, path }, "value"), "duplicate-report", message, { help }),
    );
  }
}

function checkTargets(
  resolver: Resolver,
  spot: Spot,
  perTarget: JsonObject,
  diagnostics: Diagnostic[],
): void {
  const names = Object.keys(resolver.variables.project.targets);
  for (const name of Object.keys(perTarget)) {
    if (names.includes(name)) continue;
    const message = `The project has no target \`${name}\`.${didYouMean(name, names)}`;
    const help = names.length > 0 ? `Targets: ${listKnown(names)}.` : "It declares no targets at all.";
    const span = placeIn(resolver, { ...spot, path: [...spot.path, name] }, "key");
    diagnostics.push(errorAt(span, "unknown-target", message, { help }));
  }
}
