// Defaults inside a part that the files change. Of a part the stamp keeps digests alone, asked and returned; they are enough to prove
// which of the keys that live has and the files have not were filled in by the platform: live without them is what was asked.

import { isObject, type JsonObject, joinPath, widgetPath } from "../../model/index.ts";
import { canonical, shortDigest } from "../state/canonical.ts";
import type { Difference } from "../state/diff.ts";
import { ABSENT, partOfField, type StampedPart } from "../state/parts.ts";
import type { ComparedState } from "../state/state.ts";
import { widgetsById } from "../state/widgets.ts";

/** With more keys than these in question none is left out: every subset of them has to be tried. */
const MAX_KEYS = 6;

/** The differences without those that are no more than a default that the files, rightly, say nothing of. */
export function withoutDefaults(
  differences: Difference[],
  live: ComparedState,
  desired: ComparedState,
  stamped: ReadonlyMap<string, StampedPart>,
): Difference[] {
  const defaults = new Set<string>();
  for (const part of new Set(differences.filter(isRemoval).map(({ path }) => partOfField(path)))) {
    const known = stamped.get(part);
    const [before, after] = [objectOf(live, part), objectOf(desired, part)];
    if (!known || !before || !after || shortDigest(canonical(before)) !== known.returned) continue;
    for (const path of filledIn(before, after, known.asked)) defaults.add(joinPath(part, path));
  }
  if (defaults.size === 0) return differences;
  return differences.filter((difference) => !(isRemoval(difference) && defaults.has(difference.path)));
}

/**
 * The live draft without what the platform is known to have filled in beyond `desired`: what is left and not declared has to go. What
 * is filled in is not ours to take away. Widgets are left as they are: their list is replaced whole.
 */
export function withoutFilledIn(
  draft: JsonObject | undefined,
  live: ComparedState,
  desired: ComparedState,
  stamped: ReadonlyMap<string, StampedPart>,
): JsonObject | undefined {
  if (!draft || !desired.dashboard) return draft;
  const paths = Object.entries(live.dashboard ?? {}).flatMap(([field, value]): string[][] => {
    const known = stamped.get(joinPath("dashboard", [field]));
    const declared = desired.dashboard?.[field];
    if (!known || known.asked === known.returned) return [];
    if (shortDigest(canonical(value)) !== known.returned) return [];
    if (declared === undefined) return known.asked === ABSENT ? [[field]] : [];
    if (!isObject(value) || !isObject(declared)) return [];
    return filledIn(value, declared, known.asked).map((path) => [field, ...path]);
  });
  return paths.reduce((value, path) => without(value, path), draft);
}

function isRemoval({ change }: Difference): boolean {
  return change === "removed";
}

/** The value of a part that is an object: a widget, or a field of the dashboard. */
export function objectOf({ dashboard }: ComparedState, part: string): JsonObject | undefined {
  if (!dashboard) return undefined;
  const widget = [...widgetsById(dashboard)].find(([id]) => widgetPath(id) === part)?.[1];
  const field = Object.entries(dashboard).find(([key]) => joinPath("dashboard", [key]) === part)?.[1];
  const value = widget ?? field;
  return isObject(value) ? value : undefined;
}

/** The paths that `live` has beyond `desired`, and without which it has the digest `asked`; the most of them that do. */
export function filledIn(live: JsonObject, desired: JsonObject, asked: string): string[][] {
  const more = beyond(live, desired, []);
  if (more.length > MAX_KEYS) return [];
  for (let chosen = 2 ** more.length - 1; chosen > 0; chosen--) {
    const paths = more.filter((_, index) => (chosen >> index) & 1);
    const rest = paths.reduce((value, path) => without(value, path), live);
    if (shortDigest(canonical(rest)) === asked) return paths;
  }
  return [];
}

function beyond(live: JsonObject, desired: JsonObject, at: readonly string[]): string[][] {
  return Object.entries(live).flatMap(([key, value]) => {
    if (!Object.hasOwn(desired, key)) return [[...at, key]];
    const there = desired[key];
    return isObject(value) && isObject(there) ? beyond(value, there, [...at, key]) : [];
  });
}

function without(value: JsonObject, [key, ...rest]: readonly string[]): JsonObject {
  const { [key as string]: inner, ...others } = value;
  return rest.length > 0 && isObject(inner) ? { ...value, [key as string]: without(inner, rest) } : others;
}
