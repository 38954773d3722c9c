// The guess that a workbook was renamed.
import { describe, expect, it } from "vitest";
import { findAlike, likenessOf } from "../../src/plan/planner/whereabouts.ts";

function dashboard(ids: readonly string[]) {
  return { widgets: ids.map((id) => ({ id, type: "TEXT" })) };
}
const board = (...ids: string[]) => dashboard(ids);
const mapOf = (...all: Parameters<typeof likenessOf>[]) =>
  new Map(all.map((each, id) => [id, { id, likeness: likenessOf(...each) }]));

describe("two dashboards are nearly the same", () => {
  const find = (one: Parameters<typeof likenessOf>, two: Parameters<typeof likenessOf>) =>
    findAlike(likenessOf(...two), mapOf(one)) !== undefined;

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

  it("only if no other is as near, and if there are not too many to compare with each", () => {
    const one: Parameters<typeof likenessOf> = ["New", board("a", "b", "c")];
    expect(findAlike(likenessOf(...one), mapOf(one))?.id).toBe(0);
    expect(findAlike(likenessOf(...one), mapOf(one, ["Other", board("x")]))?.id).toBe(0);
    expect(findAlike(likenessOf(...one), mapOf(one, one))).toBeUndefined();
    const others = Array.from({ length: 1_000 }, (_, at) => [`O${at}`, board(`x${at}`)] as typeof one);
    expect(findAlike(likenessOf(...one), mapOf(one, ...others.slice(1)))?.id).toBe(0);
    expect(findAlike(likenessOf(...one), mapOf(one, ...others))).toBeUndefined();
  });
});
