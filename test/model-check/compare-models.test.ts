// What differs between two models: what looks renamed, and what only may be.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataModel, MemberDifference, ModelMember } from "../../src/model/index.ts";
import { compareModels } from "../../src/model-check/index.ts";
import { makeModel } from "./support.ts";

const said = (differences: readonly MemberDifference[]): string[] =>
  differences.map(({ change, member, renamed }) =>
    [change, member, ...(renamed ? [`${renamed.to} (${renamed.by})`] : [])].join(" "),
  );
const between = (from: Record<string, string>, to: Record<string, string>): string[] =>
  said(compareModels(makeModel(from), makeModel(to)));

/** A model of one view whose members have titles or SQL. */
function withTexts(members: Record<string, Partial<ModelMember>>): DataModel {
  const own = Object.entries(members).map(
    ([name, texts]): ModelMember => ({
      ...{ name: `orders.${name}`, kind: "measure", granularities: [] },
      ...texts,
    }),
  );
  return { of: "some", cubes: [{ name: "orders", members: own }] };
}

describe("a member that is gone and one that is new", () => {
  it.each([
    ["a near name", "revenue:measure", "revenu:measure", ["renamed orders.revenue orders.revenu (name)"]],
    [
      "a longer name",
      "revenue:measure",
      "net_revenue:measure",
      ["renamed orders.revenue orders.net_revenue (name)"],
    ],
    [
      "no near name",
      "revenue:measure",
      "turnover:measure",
      ["removed orders.revenue", "added orders.turnover"],
    ],
    [
      "another kind",
      "revenue:measure",
      "revenues:dimension",
      ["removed orders.revenue", "added orders.revenues"],
    ],
    [
      "another type",
      "name:dimension/string",
      "names:dimension/time",
      ["removed orders.name", "added orders.names"],
    ],
    [
      "two that may be meant",
      "revenue:measure",
      "net_revenue:measure revenue_gross:measure",
      ["added orders.net_revenue", "removed orders.revenue", "added orders.revenue_gross"],
    ],
    [
      "two that it may come from",
      "net_revenue:measure revenue_gross:measure",
      "revenue:measure",
      ["removed orders.net_revenue", "added orders.revenue", "removed orders.revenue_gross"],
    ],
    [
      "a name that stays",
      "revenue:measure",
      "revenue:measure net_revenue:measure",
      ["added orders.net_revenue"],
    ],
  ])("of %s", (_, from, to, expected) => {
    expect(between({ orders: from }, { orders: to }).sort()).toEqual([...expected].sort());
  });

  it("is looked for within its view, unless the view is renamed whole", () => {
    expect(between({ a: "x:measure", b: "y:measure" }, { a: "z:measure", b: "y:measure x:measure" })).toEqual(
      ["removed a.x", "added a.z", "added b.x"],
    );
    expect(between({ a: "x:measure y:measure z:measure" }, { b: "x:measure y:measure w:measure" })).toEqual([
      "renamed a.x b.x (view)",
      "renamed a.y b.y (view)",
      "removed a.z",
      "added b.w",
    ]);
    // Less than half of it.
    expect(between({ a: "x:measure y:measure z:measure" }, { b: "x:measure" })).toEqual([
      "removed a.x",
      "removed a.y",
      "removed a.z",
      "added b.x",
    ]);
    // Two views that it may have become.
    expect(between({ a: "x:measure" }, { b: "x:measure", c: "x:measure" })).toEqual([
      "removed a.x",
      "added b.x",
      "added c.x",
    ]);
  });

  it("of the same SQL or title: SQL before title, and title before name", () => {
    const from = withTexts({ a: { title: "Money" }, revenue: { sql: "amount" } });
    const to = withTexts({ b: { sql: "amount" }, c: { title: "Money" }, revenues: {} });
    expect(said(compareModels(from, to))).toEqual([
      "renamed orders.a orders.c (title)",
      "renamed orders.revenue orders.b (sql)",
      "added orders.revenues",
    ]);
  });
});

describe("a member that stays", () => {
  it("is retyped if its kind, its type or a granularity of its own is another", () => {
    const [from, to] = [
      makeModel({ o: "a:measure/number b:dimension/time c:dimension/string d:measure" }),
      makeModel({ o: "a:dimension/number b:dimension/string c:dimension/string d:measure/number" }),
    ];
    expect(compareModels(from, to)).toEqual([
      {
        change: "retyped",
        member: "o.a",
        before: { kind: "measure", type: "number" },
        after: { kind: "dimension", type: "number" },
      },
      {
        change: "retyped",
        member: "o.b",
        before: { kind: "dimension", type: "time" },
        after: { kind: "dimension", type: "string" },
        lostGranularities: ["fortnight"],
      },
    ]);
  });

  it("is not for a type that one model does not say, a title, or a granularity more", () => {
    const from = withTexts({ a: { kind: "dimension", type: "time", title: "A" }, b: {} });
    const to = withTexts({
      a: { kind: "dimension", granularities: ["fortnight"], title: "B" },
      b: { type: "number" },
    });
    expect(compareModels(from, to)).toEqual([]);
  });
});

describe("for any two models", () => {
  const member = fc.record({
    cube: fc.constantFrom("a", "b", "c"),
    own: fc.constantFrom("x", "revenue", "revenues", "net_revenue", "status", "statuses"),
    kind: fc.constantFrom("measure" as const, "dimension" as const),
    title: fc.option(fc.constantFrom("One", "Two"), { nil: undefined }),
  });
  const model = fc.uniqueArray(member, { selector: ({ cube, own }) => `${cube}.${own}`, maxLength: 12 }).map(
    (members): DataModel => ({
      of: "some",
      cubes: ["a", "b", "c"].map((cube) => ({
        name: cube,
        members: members
          .filter((each) => each.cube === cube)
          .map(({ own, kind, title }) => ({
            ...{ name: `${cube}.${own}`, kind, granularities: [] },
            ...(title !== undefined && { title }),
          })),
      })),
    }),
  );
  const namesOf = ({ cubes }: DataModel) => cubes.flatMap(({ members }) => members.map(({ name }) => name));

  it("each member that is gone, and each that is new, is in one difference, and none that stays alike is", () => {
    fc.assert(
      fc.property(model, model, (from, to) => {
        const differences = compareModels(from, to);
        const [before, after] = [namesOf(from), namesOf(to)];
        const of = (...changes: string[]) => differences.filter(({ change }) => changes.includes(change));
        const gone = of("removed", "renamed").map((each) => each.member);
        const fresh = of("added", "renamed").map((each) => each.renamed?.to ?? each.member);
        expect(gone.sort()).toEqual(before.filter((name) => !after.includes(name)).sort());
        expect(fresh.sort()).toEqual(after.filter((name) => !before.includes(name)).sort());
        for (const { member } of of("retyped"))
          expect(before.includes(member) && after.includes(member)).toBe(true);
        expect(compareModels(from, from)).toEqual([]);
      }),
    );
  });

  it("the way back is the same pairs", () => {
    fc.assert(
      fc.property(model, model, (from, to) => {
        const pairs = (differences: MemberDifference[], back: boolean) =>
          differences
            .flatMap(({ member, renamed }) =>
              renamed && renamed.by !== "view" ? [back ? [renamed.to, member] : [member, renamed.to]] : [],
            )
            .map((pair) => pair.join(" "))
            .sort();
        const there = compareModels(from, to);
        if (there.some(({ renamed }) => renamed?.by === "view")) return;
        const back = compareModels(to, from);
        if (back.some(({ renamed }) => renamed?.by === "view")) return;
        expect(pairs(there, false)).toEqual(pairs(back, true));
      }),
    );
  });
});
