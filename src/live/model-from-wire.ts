// The platform's metadata → a data model as the check reads it.

import {
  type DataModel,
  isObject,
  type MemberKind,
  type ModelCube,
  type ModelMember,
} from "../model/index.ts";
import type { WireCube, WireModelMetadata } from "../platform/index.ts";

const LISTS: readonly (readonly [field: string, kind: MemberKind])[] = [
  ["measures", "measure"],
  ["dimensions", "dimension"],
  ["segments", "segment"],
  ["hierarchies", "hierarchy"],
];

/** `of` is the model's name in messages. Entries without a name, and fields that are not lists, are left out. */
export function toDataModel({ cubes }: WireModelMetadata, of: string): DataModel {
  const named = Array.isArray(cubes)
    ? cubes.filter((cube) => isObject(cube) && typeof cube.name === "string")
    : [];
  return { of, cubes: named.map(toCube) };
}

function toCube(cube: WireCube): ModelCube {
  const members = LISTS.flatMap(([field, kind]) => {
    const list = cube[field];
    return Array.isArray(list) ? list.flatMap((entry) => toMember(cube.name, kind, entry)) : [];
  });
  return { name: cube.name, members };
}

function toMember(cube: string, kind: MemberKind, entry: unknown): ModelMember[] {
  if (!isObject(entry) || typeof entry.name !== "string") return [];
  const { name, type, title, sql, granularities } = entry;
  const own = Array.isArray(granularities) ? granularities : [];
  return [
    {
      name: name.includes(".") ? name : `${cube}.${name}`,
      kind,
      ...(typeof type === "string" && { type }),
      granularities: own.flatMap((each) =>
        isObject(each) && typeof each.name === "string" ? each.name : [],
      ),
      ...(typeof title === "string" && { title }),
      ...(typeof sql === "string" && { sql }),
    },
  ];
}
