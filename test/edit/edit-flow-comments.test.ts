// Comments in lists and maps in flow style: what is said of an item goes where the item goes, and is gone with it.
import { describe, it } from "vitest";
import { expectEdit } from "./editing.ts";

const text = (lines: string) => `workbooks:\n  a:\n    meta:\n${`${lines}\nz: 1`.replace(/^/gm, "      ")}\n`;
const expectMeta = (before: string, k: unknown, after: string) =>
  expectEdit(text(before), (e) => Object.assign(e.meta, { k }), text(after));

describe("a comment behind an item of a flow list", () => {
  const BEHIND = "k: [\n  a, # one\n  b, # two\n  c # three\n]";
  const CLOSED = BEHIND.replace("c ", "c, ");
  const LEADING = "k: [\n  a # one\n  , b # two\n  , c # three\n]";
  const FILLED = "k: [ # head\n  a, b, c, # abc\n  d, # d\n  e ] # tail";
  it.each<[string, string, unknown, string]>([
    ["goes with one in the middle", BEHIND, ["a", "c"], "k: [\n  a, # one\n  c # three\n]"],
    [
      "goes with the last, and so does the comma before it",
      BEHIND,
      ["a", "b"],
      "k: [\n  a, # one\n  b # two\n]",
    ],
    ["goes with several", BEHIND, ["a"], "k: [\n  a # one\n]"],
    ["goes with those on both sides", BEHIND, ["b"], "k: [\n  b # two\n]"],
    [
      "goes with the last, and its comma stays the custom",
      CLOSED,
      ["a", "b"],
      "k: [\n  a, # one\n  b, # two\n]",
    ],
    [
      "stays where another is added",
      BEHIND,
      ["a", "b", "c", "x"],
      "k: [\n  a, # one\n  b, # two\n  c, # three\n  x\n]",
    ],
    [
      "stays where others are added in front",
      BEHIND,
      ["a", "x", "b", "c"],
      "k: [\n  a, # one\n  x,\n  b, # two\n  c # three\n]",
    ],
    [
      "stays where one goes and another comes",
      CLOSED,
      ["a", "b", "c", "x"],
      "k: [\n  a, # one\n  b, # two\n  c, # three\n  x,\n]",
    ],
    ["goes with an item behind a comma", LEADING, ["a", "c"], "k: [\n  a # one\n  , c # three\n]"],
    [
      "goes with one of a line of its own among filled lines",
      FILLED,
      ["a", "b", "c", "e"],
      "k: [ # head\n  a, b, c, # abc\n  e ] # tail",
    ],
    [
      "stays with what is left of its line",
      FILLED,
      ["a", "b", "d", "e"],
      "k: [ # head\n  a, b, # abc\n  d, # d\n  e ] # tail",
    ],
  ])("%s", (_, before, k, after) => expectMeta(before, k, after));

  it.each<[string, unknown, string]>([
    [
      "is moved with it",
      ["c", "a", "b"],
      "k: [\n  { id: c }, # three\n  # of a\n  { id: a }, # one\n  { id: b } # two\n]",
    ],
    ["is moved while another goes", ["c", "a"], "k: [\n  { id: c }, # three\n  # of a\n  { id: a } # one\n]"],
    [
      "is moved while another comes",
      ["c", "x", "b"],
      "k: [\n  { id: c }, # three\n  { id: x },\n  { id: b } # two\n]",
    ],
  ])("%s", (_, ids, after) =>
    expectMeta(
      "k: [\n  # of a\n  { id: a }, # one\n  { id: b }, # two\n  { id: c } # three\n]",
      (ids as string[]).map((id) => ({ id })),
      after,
    ),
  );

  it("is moved with an item that changes", () =>
    expectMeta(
      "k: [\n  { id: a }, # one\n  { id: b }, # two\n]",
      [{ id: "b" }, { id: "a", n: 1 }],
      "k: [\n  { id: b }, # two\n  { id: a, n: 1 }, # one\n]",
    ));
});

describe("comments above the items of a flow list", () => {
  const ABOVE = "k: [\n  # one\n  a,\n  # two\n  b, # behind two\n  # three\n  c,\n  # end\n]";
  it.each<[string, unknown, string]>([
    ["go with the first", ["b", "c"], "k: [\n  # two\n  b, # behind two\n  # three\n  c,\n  # end\n]"],
    ["go with those behind it", ["a", "c"], "k: [\n  # one\n  a,\n  # three\n  c,\n  # end\n]"],
    ["stay below a new first", ["x", "y", "a", "b", "c"], ABOVE.replace("  # one", "  x,\n  y,\n  # one")],
    ["are of nobody at the end", ["a"], "k: [\n  # one\n  a,\n  # end\n]"],
  ])("%s", (_, k, after) => expectMeta(ABOVE, k, after));
});

it("comments of a map in flow style go with their keys", async () => {
  const map = "k: {\n  a: 1, # one\n  b: 2, # two\n  c: 3 # three\n}";
  await expectMeta(map, { a: 1, c: 3 }, "k: {\n  a: 1, # one\n  c: 3 # three\n}");
  await expectMeta(map, { a: 1, b: 2 }, "k: {\n  a: 1, # one\n  b: 2 # two\n}");
  await expectMeta(
    map,
    { a: 1, b: 2, c: 3, d: 4 },
    "k: {\n  a: 1, # one\n  b: 2, # two\n  c: 3, # three\n  d: 4\n}",
  );
  await expectMeta("k: {\n  # one\n  a: 1\n}", { a: 1, b: 2 }, "k: {\n  # one\n  a: 1,\n  b: 2\n}");
});

it("line ends of Windows stay as they are", () => {
  const crlf = (lines: string) => text(lines).replaceAll("\n", "\r\n");
  return expectEdit(
    crlf("k: [\n  a, # one\n  b, # two\n  c # three\n]"),
    (e) => Object.assign(e.meta, { k: ["a", "c", "x"] }),
    crlf("k: [\n  a, # one\n  c, # three\n  x\n]"),
  );
});
