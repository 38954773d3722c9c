// What the base says of a place decides whose a difference there is: also where the platform answered with less or more than was asked.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, type Stamp, stampToJson } from "../../src/model/index.ts";
import type { ComparedState } from "../../src/plan/index.ts";
import { canonical, digest } from "../../src/plan/index.ts";
import type { Base } from "../../src/plan/stamp/base.ts";
import { encodeBase, matchBase } from "../../src/plan/stamp/base.ts";
import { compareStates } from "../../src/plan/stamp/three-way.ts";
import { afterUpsert, planOf } from "./support.ts";

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

describe("the order of the widgets", () => {
  const board = (...ids: string[]): ComparedState => ({ dashboard: { widgets: ids.map((id) => ({ id })) } });

  it("is nobody's where the base holds no dashboard, and else shows what it was", () => {
    expect(whose(board("a", "b"), board("b", "a"), { asked: { name: "R" } })).toEqual([
      "dashboard.widgets unknown",
      true,
    ]);
    const orderOf = (live: ComparedState, desired: ComparedState) =>
      compareStates(live, desired, { asked: board("a", "b") }).fields;
    const field = { path: "dashboard.widgets", change: "reordered" };
    const [before, after] = [
      ["b", "a"],
      ["a", "b"],
    ];
    expect(orderOf(board("b", "a"), board("a", "b"))).toEqual([
      { ...field, before, after, origin: "live", base: after },
    ]);
    expect(orderOf(board("a", "b"), board("b", "a"))).toEqual([
      { ...field, before: after, after: before, origin: "git" },
    ]);
  });
});

describe("a base beside a state that is as declared", () => {
  const asked = { name: "R", dashboard: { title: "T" } };
  const text = canonical(asked);

  it.each<[string, string, ReturnType<typeof matchBase>]>([
    ["is of it", encodeBase({ asked }), "as-asked"],
    ["is of it with another answer", encodeBase({ asked, answered: { name: "R" } }), "otherwise"],
    ["is of it with none that was seen", encodeBase({ asked, answered: null }), "otherwise"],
    ["is of another state", encodeBase({ asked: { ...asked, name: "S" } }), undefined],
    ["is of one that begins like it", encodeBase({ asked: { ...asked, z: 1 } }), undefined],
    ["was cut off", encodeBase({ asked }).slice(0, 20), undefined],
    ["is no base", "text", undefined],
    ["is nothing", "", undefined],
  ])("%s: %3$s", (_, packed, expected) => expect(matchBase(packed, text)).toBe(expected));

  it("is written again if it is of another state, though nothing moved", () => {
    const applied = afterUpsert(
      "rev",
      planOf({ entries: { rev: asked }, live: [] }).changes[0]?.request as JsonObject,
    );
    const based = (base: Base) => {
      const stamp = { ...(readStamp(applied.meta) as Stamp), base: encodeBase(base) };
      return planOf({
        entries: { rev: asked },
        live: [{ ...applied, meta: { boardwright: stampToJson(stamp) } }],
      }).changes;
    };
    expect(based({ asked })).toEqual([]);
    expect(based({ asked, answered: { ...asked, dashboard: { title: " T" } } })).toEqual([]);
    const [again, ...others] = based({ asked: { ...asked, name: "S" } });
    expect([again?.action, again?.fields, others]).toEqual(["stamp", [], []]);
    expect(readStamp(again?.request?.meta)).toMatchObject({
      digest: digest(text),
      base: encodeBase({ asked }),
    });
  });
});
