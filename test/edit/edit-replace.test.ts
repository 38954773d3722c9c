// A value that becomes one of another shape: its comments stay, on the line of its key or dash, and nothing else moves.
import { describe, it } from "vitest";
import { boardOf, expectEdit, WIDGET_ONE, widget } from "./editing.ts";

const INDENT = " ".repeat(12);
const config = (lines: string) =>
  boardOf(`${WIDGET_ONE}          config:\n${`${lines}\nz: 1 # next`.replace(/^(?=.)/gm, INDENT)}\n`);

/** Sets keys of a config and expects its lines. */
const expectConfig = (before: string, change: object, after: string, eol = "\n") => {
  const [from, to] = [before, after].map((lines) => config(lines).replaceAll("\n", eol));
  return expectEdit(from!, (e) => Object.assign(widget(e, "one").config, change), to!);
};

describe("comments above and behind a value", () => {
  it.each([
    ["both, and lines", "k: # above\n  x # behind", { a: 1 }, "k: # above # behind\n  a: 1"],
    ["both, and a word", "k: # above\n  x # behind", 2, "k: # above\n  2 # behind"],
    ["both, and a word for a list", "k: # above\n  [1, 2] # behind", 2, "k: 2 # above # behind"],
    [
      "both, and a flow map for a list",
      "k: # above\n  [1, 2] # behind",
      { a: 1 },
      "k: # above\n  { a: 1 } # behind",
    ],
    ["the one above a block", "k: # above\n  # of a\n  a: 1", [1], "k: # above\n  - 1"],
    ["the one above a block, and a word", "k: # above\n  a: 1", 3, "k: 3 # above"],
    ["the last of a block", "k:\n  a: 1 # first\n  b: 2 # last", 3, "k: 3 # last"],
    ["the ones below a block", "k:\n  a: 1\n  # end", 3, "k: 3\n  # end"],
    ["behind an empty map", "k: {} # c", { a: 1 }, "k: # c\n  a: 1"],
    ["behind an empty list", "k: [] # c", [{ a: 1 }], "k: # c\n  - a: 1"],
    ["behind an empty list, and an empty map", "k: [] # c", {}, "k: {} # c"],
    ["behind a header", "k: |2- # c\n   x", [1], "k: # c\n  - 1"],
    ["behind a header, and others lines", "k: > # c\n  x\n  y", "p\nq", "k: >- # c\n  p\n\n  q"],
    ["behind a key with a question mark", "? k # c\n: 1 # d", 2, "? k # c\n: 2 # d"],
  ])("stay: %s", async (_, before, k, after) => {
    await expectConfig(before, { k }, after);
    await expectConfig(before, { k }, after, "\r\n");
  });

  it.each([
    ["a word", "- x # c", ["y"], "- y # c"],
    ["lines", "- x # c", ["p\nq"], "- |- # c\n    p\n    q"],
    ["an empty map", "- {} # c", [{ a: 1, b: 2 }], "- a: 1 # c\n    b: 2"],
    ["an empty map, and one key", "- {} # c", [{ a: 1 }], "- a: 1 # c"],
    ["an empty list", "- [] # c", [[1, 2]], "- - 1 # c\n    - 2"],
    ["a list in flow style", "- [1] # c", [[]], "- [] # c"],
  ])("stay behind an item that was %s", async (_, before, l, after) => {
    const around = (item: string) => `l:\n  - 0 # zero\n  ${item}\n  - 9`;
    await expectConfig(around(before), { l: [0, ...l, 9] }, around(after));
  });
});

describe("a text of several lines", () => {
  it.each([
    ["deep", "k: |\n      x", "p\nq\n", "k: |\n      p\n      q"],
    ["too deep to say", "k: |\n             x", "p\nq\n", "k: |\n         p\n         q"],
    ["in an item", "k:\n  - |\n      x", ["p\nq\n"], "k:\n  - |\n      p\n      q"],
    ["with blanks first", "k: |4-\n      x", "  p\nq", "k: |6-\n        p\n      q"],
    ["empty", "k: |", "p\nq\n", "k: |\n  p\n  q"],
  ])("is indented as the old one: %s", async (_, before, k, after) => {
    await expectConfig(before, { k }, after);
  });
});

describe("in flow style", () => {
  it.each([
    ["a value that is not written", "k: { a: 1, b: , c }", { a: 1, b: 2, c: 3 }, "k: { a: 1, b: 2 , c: 3 }"],
    ["maps and lists", "k: { a: 1, b: 2 }", { a: { x: [1] }, b: [] }, "k: { a: { x: [1] }, b: [] }"],
    ["lines", "k: { a: 'x' }", { a: "p\nq" }, 'k: { a: "p\\nq" }'],
    ["an item", "k: [1, [2], x]", [1, [], "y"], "k: [1, [], y]"],
  ])("stays so: %s", async (_, before, k, after) => {
    await expectConfig(before, { k }, after);
  });
});

describe("a position", () => {
  const text = (position: string) => boardOf(WIDGET_ONE.replace("[0, 0, 6, 4]", position));
  const moved = { x: 1, y: 2, w: 3, h: 4 };
  it.each([
    ["a list", "[0, 0, 6, 4] # p", "[1, 2, 3, 4] # p"],
    [
      "a list of lines",
      "\n            - 0\n            - 0 # y\n            - 6\n            - 4",
      "\n            - 1\n            - 2 # y\n            - 3\n            - 4",
    ],
    ["a map", "{ x: 0, y: 0, w: 6, h: 4 }", "{ x: 1, y: 2, w: 3, h: 4 }"],
  ])("keeps its spelling: %s", async (_, before, after) => {
    await expectEdit(text(before), (e) => Object.assign(widget(e, "one").position, moved), text(after));
  });
});
