// Differences by path: widgets by id, lists of one length element by element, a folder as one thing.
import { describe, expect, it } from "vitest";
import { type JsonObject, joinPath, widgetPath } from "../../src/model/index.ts";
import { type ComparedState, diffStates, partOfField } from "../../src/plan/index.ts";

const widget = (id: string, x = 0, more: JsonObject = {}): JsonObject => ({ id, position: { x }, ...more });
const board = (...widgets: JsonObject[]): ComparedState => ({ dashboard: { widgets } });

describe("differences", () => {
  it.each<[string, ComparedState, ComparedState, unknown[]]>([
    ["none", { name: "A", ...board(widget("a")) }, { name: "A", ...board(widget("a")) }, []],
    ["a value", { name: "A" }, { name: "B" }, [["name", "changed", "A", "B"]]],
    ["a key that came", { meta: {} }, { meta: { a: 1 } }, [["meta.a", "added", undefined, 1]]],
    ["a key that went", { meta: { a: 1 } }, { meta: {} }, [["meta.a", "removed", 1, undefined]]],
    [
      "only keys of the meta that is declared",
      { meta: { "a b": 1 } },
      { meta: { "a b": 2 } },
      [['meta["a b"]', "changed", 1, 2]],
    ],
    [
      "a folder as one thing",
      { folder: ["A", "B"] },
      { folder: ["A", "C"] },
      [["folder", "changed", ["A", "B"], ["A", "C"]]],
    ],
    [
      "a folder by id and by path",
      { folder: { id: 3 } },
      { folder: ["A"] },
      [["folder", "changed", { id: 3 }, ["A"]]],
    ],
    [
      "nested",
      board(widget("a", 0)),
      board(widget("a", 2)),
      [["dashboard.widgets[a].position.x", "changed", 0, 2]],
    ],
    [
      "a widget that came",
      board(widget("a")),
      board(widget("a"), widget("b")),
      [["dashboard.widgets[b]", "added", undefined, widget("b")]],
    ],
    [
      "a widget that went",
      board(widget("a"), widget("b")),
      board(widget("a")),
      [["dashboard.widgets[b]", "removed", widget("b"), undefined]],
    ],
    [
      "no order, where the rest kept theirs",
      board(widget("a"), widget("b"), widget("c")),
      board(widget("a"), widget("c")),
      [["dashboard.widgets[b]", "removed", widget("b"), undefined]],
    ],
    [
      "an order",
      board(widget("a"), widget("b")),
      board(widget("b"), widget("a")),
      [["dashboard.widgets", "reordered", ["a", "b"], ["b", "a"]]],
    ],
    [
      "widgets against none",
      { dashboard: { widgets: [] } },
      { dashboard: {} },
      [["dashboard.widgets", "removed", [], undefined]],
    ],
    [
      "a widget without an id, by its place",
      board({ type: "T" }),
      board({ type: "U" }),
      [['dashboard.widgets["#0"].type', "changed", "T", "U"]],
    ],
    [
      "an id twice",
      board(widget("a"), widget("a", 1)),
      board(widget("a"), widget("a", 2)),
      [['dashboard.widgets["a#1"].position.x', "changed", 1, 2]],
    ],
    [
      "lists of one length, by element",
      { dashboard: { rows: [{ a: 1 }, { a: 2 }] } },
      { dashboard: { rows: [{ a: 1 }, { a: 3 }] } },
      [["dashboard.rows[1].a", "changed", 2, 3]],
    ],
    [
      "lists of values, whole",
      { dashboard: { rows: [1, 2] } },
      { dashboard: { rows: [1, 3] } },
      [["dashboard.rows", "changed", [1, 2], [1, 3]]],
    ],
    [
      "lists of another length, whole",
      { dashboard: { rows: [{ a: 1 }] } },
      { dashboard: { rows: [] } },
      [["dashboard.rows", "changed", [{ a: 1 }], []]],
    ],
    ["no dashboard that is not declared", board(widget("a")), {}, []],
  ])("%s", (_, live, desired, found) => {
    const shown = diffStates(live, desired).map(({ path, change, before, after }) => [
      path,
      change,
      before,
      after,
    ]);
    expect(shown).toEqual(found);
  });

  it("are sorted by path, whichever side they are on", () => {
    const live = {
      name: "A",
      meta: { z: 1 },
      folder: ["A"],
      dashboard: { title: "T", widgets: [widget("b"), widget("a")] },
    };
    const desired = {
      name: "B",
      meta: { y: 1 },
      folder: [],
      dashboard: { kind: "K", widgets: [widget("c")] },
    };
    const paths = diffStates(live, desired).map(({ path }) => path);
    expect(paths).toEqual([
      "dashboard.kind",
      "dashboard.title",
      "dashboard.widgets[a]",
      "dashboard.widgets[b]",
      "dashboard.widgets[c]",
      "folder",
      "meta.y",
      "meta.z",
      "name",
    ]);
  });
});

it("are of a list as a whole where it grew", () => {
  const [one, two] = [{ a: 1 }, { a: 2 }];
  for (const [before, after] of [
    [[], [one]],
    [[one], [two, one]],
  ])
    expect(diffStates({ dashboard: { rows: before! } }, { dashboard: { rows: after! } })).toEqual([
      { path: "dashboard.rows", change: "changed", before, after },
    ]);
});

describe("paths", () => {
  it.each([
    [widgetPath("revenue"), "dashboard.widgets[revenue]"],
    [widgetPath("a b"), 'dashboard.widgets["a b"]'],
    [joinPath("", ["a", 0, "b.c", "$d"]), 'a[0]["b.c"].$d'],
  ])("%s", (path, text) => expect(path).toBe(text));

  it.each([
    ["name", "name"],
    ["folder", "folder"],
    ["meta.team.lead", "meta.team"],
    ['meta["a.b"].c', 'meta["a.b"]'],
    ["dashboard.layout.cols", "dashboard.layout"],
    ["dashboard.widgets", "dashboard.widgets"],
    ["dashboard.widgets[a].position.x", "dashboard.widgets[a]"],
    ['dashboard.widgets["a]b"].config', 'dashboard.widgets["a]b"]'],
    ["query.measures[0]", "query"],
  ])("%s is of the part %s", (path, part) => expect(partOfField(path)).toBe(part));
});
