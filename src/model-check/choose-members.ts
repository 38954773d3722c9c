// Which members a command line names: a member, a view, or a glob of members.

import picomatch from "picomatch";
import {
  compareText,
  globProblem,
  type MissingMember,
  nearestFrom,
  shorten,
  UsageError,
} from "../model/index.ts";
import { cubeOf, endsInGranularity, groupBy, indexModel, lastOf } from "./model-index.ts";

export interface ChosenMembers {
  /** A name is wanted as a member, or as it is written, with a granularity. */
  takes(member: string, written: string): boolean;
  /** After all names were offered: what none of them answered to, with the names of `known` that may have been meant. */
  missing(known: readonly string[]): MissingMember[];
}

/** Names that are offered for one that is missing, at most. */
const NEAR = 5;

/** Throws a UsageError for what can be no name: nothing, or a glob that costs too much. */
export function chooseMembers(asked: readonly string[]): ChosenMembers {
  const names = [...new Set(asked.map((name) => name.trim()))];
  const matchers = names.map((name) => ({ name, matches: matcherOf(name) }));
  const answered = new Set<string>();
  return {
    takes(member, written) {
      const matching = matchers.filter(({ matches }) => matches(member) || matches(written));
      for (const { name } of matching) answered.add(name);
      return matching.length > 0;
    },
    missing: (known) =>
      names
        .filter((name) => !answered.has(name))
        .map((name) => ({ asked: name, near: isGlob(name) ? [] : nearNames(name, known) })),
  };
}

function matcherOf(name: string): (member: string) => boolean {
  if (name === "") throw new UsageError("the name of a member is empty");
  if (!isGlob(name)) return (member) => member === name || (!name.includes(".") && cubeOf(member) === name);
  const why = globProblem(name);
  if (why !== undefined) throw new UsageError(`the glob of a member ${why}`, [shorten(name, 80)]);
  return picomatch(name, { dot: true, nonegate: true });
}

function isGlob(name: string): boolean {
  return picomatch.scan(name).isGlob;
}

/** Like names of the same view first, then of the same name elsewhere; of a view, the views like it. */
function nearNames(name: string, known: readonly string[]): string[] {
  const views = groupBy(known, cubeOf);
  if (!name.includes(".")) {
    const near = nearestFrom(views.keys())(name);
    const named = known.filter((member) => lastOf(member) === name);
    return [...(near === undefined ? [] : [near]), ...named.sort(compareText)].slice(0, NEAR);
  }
  const cubes = [...views].map(([view, members]) => ({
    name: view,
    members: members.map((member) => ({ name: member, kind: "dimension" as const, granularities: [] })),
  }));
  const index = indexModel({ of: "the files", cubes });
  const bare = endsInGranularity(name) ? name.slice(0, name.lastIndexOf(".")) : name;
  const near = [index.nearest(bare), ...index.named(lastOf(bare)), index.nearestCube(cubeOf(bare))];
  const found = new Set(near.flatMap((one) => (one === undefined ? [] : [one])));
  found.delete(cubeOf(bare));
  return [...found].slice(0, NEAR);
}
