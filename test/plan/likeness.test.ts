// The guess that a workbook was renamed, over thousands of them: the same answer as comparing each with each, and bounded work.
import { describe, expect, it } from "vitest";
import { likenessOf, openLookup } from "../../src/plan/planner/likeness.ts";

const MANY = 3000;

function dashboard(ids: readonly string[]) {
  return { widgets: ids.map((id) => ({ id, type: "TEXT" })) };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** All those live that no file declares, as `make` names and fills them. */
function open(make: (index: number) => { name: string; ids: string[] }) {
  const lookup = openLookup<number>();
  for (const index of range(MANY)) {
    const { name, ids } = make(index);
    lookup.set(index, index, likenessOf(name, dashboard(ids)));
  }
  return lookup;
}

describe("the workbook that another one is nearly the same as", () => {
  it.each([
    ["of their own", (index: number) => range(10).map((at) => `w${index}-${at}`)],
    [
      "of one template, seven of ten",
      (index: number) => range(10).map((at) => (at < 7 ? `w${at}` : `w${index}-${at}`)),
    ],
    [
      "of one template, nearly all",
      (index: number) => range(10).map((at) => (at < 9 ? `w${at}` : `w${index}`)),
    ],
    ["of one template, all", () => range(10).map((at) => `w${at}`)],
  ])("is looked for among thousands with widgets %s with few comparisons", (_, ids) => {
    const lookup = open((index) => ({ name: `Live ${index}`, ids: ids(index) }));
    for (const index of range(MANY)) lookup.findOnly(likenessOf(`New ${index}`, dashboard(ids(index))));
    // Each with each would be 90 million.
    expect(lookup.looked).toBeLessThan(MANY * 100);
  });

  it("is not looked for any more where it costs too much", () => {
    const lookup = open((index) => ({ name: "Dashboard", ids: range(10).map((at) => `w${index}-${at}`) }));
    for (const index of range(MANY)) lookup.findOnly(likenessOf("Dashboard", dashboard([`x${index}`])));
    expect(lookup.looked).toBeLessThan(5_100_000);
    expect(
      lookup.findOnly(likenessOf("Other", dashboard(range(10).map((at) => `w7-${at}`)))),
    ).toBeUndefined();
  });

  it("is found whatever else there is, and as long as it is there", () => {
    const lookup = open((index) => ({
      name: `Live ${index}`,
      ids: range(10).map((at) => (at < 7 ? `w${at}` : `w${index}-${at}`)),
    }));
    const wanted = (index: number, also: string[] = []) =>
      likenessOf(
        "New",
        dashboard([...range(7).map((at) => `w${at}`), `w${index}-7`, `w${index}-8`, ...also]),
      );
    expect(lookup.findOnly(wanted(42))).toBe(42);
    expect(lookup.findOnly(wanted(42, ["new"]))).toBe(42);
    expect(lookup.findOnly(wanted(42, ["new", "newer"]))).toBeUndefined();
    lookup.delete(42);
    expect(lookup.findOnly(wanted(42))).toBeUndefined();
    expect(lookup.size).toBe(MANY - 1);
  });

  it("is the one that a comparison with each finds", () => {
    let seed = 1;
    const draw = (most: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    for (const _ of range(400)) {
      const some = () => ({ name: `N${draw(4)}`, ids: range(1 + draw(7)).map(() => `w${draw(8)}`) });
      const all = range(1 + draw(5)).map(some);
      const { name, ids } = some();
      const share = (other: string[]) => {
        const [one, two] = [new Set(ids), new Set(other)];
        const common = [...one].filter((id) => two.has(id)).length;
        return { common, share: common / (one.size + two.size - common) };
      };
      const near = all.flatMap((each, index) => {
        const { common, share: alike } = share(each.ids);
        return alike >= (each.name === name ? 0.5 : 0.8) && (each.name === name || common >= 3)
          ? [index]
          : [];
      });
      const lookup = openLookup<number>();
      for (const [index, each] of all.entries())
        lookup.set(index, index, likenessOf(each.name, dashboard(each.ids)));
      expect(lookup.findOnly(likenessOf(name, dashboard(ids)))).toBe(near.length === 1 ? near[0] : undefined);
    }
  });
});

describe("two dashboards are nearly the same", () => {
  const find = (one: Parameters<typeof likenessOf>, two: Parameters<typeof likenessOf>) => {
    const lookup = openLookup<string>();
    lookup.set(1, "found", likenessOf(...one));
    return lookup.findOnly(likenessOf(...two)) === "found";
  };
  const board = (...ids: string[]) => dashboard(ids);

  it.each<[string, boolean, Parameters<typeof likenessOf>, Parameters<typeof likenessOf>]>([
    ["half of the widgets, and one name", true, ["Sales", board("a", "b")], [" sALES ", board("a")]],
    ["less than half, and one name", false, ["Sales", board("a", "b", "c")], ["Sales", board("a")]],
    ["no widgets, and one name", false, ["Sales", board()], ["Sales", board()]],
    ["half of the widgets, and no name", false, [undefined, board("a", "b")], ["  ", board("a")]],
    ["three widgets", true, ["A", board("a", "b", "c")], ["B", board("a", "b", "c")]],
    ["two widgets", false, ["A", board("a", "b")], ["B", board("a", "b")]],
    ["four of five widgets", true, ["A", board("a", "b", "c", "d")], ["B", board("a", "b", "c", "d", "e")]],
    ["three of four widgets", false, ["A", board("a", "b", "c")], ["B", board("a", "b", "c", "d")]],
    ["no dashboard at all", false, ["A", undefined], ["A", undefined]],
    [
      "ids alone, of other types",
      false,
      ["A", board("a", "b", "c")],
      ["B", { widgets: ["a", "b", "c"].map((id) => ({ id, type: "CHART" })) }],
    ],
    ["what is no widget", false, ["A", { widgets: [1, 2, 3, null] }], ["B", { widgets: [1, 2, 3, null] }]],
  ])("with %s: %s", (_, expected, one, two) => {
    expect([find(one, two), find(two, one)]).toEqual([expected, expected]);
  });

  it("only as one is now, and if no other is as near", () => {
    const lookup = openLookup<number>();
    const wanted = likenessOf("New", board("a", "b", "c"));
    lookup.set(1, 1, wanted);
    expect(lookup.findOnly(wanted)).toBe(1);
    lookup.set(2, 2, wanted);
    expect([lookup.findOnly(wanted), lookup.size]).toEqual([undefined, 2]);
    lookup.set(1, 1, likenessOf("Other", board("x", "y", "z")));
    expect([lookup.findOnly(wanted), lookup.size]).toEqual([2, 2]);
    lookup.delete(2);
    lookup.delete(9);
    expect([lookup.findOnly(wanted), lookup.size]).toEqual([undefined, 1]);
  });
});
