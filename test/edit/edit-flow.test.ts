// Lists and maps in flow style over several lines, with comments and anchors in them.
import { describe, it } from "vitest";
import { expectEdit } from "./editing.ts";
import { expectForm } from "./forming.ts";

const text = (lines: string) => `workbooks:\n  a:\n    meta:\n${`${lines}\nz: 1`.replace(/^/gm, "      ")}\n`;
const expectMeta = (before: string, k: unknown, after: string, notes = 0) =>
  expectEdit(text(before), (e) => Object.assign(e.meta, { k }), text(after), { notes });

describe("a list in flow style with comments", () => {
  const BEHIND = "k: [\n  a, # one\n  b, # two\n  c # three\n]";
  const ABOVE = "k: [\n  # one\n  a,\n  # two\n  b,\n  # end\n]";
  it.each<[string, string, unknown, string]>([
    ["loses the first with its own", BEHIND, ["b", "c"], "k: [\n  b, # two\n  c # three\n]"],
    ["gets a first", BEHIND, ["x", "a", "b", "c"], "k: [\n  x,\n  a, # one\n  b, # two\n  c # three\n]"],
    ["changes one", BEHIND, ["a", "x", "c"], "k: [\n  a, # one\n  x, # two\n  c # three\n]"],
    ["loses one with what is above it", ABOVE, ["a"], "k: [\n  # one\n  a,\n  # end\n]"],
    ["changes one below its own", ABOVE, ["a", "x"], "k: [\n  # one\n  a,\n  # two\n  x,\n  # end\n]"],
  ])("%s", (_, before, k, after) => expectMeta(before, k, after));

  it("a map loses the first with its own", () =>
    expectMeta("k: { # top\n  a: 1, # one\n  b: 2, # two\n}", { b: 2 }, "k: { # top\n  b: 2, # two\n}"));
});

describe("a list in flow style", () => {
  it.each<[string, string, unknown, string]>([
    ["on lines of its own gets a line", "k: [\n  a\n]", ["a", "b"], "k: [\n  a,\n  b\n]"],
    ["with blanks keeps them", "k: [ a ]", ["a", "b"], "k: [ a, b ]"],
    ["with a comma at its end keeps that", "k: [a,]", ["a", "b"], "k: [a, b,]"],
    ["with a comma at its end loses the last", "k: [a, b,]", ["a"], "k: [a,]"],
    [
      "on two lines is moved",
      "k: [{ id: a },\n  { id: b }]",
      [{ id: "b" }, { id: "a" }],
      "k: [{ id: b },\n  { id: a }]",
    ],
  ])("%s", (_, before, k, after) => expectMeta(before, k, after));

  it("whose anchor goes leaves its value to the alias", async () => {
    await expectMeta("k: [&x { v: 1 }, b]\nl: *x", ["b"], "k: [b]\nl: { v: 1 }", 1);
    await expectMeta("k: [&x a, b, *x]", ["b", "a"], "k: [b, a]", 1);
  });
});

it("an alias is a key and an item, and nothing is null", () =>
  expectForm(
    `
    a: &x b
    c: {*x : 2, d: *x, e: }
    f: [&y {}, &z [], *y,*z]
    `,
    `
    a: &x b
    c: { *x : 2, d: *x, e: null }
    f: [&y {}, &z [], *y, *z]
    `,
  ));
