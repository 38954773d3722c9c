// Lists that came back differently, by what changed in their elements; and how paths are spelt.
import { describe, expect, it } from "vitest";
import { type Json, joinPath, widgetPath } from "../../src/model/index.ts";
import { explainList } from "../../src/plan/state/diff.ts";

const rows = (before: Json, after: Json) =>
  explainList({ path: "dashboard.rows", change: "changed", before, after }).map((one) => [
    one.path,
    one.change,
    one.before,
    one.after,
  ]);

describe("a list", () => {
  it.each<[string, Json, Json, unknown[]]>([
    [
      "of objects, as long as before, by element",
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 3 }],
      [["dashboard.rows[1].a", "changed", 2, 3]],
    ],
    [
      "by what came and what went",
      [{ a: { b: 1 } }],
      [{ a: { c: 1 } }],
      [
        ["dashboard.rows[0].a.b", "removed", 1, undefined],
        ["dashboard.rows[0].a.c", "added", undefined, 1],
      ],
    ],
    [
      "in a list, by element too",
      [{ a: [{ b: 1 }] }],
      [{ a: [{ b: 2 }] }],
      [["dashboard.rows[0].a[0].b", "changed", 1, 2]],
    ],
    [
      "in a list, whole if it grew",
      [{ a: [{ b: 1 }] }],
      [{ a: [{ b: 1 }, { b: 2 }] }],
      [["dashboard.rows[0].a", "changed", [{ b: 1 }], [{ b: 1 }, { b: 2 }]]],
    ],
    [
      "in a list, whole if something came in front",
      [{ a: [{ b: 1 }] }],
      [{ a: [{ b: 0 }, { b: 1 }] }],
      [["dashboard.rows[0].a", "changed", [{ b: 1 }], [{ b: 0 }, { b: 1 }]]],
    ],
    ["of values, whole", [1, 2], [1, 3], [["dashboard.rows", "changed", [1, 2], [1, 3]]]],
    ["that shrank, whole", [{ a: 1 }], [], [["dashboard.rows", "changed", [{ a: 1 }], []]]],
    ["that grew, whole", [], [{ a: 1 }], [["dashboard.rows", "changed", [], [{ a: 1 }]]]],
    [
      "of objects and values, whole",
      [{ a: 1 }, 1],
      [{ a: 2 }, 1],
      [["dashboard.rows", "changed", [{ a: 1 }, 1], [{ a: 2 }, 1]]],
    ],
    ["against none, as it is", { a: 1 }, [{ a: 1 }], [["dashboard.rows", "changed", { a: 1 }, [{ a: 1 }]]]],
    // deep-diff finds nothing here.
    [
      "in which an empty key came, whole",
      [{}],
      [{ "": 1 }],
      [["dashboard.rows", "changed", [{}], [{ "": 1 }]]],
    ],
  ])("%s", (_, before, after, shown) => expect(rows(before, after)).toEqual(shown));
});

it("has no side that is not there", () => {
  const [before, after] = [[{ a: { b: 1 } }], [{ a: { c: 1 } }]] as [Json, Json];
  const found = explainList({ path: "rows", change: "changed", before, after });
  expect(found.map((one) => Object.keys(one))).toEqual([
    ["path", "change", "before"],
    ["path", "change", "after"],
  ]);
});

describe("paths", () => {
  it.each([
    [widgetPath("revenue"), "dashboard.widgets[revenue]"],
    [widgetPath("a b"), 'dashboard.widgets["a b"]'],
    [joinPath("", ["a", 0, "b.c", "$d"]), 'a[0]["b.c"].$d'],
  ])("%s", (path, text) => expect(path).toBe(text));
});
