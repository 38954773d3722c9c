// Which item of a list becomes which: the comments behind them show what was kept, changed, moved, added and removed.
import { describe, it } from "vitest";
import { expectEdit } from "./editing.ts";

const text = (items: readonly string[]) =>
  `workbooks:\n  a:\n    meta:\n      k:\n${items.map((item) => `        - ${item}\n`).join("")}      z: 1\n`;
const expectList = (before: readonly string[], k: unknown[], after: readonly string[]) =>
  expectEdit(text(before), (e) => Object.assign(e.meta, { k }), text(after));

describe("a list of words", () => {
  const FOUR = ["a # 1", "b # 2", "c # 3", "d # 4"];
  it.each<[string, unknown[], string[]]>([
    ["loses some", ["b", "d"], ["b # 2", "d # 4"]],
    ["loses the first", ["b", "c", "d"], ["b # 2", "c # 3", "d # 4"]],
    ["loses the last", ["a", "b", "c"], ["a # 1", "b # 2", "c # 3"]],
    ["changes one", ["a", "x", "c", "d"], ["a # 1", "x # 2", "c # 3", "d # 4"]],
    ["changes one of two, and loses the other", ["a", "x", "d"], ["a # 1", "x # 2", "d # 4"]],
    ["changes the last, and gets one", ["a", "b", "c", "x", "y"], ["a # 1", "b # 2", "c # 3", "x # 4", "y"]],
    ["gets a first", ["x", "a", "b", "c", "d"], ["x", ...FOUR]],
    ["gets one in between", ["a", "b", "x", "c", "d"], ["a # 1", "b # 2", "x", "c # 3", "d # 4"]],
    ["gets a last", ["a", "b", "c", "d", "x"], [...FOUR, "x"]],
    ["has the last first", ["d", "a", "b", "c"], ["d", "a # 1", "b # 2", "c # 3"]],
    ["has the first last", ["b", "c", "d", "a"], ["b # 2", "c # 3", "d # 4", "a"]],
    ["becomes others", ["x", "y"], ["x # 1", "y # 2"]],
    ["gets a map for a word", [{ k: 1 }, "b", "c", "d"], ["k: 1", "b # 2", "c # 3", "d # 4"]],
    ["gets a list for a word", ["a", "b", "c", [1]], ["a # 1", "b # 2", "c # 3", "- 1"]],
    ["gets empty ones", ["a", {}, "b", [], "c", "d"], ["a # 1", "{}", "b # 2", "[]", "c # 3", "d # 4"]],
    ["gets a position", ["a", "b", "c", "d", [1, 2, 3, 4]], [...FOUR, "[1, 2, 3, 4]"]],
  ])("%s", (_, after, items) => expectList(FOUR, after, items));

  it("with the same one twice keeps as many as can be in order", async () => {
    await expectList(["a # 1", "a # 2", "b # 3"], ["a", "b"], ["a # 1", "b # 3"]);
    await expectList(["a # 1", "b # 2", "a # 3", "b # 4"], ["b", "a", "b"], ["b # 2", "a # 3", "b # 4"]);
    await expectList(["a # 1", "b # 2"], ["a", "a", "b"], ["a # 1", "a", "b # 2"]);
  });
});

describe("a list of several kinds", () => {
  const MIXED = ["a # 1", "{ k: 1 } # 2", "[1] # 3"];
  it.each<[string, unknown[], string[]]>([
    ["changes each in its place", ["b", { k: 2 }, [2]], ["b # 1", "{ k: 2 } # 2", "[2] # 3"]],
    ["changes the map, and gets a list before it", ["a", [2], { k: 2 }], ["a # 1", "- 2", "{ k: 2 } # 2"]],
    ["changes none into another kind", ["a", "b", [1]], ["a # 1", "b", "[1] # 3"]],
  ])("%s", (_, after, items) => expectList(MIXED, after, items));
});

describe("a list of maps with ids", () => {
  const item = (id: string, v: number, n: number) => `id: ${id} # ${n}\n          v: ${v}`;
  const THREE = [item("a", 1, 1), item("b", 1, 2), item("c", 1, 3)];
  it.each<[string, unknown[], string[]]>([
    [
      "is moved by id",
      [
        { id: "c", v: 1 },
        { id: "a", v: 1 },
        { id: "b", v: 1 },
      ],
      [item("c", 1, 3), item("a", 1, 1), item("b", 1, 2)],
    ],
    [
      "is changed and moved at once",
      [
        { id: "b", v: 2 },
        { id: "a", v: 1 },
        { id: "c", v: 3 },
      ],
      [item("b", 2, 2), item("a", 1, 1), item("c", 3, 3)],
    ],
    [
      "loses one, and gets another in its place",
      [
        { id: "a", v: 1 },
        { id: "x", v: 1 },
        { id: "c", v: 1 },
      ],
      [item("a", 1, 1), "id: x\n          v: 1", item("c", 1, 3)],
    ],
    [
      "with an id twice is edited in order",
      [
        { id: "a", v: 1 },
        { id: "a", v: 2 },
        { id: "c", v: 1 },
      ],
      [item("a", 1, 1), item("a", 2, 2), item("c", 1, 3)],
    ],
    [
      "with an item without id is edited in order",
      [{ id: "a", v: 1 }, { v: 2 }, { id: "c", v: 1 }],
      [item("a", 1, 1), "v: 2", item("c", 1, 3)],
    ],
  ])("%s", (_, after, items) => expectList(THREE, after, items));

  it("that are numbers is moved by them", () =>
    expectList(
      ["{ id: 1 } # 1", "{ id: 2 } # 2"],
      [{ id: 2 }, { id: 1 }],
      ["{ id: 2 } # 2", "{ id: 1 } # 1"],
    ));
});

describe("a list in flow style", () => {
  it.each<[string, string, unknown[], string]>([
    ["loses the first", "[a, b, c]", ["b", "c"], "[b, c]"],
    ["loses the last", "[a, b, c]", ["a", "b"], "[a, b]"],
    ["gets one", "[a, b]", ["a", "x", "b"], "[a, x, b]"],
    ["gets lines", "[a, b]", ["a", "b", "p\nq"], '[a, b, "p\\nq"]'],
    ["gets a map", "[a, b]", ["a", "b", { k: [1] }], "[a, b, { k: [1] }]"],
    ["has its own blanks", "[ a,b ]", ["a", "b", "c"], "[ a,b,c ]"],
    [
      "is moved by id",
      "[{ id: a, v: 1 }, { id: b }]",
      [{ id: "b" }, { id: "a", v: 2 }],
      "[{ id: b }, { id: a, v: 2 }]",
    ],
    ["becomes empty", "[a, b]", [], "[]"],
  ])("%s", async (_, before, k, after) => {
    const flow = (list: string) => `workbooks:\n  a:\n    meta:\n      k: ${list} # c\n      z: 1\n`;
    await expectEdit(flow(before), (e) => Object.assign(e.meta, { k }), flow(after));
  });
});

it("keeps blank lines out of a text that would take them in where it is moved", async () => {
  const one = "        - id: a # 1\n";
  const two = "        - id: b # 2\n          t: |+ # 3\n            x\n";
  const list = (items: string) => `workbooks:\n  a:\n    meta:\n      k:\n${items}      z: 1\n`;
  await expectEdit(list(`${one}\n${two}`), (e) => e.meta.k.reverse(), list(two + one));
});
