// A model as queries see it: its members by name, and which cubes are joined.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Kind, MemberFacts, ModelOfQuery } from "./query.ts";

const LISTS: readonly (readonly [list: string, kind: Kind])[] = [
  ["measures", "measure"],
  ["dimensions", "dimension"],
  ["segments", "segment"],
];

/** `isOpen`: nobody gave the model, so it has every member that is asked for. */
export function openModel(cubes: readonly Json[], isOpen: boolean): ModelOfQuery {
  const known = new Map<string, MemberFacts>();
  const components = new Map<string, Json>();
  for (const cube of cubes.filter(isObject)) {
    if (cube.connectedComponent !== undefined) components.set(String(cube.name), cube.connectedComponent);
    for (const [list, kind] of LISTS) {
      const members = cube[list];
      for (const one of Array.isArray(members) ? members.filter(isObject) : []) {
        if (typeof one.name !== "string") continue;
        const name = one.name.includes(".") ? one.name : `${String(cube.name)}.${one.name}`;
        known.set(name, factsOf(one, isOpen ? undefined : kind));
      }
    }
  }
  return {
    find: (member) => known.get(member) ?? (isOpen ? {} : undefined),
    componentOf: (cube) => components.get(cube),
  };
}

function factsOf(
  { title, type, format, granularities, sql, aggType }: JsonObject,
  kind: Kind | undefined,
): MemberFacts {
  const own = Array.isArray(granularities) ? granularities.filter(isObject) : [];
  return {
    ...(kind !== undefined && { kind }),
    ...(typeof title === "string" && { title }),
    ...(typeof type === "string" && { type }),
    ...(format !== undefined && { format }),
    ...(typeof sql === "string" && { sql }),
    ...(typeof aggType === "string" && { aggregate: aggType }),
    granularities: own.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
  };
}
