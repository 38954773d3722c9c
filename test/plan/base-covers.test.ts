// What the base says of a place decides whose a difference there is: also where the platform answered with less or more than was asked.
import { describe, expect, it } from "vitest";
import type { ComparedState } from "../../src/plan/index.ts";
import type { Base } from "../../src/plan/stamp/base.ts";
import { compareStates } from "../../src/plan/stamp/three-way.ts";

const whose = (live: ComparedState, desired: ComparedState, base?: Base) => {
  const { fields, isForeign } = compareStates(live, desired, base);
  return [...fields.map(({ path, origin }) => `${path} ${origin}`), isForeign];
};

describe("a part that the base holds", () => {
  it("on one side alone is known all the same", () => {
    const dropped: Base = { asked: { meta: { a: 1, b: 1 } }, answered: { meta: { b: 1 } } };
    expect(whose({ meta: { b: 1 } }, { meta: { a: 2, b: 1 } }, dropped)).toEqual(["meta.a git", false]);
    expect(whose({ meta: { a: 3, b: 1 } }, { meta: { a: 1, b: 1 } }, dropped)).toEqual([
      "meta.a live",
      false,
    ]);
    const filled: Base = { asked: { meta: { a: 1 } }, answered: { meta: { a: 1, b: 2 } } };
    expect(whose({ meta: { a: 1, b: 2 } }, { meta: { a: 1, b: 3 } }, filled)).toEqual(["meta.b git", false]);
    expect(whose({ meta: { a: 1, b: 4 } }, { meta: { a: 1, b: 3 } }, filled)).toEqual(["meta.b both", false]);
  });

  it("on none, or of no base, is nobody's", () => {
    const base: Base = { asked: { meta: { a: 1 } } };
    expect(whose({ meta: { a: 1, b: 2 } }, { meta: { a: 1, b: 3 } }, base)).toEqual(["meta.b unknown", true]);
    expect(whose({ name: "A" }, { name: "B" })).toEqual(["name unknown", true]);
    expect(whose({}, { name: "B" })).toEqual(["name unknown", false]);
  });
});
