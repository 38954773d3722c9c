// An index of a data model: whether it has a member, of what kind, and which one was meant if it has not.

import {
  type DataModel,
  GRANULARITIES,
  type ModelMember,
  nearestFrom,
  shorten,
  suggest,
} from "../model/index.ts";

export type Found =
  | { is: "member"; member: ModelMember; granularity?: string }
  /** The member is there, but the last part of the name is not a granularity of it. */
  | { is: "no-granularity"; member: ModelMember; granularity: string }
  | { is: "unknown-member"; cube: string }
  | { is: "unknown-cube"; cube: string };

export interface ModelIndex {
  of: string;
  find(text: string): Found;
  /** Whether names that begin with this cube's are known. */
  hasCube(name: string): boolean;
  /** The member that an unknown name may mean: of the same cube, of the same name elsewhere, or near as a whole. */
  nearest(text: string): string | undefined;
  nearestCube(name: string): string | undefined;
  /** All cubes and views, and the members of one; none if the model does not have it. */
  cubes: readonly string[];
  membersOf(cube: string): readonly ModelMember[];
  /** The members of that name in any cube, for a name without one. */
  named(name: string): string[];
}

/** Characters: two of the longest names that databases allow. */
const LONGEST_SHOWN = 256;

export function indexModel(model: DataModel): ModelIndex {
  const members = new Map<string, ModelMember>();
  const cubes = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const cube of model.cubes) {
    const own = cubes.get(cube.name) ?? [];
    cubes.set(cube.name, own);
    for (const member of cube.members) {
      members.set(member.name, member);
      own.push(member.name);
      const last = lastOf(member.name);
      byName.set(last, [...(byName.get(last) ?? []), member.name]);
    }
  }

  const nearMember = nearestFrom(members.keys());
  return {
    of: model.of,
    hasCube: (name) => cubes.has(name),
    find(text) {
      const exact = members.get(text);
      if (exact) return { is: "member", member: exact };
      const base = members.get(baseOf(text));
      if (base) {
        const granularity = lastOf(text);
        const isOne = GRANULARITIES.includes(granularity) || base.granularities.includes(granularity);
        if (isOne && mayBeTime(base)) return { is: "member", member: base, granularity };
        return { is: "no-granularity", member: base, granularity };
      }
      const cube = cubeOf(text);
      return { is: cubes.has(cube) ? "unknown-member" : "unknown-cube", cube };
    },
    nearest(text) {
      if (endsInGranularity(text)) {
        const base = this.nearest(baseOf(text));
        return base === undefined ? undefined : `${base}.${lastOf(text)}`;
      }
      const own = cubes.get(cubeOf(text));
      const inCube = own && nearestLast(lastOf(text), own);
      if (inCube !== undefined) return inCube;
      const elsewhere = byName.get(lastOf(text)) ?? [];
      if (elsewhere.length > 0)
        return suggest(text, elsewhere) ?? (elsewhere.length === 1 ? elsewhere[0] : undefined);
      // With the cube right, a whole name is near to every other one of that cube.
      return own ? undefined : nearMember(text);
    },
    nearestCube: nearestFrom(cubes.keys()),
    cubes: [...cubes.keys()],
    membersOf: (cube) => (cubes.get(cube) ?? []).map((name) => members.get(name)!),
    named: (name) => byName.get(name) ?? [],
  };
}

/** `orders.created_at.month`: three names at least, the last one a granularity that every time dimension has. */
export function endsInGranularity(text: string): boolean {
  return baseOf(text).includes(".") && GRANULARITIES.includes(lastOf(text));
}

/** A member's name in a message. Names of models are long, and a shortened one could not be searched for. */
export function quoteMember(text: string): string {
  return `\`${shorten(text, LONGEST_SHOWN)}\``;
}

/** Whether the member is a time dimension, or the model does not say its type. */
export function mayBeTime({ kind, type }: ModelMember): boolean {
  return kind === "dimension" && (type === undefined || type === "time");
}

export function cubeOf(text: string): string {
  return text.slice(0, text.indexOf("."));
}

/** By key, in the order of the items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** `orders.created_at.month` without its granularity. */
export function baseOf(text: string): string {
  return text.slice(0, Math.max(0, text.lastIndexOf(".")));
}

export function lastOf(text: string): string {
  return text.slice(text.lastIndexOf(".") + 1);
}

/** Of members of one cube: the near one, or the only one that extends the name, or is extended by it, at one end. */
export function nearestLast(last: string, names: readonly string[]): string | undefined {
  const near = suggest(last, names.map(lastOf));
  if (near !== undefined) return names.find((name) => lastOf(name) === near);
  const extended = names.filter((name) => extendsName(lastOf(name), last) || extendsName(last, lastOf(name)));
  return extended.length === 1 ? extended[0] : undefined;
}

function extendsName(longer: string, name: string): boolean {
  return longer.startsWith(`${name}_`) || longer.endsWith(`_${name}`);
}
