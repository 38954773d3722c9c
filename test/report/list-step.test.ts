// Lists in a plan: what came, went, changed and moved, and nothing that differs is hidden.
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/index.ts";
import { listStep } from "../../src/report/fields/list-step.ts";

const WIDE = { room: 200, below: 200 };
const on = (member: string, operator: string, ...values: string[]) => ({ member, operator, values });
const textOf = (before: Json, after: Json) => listStep(before, after, WIDE)?.text;

describe("a list of values", () => {
  it.each<[Json, Json, string]>([
    [["a"], ["b"], "a → b"],
    [[], ["a"], "+ a"],
    [["a", "b"], ["a"], "− b"],
    [["a", "b"], ["a", "c"], "+ c · − b"],
    [["a", "b"], ["b", "a"], "in another order: b, a"],
    [["a", "b", "c"], ["c", "a", "d"], "+ d · − b · in another order: c, a"],
    [[1, "1"], [1], '− "1"'],
    [[true, null], [null], "− true"],
  ])("%j → %j is %s", (before, after, text) => {
    expect(textOf(before, after)).toBe(text);
  });

  it("is none of its business where a value is there twice", () => {
    expect(listStep(["a", "a"], ["a"], WIDE)).toBeUndefined();
    expect(listStep(["a"], "a", WIDE)).toBeUndefined();
  });
});

describe("a list of filters, of time dimensions, of an order", () => {
  it.each<[Json, Json, string]>([
    [
      [on("o.status", "equals", "paid")],
      [on("o.status", "equals", "paid"), on("o.city", "equals", "Bonn", "Ulm")],
      "+ o.city equals Bonn, Ulm",
    ],
    [
      [on("o.status", "equals", "paid")],
      [on("o.status", "notEquals", "paid")],
      "o.status equals → notEquals",
    ],
    [[on("o.at", "inRange", "x", "y")], [on("o.at", "inRange", "x", "z")], "o.at y → z"],
    [[on("o.at", "equals", "a", "b")], [on("o.at", "equals", "b", "c", "d")], "o.at + c, d − a"],
    [[on("o.at", "equals", "a", "b")], [on("o.at", "equals", "b", "a")], "o.at a, b → b, a"],
    [[on("o.at", "equals", "a", "a")], [on("o.at", "equals", "a")], "o.at a, a → a"],
    [
      [on("o.at", "gte", "1"), on("o.at", "lte", "9")],
      [on("o.at", "gte", "2"), on("o.at", "lte", "9")],
      'o.at "1" → "2"',
    ],
    [
      [{ dimension: "o.at", granularity: "month" }],
      [{ dimension: "o.at", granularity: "week", dateRange: "today" }],
      "o.at dateRange + today, granularity month → week",
    ],
    [[["a", "asc"]], [["a", "desc"]], "a asc → desc"],
    [
      [["a", "asc"]],
      [
        ["b", "asc"],
        ["a", "asc"],
      ],
      "+ b asc, first",
    ],
    [
      [["a", "asc"]],
      [
        ["a", "asc"],
        ["b", "asc"],
      ],
      "+ b asc",
    ],
    [
      [on("o.f", "equals", "x")],
      [on("o.f", "equals", "x"), on("o.f", "notEquals", "z")],
      "+ o.f notEquals z",
    ],
    [[], [{ or: [on("o.f", "equals", "x"), on("o.g", "gt", "y")] }], "+ (o.f equals x or o.g gt y)"],
    [
      [
        ["a", "asc"],
        ["b", "asc"],
      ],
      [
        ["b", "asc"],
        ["a", "asc"],
      ],
      "in another order: b, a",
    ],
    [[{ or: [1] }], [{ or: [2] }], '{"or":[1]} → {"or":[2]}'],
  ])("%j → %j is %s", (before, after, text) => {
    expect(textOf(before, after)).toBe(text);
  });
});

describe("where a line has no room for all", () => {
  const names = (first: number, end: number) =>
    Array.from({ length: end - first }, (_, at) => `measure_${first + at}`);

  it("each has a line of its own", () => {
    expect(listStep(names(0, 4), names(2, 6), { room: 30, below: 40 })).toEqual({
      text: "",
      diff: [
        { sign: "-", text: "measure_0" },
        { sign: "-", text: "measure_1" },
        { sign: "+", text: "measure_4" },
        { sign: "+", text: "measure_5" },
      ],
    });
  });

  it("counts the lines that it leaves out, and what it cuts of one", () => {
    const many = listStep(names(0, 50), names(50, 100), { room: 30, below: 40 })?.diff ?? [];
    expect([many.length, many.at(-1)]).toEqual([21, { sign: "…", text: "80 more differences" }]);
    const long = listStep(["a"], ["a", "x".repeat(500)], { room: 30, below: 60 })?.diff ?? [];
    expect(long).toEqual([{ sign: "+", text: expect.stringMatching(/^x+… \(\+\d+ characters\)$/) }]);
  });

  it("escapes what a terminal would obey", () => {
    expect(textOf([], ["\u001b[31mred"])).toBe("+ ␛[31mred");
  });
});
