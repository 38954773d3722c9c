// Anchors whose value is no longer that of all their aliases: the aliases are written out where they stand, each in its style.
import { describe, expect, it } from "vitest";
import { boardOf, edit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const FILE = "dashboards/a.yaml";
const item = (id: string, config: string) =>
  `        - id: ${id}\n          type: TEXT\n          position: [0, 0, 6, 4]\n          config:${config}\n`;
const config = (e: E, id: string) => widget(e, id).config;

async function written(text: string, change: (e: E) => void) {
  const { edits, after } = await edit({ [FILE]: text }, { a: (e: E) => change(e) });
  expect(edits.failed).toEqual([]);
  return { text: after[FILE] ?? "", notes: edits.notes };
}

describe("an alias of what changes", () => {
  it.each([
    [
      "a block map below a key",
      " &c\n            k: &x\n              # ours\n              p: 1\n              q:\n                - 2",
      "\n            k: *x",
      "\n            k:\n              p: 1\n              q:\n                - 2",
    ],
    [
      "a block list below a key",
      "\n            k: &x\n              - 1\n              - p: 2\n                q: 3",
      "\n            k: *x",
      "\n            k:\n              - 1\n              - p: 2\n                q: 3",
    ],
    [
      "a block map behind a dash",
      "\n            k: &x\n              p: 1\n              q: 2",
      "\n            k:\n              - *x\n              - 5",
      "\n            k:\n              - p: 1\n                q: 2\n              - 5",
    ],
    [
      "a block map in brackets",
      "\n            k: &x\n              p: 1\n              q: [2]",
      " { k: [*x, 5] }",
      " { k: [{ p: 1, q: [2] }, 5] }",
    ],
    [
      "a flow map",
      "\n            k: &x { p: 1, q: [2] }",
      "\n            k: *x # same",
      "\n            k: { p: 1, q: [2] } # same",
    ],
    ["a text", "\n            k: &x 'a: b'", "\n            k: *x", "\n            k: 'a: b'"],
    [
      "a block scalar",
      "\n            k: &x |\n              one\n              two",
      "\n            k: *x",
      '\n            k: "one\\ntwo\\n"',
    ],
    ["a text in braces", "\n            k: &x 'a: b'", " { k: *x }", ' { k: "a: b" }'],
  ])("is written out: %s", async (_, first, second, out) => {
    const text = boardOf(item("one", first) + item("two", second) + item("three", " {}"));
    const { text: after, notes } = await written(text, (e) => {
      config(e, "one").k = "new";
    });
    expect(after).toContain(item("two", out));
    expect(after).toMatch(/k: (new|'new')\n/);
    expect(after).not.toContain("&x");
    expect(notes).toMatchObject([
      {
        key: "a",
        file: FILE,
        line: text.slice(0, text.indexOf("*x")).split("\n").length,
        message: expect.stringContaining("*x"),
      },
    ]);
  });

  it("is one of several, in two workbooks", async () => {
    const text = `${boardOf(item("one", " &x { p: 1 }") + item("two", " *x"))}  b:\n    meta: { k: *x }\n`;
    const { text: after, notes } = await written(text, (e) => {
      config(e, "one").p = 2;
    });
    expect(after).toBe(
      `${boardOf(item("one", " { p: 2 }") + item("two", " { p: 1 }"))}  b:\n    meta: { k: { p: 1 } }\n`,
    );
    expect(notes).toHaveLength(2);
  });

  it("may name another anchor, which stays with the first that has it", async () => {
    const text = boardOf(
      item("one", " &x\n            p: &y [1]\n            q: *y") +
        item("two", " *x") +
        item("three", "\n            r: *y"),
    );
    const { text: after } = await written(text, (e) => {
      config(e, "one").s = 1;
    });
    expect(after).toContain("s: 1\n");
    expect(after).toContain("r: ");
    expect(after).not.toContain("*x");
  });

  it.each([
    ["at the end of a line", "config: &x\n            p: 1\n", "config:\n            p: 2\n"],
    ["on a line of its own value", "config: &x { p: 1 }\n", "config: { p: 2 }\n"],
    ["above its value", "config:\n            &x\n            p: 1\n", undefined],
  ])("takes the anchor with it: %s", async (_, from, to) => {
    const text = boardOf(item("one", "").replace("config:\n", from) + item("two", " *x"));
    const { text: after } = await written(text, (e) => {
      config(e, "one").p = 2;
    });
    expect(after).not.toContain("&x");
    if (to !== undefined) expect(after).toContain(to);
  });

  it("with Windows line ends", async () => {
    const text = boardOf(
      item("one", " &x\n            p: 1\n            q: 2") + item("two", " *x"),
    ).replaceAll("\n", "\r\n");
    const { text: after } = await written(text, (e) => {
      config(e, "one").p = 2;
    });
    expect(after).toBe(
      boardOf(
        item("one", "\n            p: 2\n            q: 2") +
          item("two", "\n            p: 1\n            q: 2"),
      ).replaceAll("\n", "\r\n"),
    );
  });
});

describe("an anchor", () => {
  const text = boardOf(item("one", "\n            k: &x { p: 1 }\n            l: *x") + item("two", " {}"));
  it("stays where its value and its aliases' change alike", async () => {
    const { text: after, notes } = await written(text, (e) => {
      config(e, "one").k.p = 2;
      config(e, "one").l.p = 2;
    });
    expect([after, notes]).toEqual([swap(text, "p: 1", "p: 2"), []]);
  });
  it("stays where an alias gives way, which is told", async () => {
    const { text: after, notes } = await written(text, (e) => {
      config(e, "one").l = { p: 3 };
    });
    expect(after).toBe(swap(text, "l: *x", "l:\n              p: 3"));
    expect(notes).toMatchObject([{ line: 11, message: expect.stringContaining("alias") }]);
  });
  it("goes with its widget, and the alias gets the value", async () => {
    const before = boardOf(item("one", " &x { p: 1 }") + item("two", " *x"));
    const { text: after } = await written(before, (e) => {
      e.dashboard.widgets.shift();
    });
    expect(after).toBe(boardOf(item("two", " { p: 1 }")));
  });
  it("goes with one alias, and the other gets the value", async () => {
    const before = boardOf(
      item("one", "\n            k: &x { p: 1 }\n            l: *x") + item("two", " *x"),
    );
    const { text: after } = await written(before, (e) => {
      e.dashboard.widgets[0].config = { v: 1 };
    });
    expect(after).toBe(boardOf(item("one", "\n            v: 1") + item("two", " { p: 1 }")));
  });
  it("goes with its widget and its only alias", async () => {
    const before = boardOf(
      item("one", "\n            k: &x { p: 1 }\n            l: *x") + item("two", " {}"),
    );
    const { text: after, notes } = await written(before, (e) => {
      e.dashboard.widgets.shift();
    });
    expect(after).toBe(boardOf(item("two", " {}")));
    expect(notes).toEqual([]);
  });
  it("moves along with an alias in the same item", async () => {
    const own = item("two", " { p: &x { k: 1 }, q: *x }");
    const { text: after, notes } = await written(boardOf(item("one", " {}") + own), (e) => {
      e.dashboard.widgets.reverse();
    });
    expect(after).toBe(boardOf(own + item("one", " {}")));
    expect(notes).toEqual([]);
  });
  it("above the list stays where the items with its aliases change places", async () => {
    const text = (items: string) => boardOf(items).replace("  a:\n", "  a:\n    meta: { k: &x { p: 1 } }\n");
    const { text: after, notes } = await written(text(item("one", " {}") + item("two", " *x")), (e) => {
      e.dashboard.widgets.reverse();
    });
    expect([after, notes]).toEqual([text(item("two", " *x") + item("one", " {}")), []]);
  });
  it("goes with its widget where the others change places, and the alias gets the value", async () => {
    const before = boardOf(item("one", " &x { p: 1 }") + item("two", " *x") + item("three", " {}"));
    const { text: after } = await written(before, (e) => {
      e.dashboard.widgets = e.dashboard.widgets.slice(1).reverse();
    });
    expect(after).toBe(boardOf(item("three", " {}") + item("two", " { p: 1 }")));
  });
  it("moves along where no alias comes to stand before it", async () => {
    const before = boardOf(item("one", " {}") + item("two", " &x { p: 1 }") + item("three", " *x"));
    const { text: after, notes } = await written(before, (e) => {
      const [a, b, c] = e.dashboard.widgets;
      e.dashboard.widgets = [b, c, a];
    });
    expect(after).toBe(boardOf(item("two", " &x { p: 1 }") + item("three", " *x") + item("one", " {}")));
    expect(notes).toEqual([]);
  });
});

describe("a block in which an anchor with two aliases changes", () => {
  const MAP = (margin: string, text: string) =>
    `${margin}text: ${text}\n${margin}position: { x: 0, y: 0, w: 1, h: 1 }\n`;
  const FLOW = '{ text: "In ${var.currency} $${y}", position: { x: 0, y: 0, w: 1, h: 1 } }';
  const TEXT = '"In ${var.currency} $${y}"';
  const settled = (own: string, k: string, l: string) =>
    `workbooks:\n  a:\n    meta:\n      m:${own}      k:${k}      l: [${l}, 1]\n      z: 1\n`;

  it("has each written in the style of its place, texts and positions as they are", async () => {
    const files = {
      "boardwright.yaml": `version: 1
project: acme
targets:
  local: { url: http://127.0.0.1:4000, deployment: 1, vars: { currency: EUR } }
`,
      [FILE]: settled(` &m\n${MAP("        ", TEXT)}`, " *m\n", "*m"),
    };
    const { edits, after } = await edit(files, {
      a: (e: E) => void Object.assign(e.meta.m, { text: "Own" }),
    });
    expect(edits.failed).toEqual([]);
    expect(after[FILE]).toBe(settled(`\n${MAP("        ", '"Own"')}`, `\n${MAP("        ", TEXT)}`, FLOW));
  });
});
