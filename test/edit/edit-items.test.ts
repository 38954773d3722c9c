// Entries of maps and items of lists that come, go and move: what is between them and around them stays.
import { describe, expect, it } from "vitest";
import { boardOf, edit, expectEdit, swap, WIDGET_ONE, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const book = (config: string) => boardOf(`${WIDGET_ONE}          config:\n${config}`);
const config = (e: E) => widget(e, "one").config;

describe("a map in braces", () => {
  it.each([
    ["the first goes", "{ a: 1, b: 2, c: 3 }", { b: 2, c: 3 }, "{ b: 2, c: 3 }"],
    ["one between goes", "{ a: 1, b: 2, c: 3 }", { a: 1, c: 3 }, "{ a: 1, c: 3 }"],
    ["the last goes", "{ a: 1, b: 2, c: 3 }", { a: 1, b: 2 }, "{ a: 1, b: 2 }"],
    ["the first two go", "{ a: 1, b: 2, c: 3 }", { c: 3 }, "{ c: 3 }"],
    ["the last two go", "{ a: 1, b: 2, c: 3 }", { a: 1 }, "{ a: 1 }"],
    ["all but the middle go", "{ a: 1, b: 2, c: 3 }", { b: 2 }, "{ b: 2 }"],
    ["all go", "{ a: 1 }", {}, "{}"],
    ["all are others", "{ a: 1 }", { b: 1 }, "{ b: 1 }"],
    ["one comes and one goes", "{ a: 1, b: 2 }", { b: 2, d: 1 }, "{ b: 2, d: 1 }"],
    ["a comma at the end", "{ a: 1, b: 2, }", { a: 1, b: 2, c: 3 }, "{ a: 1, b: 2, c: 3, }"],
    ["the only one comes", "{}", { a: [1] }, "\n              a:\n                - 1"],
    [
      "over lines",
      "{\n              a: 1,\n              b: 2\n            }",
      { a: 1, b: 2, c: 3 },
      "{\n              a: 1,\n              b: 2,\n              c: 3\n            }",
    ],
    [
      "over lines, one so far",
      "{\n              a: 1\n            }",
      { a: 1, c: 3 },
      "{\n              a: 1,\n              c: 3\n            }",
    ],
    [
      "a comment behind a comma stays",
      "{\n              a: 1, # first\n              b: 2,\n              c: 3\n            }",
      { a: 1, c: 3 },
      "{\n              a: 1, # first\n              c: 3\n            }",
    ],
    [
      "one comes below comments",
      "{\n              a: 1, # first\n              b: 2 # second\n            }",
      { a: 1, b: 2, c: 3 },
      "{\n              a: 1, # first\n              b: 2, # second\n              c: 3\n            }",
    ],
    ["without a value", "{ a, b: 2 }", { a: 1, b: 2 }, "{ a: 1, b: 2 }"],
    ["without a value behind the colon", "{ a: , b: 2 }", { a: 1, b: 2 }, "{ a: 1 , b: 2 }"],
  ])("%s", async (_, before, value, after) => {
    const text = book(`            k: ${before}\n`);
    await expectEdit(
      text,
      (e) => {
        config(e).k = value;
      },
      text.replace(` ${before}`, after.startsWith("\n") ? after : ` ${after}`),
    );
  });
});

describe("a list in brackets", () => {
  it.each([
    ["the first goes", "[a, b, c]", ["b", "c"], "[b, c]"],
    ["the last goes", "[a, b, c]", ["a", "b"], "[a, b]"],
    ["one between goes", "[a, b, c]", ["a", "c"], "[a, c]"],
    ["all go", "[a, b]", [], "[]"],
    ["one comes first", "[a, b]", ["z", "a", "b"], "[z, a, b]"],
    ["one comes between", "[a, b]", ["a", "z", "b"], "[a, z, b]"],
    ["one comes last", "[a,b]", ["a", "b", "z"], "[a,b,z]"],
    ["they change places", "[a, b, c]", ["c", "b", "a"], "[c, b, a]"],
    ["they change places and one goes", "[a, b, c]", ["c", "a"], "[c, a]"],
    ["they change places and one comes", "[a, b]", ["b", "z", "a"], "[b, z, a]"],
    ["one changes", "[a, b]", ["a", "z"], "[a, z]"],
    ["one becomes a map", "[a, b]", ["a", { x: 1 }], "[a, { x: 1 }]"],
    [
      "one becomes a map of keys that are quoted there",
      "[a, b]",
      ["a", { "x, y": "p, q", "${var.z}": 2 }],
      '[a, { "x, y": "p, q", "${var.z}": 2 }]',
    ],
    ["one inside changes", "[[1, 2], { x: [3] }]", [[1, 4], { x: [5] }], "[[1, 4], { x: [5] }]"],
    ["four numbers", "[1, 2, 3, 4]", [1, 2, 3, 5], "[1, 2, 3, 5]"],
    [
      "maps by their id",
      "[{ id: a, n: 1 }, { id: b, n: 2 }]",
      [
        { id: "b", n: 3 },
        { id: "a", n: 1 },
      ],
      "[{ id: b, n: 3 }, { id: a, n: 1 }]",
    ],
    [
      "maps of which two have one id",
      "[{ id: a, n: 1 }, { id: a, n: 2 }]",
      [
        { id: "a", n: 1 },
        { id: "a", n: 3 },
      ],
      "[{ id: a, n: 1 }, { id: a, n: 3 }]",
    ],
    [
      "over lines",
      "[\n              a,\n              b\n            ]",
      ["a", "b", "c"],
      "[\n              a,\n              b,\n              c\n            ]",
    ],
    [
      "over lines, one so far",
      "[\n              a\n            ]",
      ["z", "a"],
      "[\n              z,\n              a\n            ]",
    ],
  ])("%s", async (_, before, value, after) => {
    const text = book(`            k: ${before}\n`);
    await expectEdit(
      text,
      (e) => {
        config(e).k = value;
      },
      swap(text, before, after),
    );
  });
});

describe("a list of lines", () => {
  const lines = (...items: string[]) =>
    book(
      `            k:\n${items.map((item) => `${item && `              ${item}`}\n`).join("")}            after: 1\n`,
    );
  it.each([
    ["all go", ["- a", "- b"], [], undefined],
    ["one comes first", ["- a"], ["z", "a"], ["- z", "- a"]],
    [
      "they change places with their comments",
      ["# one", "- id: a # A", "# two", "- id: b"],
      [{ id: "b" }, { id: "a" }],
      ["# two", "- id: b", "# one", "- id: a # A"],
    ],
    ["one goes with its comment", ["- a", "# two", "- b", "- c"], ["a", "c"], ["- a", "- c"]],
    ["a deeper comment below belongs to it", ["- a", "  # of a", "- b"], ["b"], ["- b"]],
    [
      "a comment above a blank line stays",
      ["- a", "# for all", "", "- b", "- c"],
      ["a", "c"],
      ["- a", "# for all", "- c"],
    ],
    ["blank lines between them", ["- a", "", "- b"], ["a", "b", "c"], ["- a", "", "- b", "", "- c"]],
    ["a scalar becomes a map", ["- a # A", "- b"], [{ x: 1, y: 2 }, "b"], ["- x: 1", "  y: 2", "- b"]],
    ["a map becomes a scalar", ["- x: 1", "  y: 2", "- b"], ["a", "b"], ["- a", "- b"]],
    ["a map becomes a list", ["- x: 1", "- b"], [["c"], "b"], ["- - c", "- b"]],
    ["a list of lists", ["- - a", "  - b", "- - c"], [["a"], ["c", "d"]], ["- - a", "- - c", "  - d"]],
    ["nothing becomes something", ["-", "- b"], [1, "b"], ["- 1", "- b"]],
    ["an empty map comes", ["- a"], ["a", {}], ["- a", "- {}"]],
    ["texts of lines", ["- |", "  one", "  two", "- b"], ["one\n2\n", "b"], ["- |", "  one", "  2", "- b"]],
  ])("%s", async (_, before, value, after) => {
    const text = lines(...before);
    const wanted = after === undefined ? book("            k: []\n            after: 1\n") : lines(...after);
    await expectEdit(
      text,
      (e) => {
        config(e).k = value;
      },
      wanted,
    );
  });
});

describe("a new key", () => {
  const text = boardOf("        []\n").replace(
    "  a:\n",
    "  a: # ours\n    name: A\n    x-note: 1\n    meta:\n      k: 1\n",
  );
  it.each([
    ["folderId", { folderId: 7 }, "name: A\n", "name: A\n    folderId: 7\n"],
    ["publish", { publish: true }, "name: A\n", "name: A\n    publish: true\n"],
    ["both", { publish: true, folderId: 7 }, "name: A\n", "name: A\n    folderId: 7\n    publish: true\n"],
  ])("stands where people write it: %s", (_, more, from, to) =>
    expectEdit(
      text,
      (e) => {
        Object.assign(e, more);
      },
      swap(text, from, to),
    ),
  );
  it("of a widget stands between its type and its config", () => {
    const before = boardOf("        - id: one\n          type: TEXT\n          config: {}\n");
    return expectEdit(
      before,
      (e) => {
        Object.assign(widget(e, "one"), { style: { a: 1 }, position: { x: 0, y: 0, w: 1, h: 1 } });
      },
      before.replace(
        "TEXT\n",
        "TEXT\n          style:\n            a: 1\n          position: [0, 0, 1, 1]\n",
      ),
    );
  });
});

describe("a new value", () => {
  it("of a key is on its line: a reference in braces, a text with commas plain", () =>
    expectEdit(
      `${book("            a: 1\n")}reports:\n  r: { name: R, query: {} }\n`,
      (e) =>
        Object.assign(config(e), { b: { $report: "r" }, c: "one, two", d: { reportId: { $report: "r" } } }),
      `${book("            a: 1\n            b: { $report: r }\n            c: one, two\n            d:\n              reportId: { $report: r }\n")}reports:\n  r: { name: R, query: {} }\n`,
    ));
});

describe("where nothing fits", () => {
  it("a key that is no plain text is left, and the rest is written whole", async () => {
    const text = book("            ? a\n            : 1\n            b: 2\n");
    const { edits, after } = await edit(
      { "dashboards/a.yaml": text },
      {
        a: (e: E) => {
          config(e).b = 3;
          config(e).c = 4;
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after["dashboards/a.yaml"]).toContain("b: 3");
  });
});

describe("a map with a key behind a question mark", () => {
  const block = (lines: string) => book(`${lines.replace(/^/gm, "            ")}\n`);
  it.each([
    ["first, gets another", "? a\n: 1\nb: 2 # b", { a: 1, b: 2, c: 3 }, "? a\n: 1\nb: 2 # b\nc: 3"],
    ["first, loses it", "? a # a\n: 1\nb: 2 # b", { b: 2 }, "b: 2 # b"],
    ["last, gets another", "b: 2 # b\n? a\n: 1", { b: 2, a: 1, c: 3 }, "b: 2 # b\n? a\n: 1\nc: 3"],
    ["first, gets a map in it", "? a\n: 1\nb: 2 # b", { a: { x: 1 }, b: 2 }, "? a\n:\n  x: 1\nb: 2 # b"],
    ["or an anchor, loses it", "b: 2 # b\n&k a: 1", { b: 2 }, "b: 2 # b"],
    [
      "or a tag first, gets another",
      "!!str a: 1\nb: 2 # b",
      { a: 1, b: 2, c: 3 },
      "!!str a: 1\nb: 2 # b\nc: 3",
    ],
  ])("%s", (_, before, value, after) =>
    expectEdit(block(before), (e) => Object.assign(widget(e, "one"), { config: value }), block(after)),
  );
});
