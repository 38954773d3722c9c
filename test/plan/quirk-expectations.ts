// What the matrix holds a plan against: the two states that it compares, and the platform between them.
import { expect } from "vitest";
import { type Change, isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import { differingLeaves, holdsLeaf, isAlong, normal, type State, stepsOf, valueAt } from "./quirk-oracle.ts";

/** Each field is a place where live and the files differ, and shows both; nothing is a difference that is none. */
export function expectHonest(
  { action, fields }: Change,
  live: State,
  { entry, made }: { entry: JsonObject; made: State },
): void {
  if (action === "update") expect(fields.length).toBeGreaterThan(0);
  for (const { path, change, before, after } of fields) {
    if (change === "reordered") continue;
    const steps = stepsOf(path);
    expect([path, normal(before)]).toEqual([path, normal(valueAt(live as unknown as JsonObject, steps))]);
    // Where the files say nothing, or less, what the platform is known to make of that.
    const [own, filled] = [entry, made as unknown as JsonObject].map((side) => valueAt(side, steps));
    const isMore = normal(after) !== normal(own) && (own === undefined || extendsJson(own, filled));
    expect([path, normal(after)]).toEqual([path, normal(isMore ? filled : own)]);
    expect([path, normal(before)]).not.toEqual([path, normal(after)]);
  }
}

/**
 * Drift lists what is different from what was left, in what the files manage, and nothing else. What the platform had filled in, and is
 * gone, is no difference: no file can say that it is not there (contract 5).
 */
export function expectDrift(
  plan: Plan,
  [rest, edited]: readonly [JsonObject, JsonObject],
  entry: JsonObject,
): void {
  const fields = driftOf(plan).changes.flatMap((change) => change.fields);
  const listed = fields.filter(({ change }) => change !== "reordered").map(({ path }) => stepsOf(path));
  const [isLive, isDeclared] = [edited, entry].map(holdsLeaf);
  const differing = differingLeaves(rest, edited).filter((leaf) => isLive?.(leaf) || isDeclared?.(leaf));
  for (const leaf of differing)
    expect([leaf, listed.some((path) => isAlong(path, leaf))]).toEqual([leaf, true]);
  for (const path of listed)
    expect([path, differing.some((leaf) => isAlong(path, leaf))]).toEqual([path, true]);
}

/** Whether the platform only added to what was asked for: nothing else is a default. */
export function extendsMade(asked: State, made: State): boolean {
  return extendsJson(asked as unknown as Json, made as unknown as Json);
}

function extendsJson(asked: Json, made: Json | undefined): boolean {
  if (asked === null) return true;
  if (Array.isArray(asked))
    return (
      Array.isArray(made) &&
      asked.length === made.length &&
      asked.every((item, at) => (item === null ? made[at] === null : extendsJson(item, made[at])))
    );
  if (isObject(asked)) {
    return (
      isObject(made) &&
      Object.entries(asked).every(([key, item]) =>
        extendsJson(item, Object.hasOwn(made, key) ? (made[key] as Json) : undefined),
      )
    );
  }
  return asked === made;
}
