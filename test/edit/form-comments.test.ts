// Comments, anchors and documents in the form: what they are about stays what they are about.
import { expect, it } from "vitest";
import { formatText } from "../../src/project/format-text.ts";
import { expectForm } from "./forming.ts";

it("a block is put on one line only if no comment is in it, behind it or below it", async () => {
  await expectForm(
    `
    meta:
      a:
        b: 1
        # within a
      c:
        d: 1 # behind d

      # about e
      e:
        f: 1
      # about g
      g:
        h: 1


        # within g, further down
    `,
    `
    meta:
      a:
        b: 1
        # within a
      c:
        d: 1 # behind d

      # about e
      e: { f: 1 }
      # about g
      g:
        h: 1

        # within g, further down
    `,
  );
});

it("a block is put on one line above another with comments in it", () =>
  expectForm("a:\n  b: 1\nc:\n  # of d\n  d: 1\n", "a: { b: 1 }\nc:\n  # of d\n  d: 1\n"));

it("a comment ends with its words, and may have none", () =>
  expectForm("k: { a: 1, # c  \n  b: 2 }\nl:\n  a: 1 #\n", "k:\n  a: 1 # c\n  b: 2\nl:\n  a: 1 #\n"));

it("a comment stays on the line of its dash", () =>
  expectForm(
    `
    list:
      - { first: "${"x ".repeat(20)}x", second: "${"y ".repeat(30)}y" } # of both
    `,
    `
    list:
      - first: ${"x ".repeat(20)}x # of both
        second: ${"y ".repeat(30)}y
    `,
  ));

it("a comment stays on the line of its key, whatever its value becomes", async () => {
  await expectForm(
    `
    meta:
      a: >-   # of the fold
        y
        z
      b: { c: "x\\ny" } # of b
      d: [1, # of 1
        2] # of d
      e: { f: { g: 1, # of g
        h: 2 } }
      i: "1"   # of i
      j: |+ # of the block
        x

      k: 1
      l:
        # of the map
        { m: 1 }
    `,
    `
    meta:
      a: y z # of the fold
      b: # of b
        c: |-
          x
          y
      d: # of d
        - 1 # of 1
        - 2
      e:
        f:
          g: 1 # of g
          h: 2
      i: "1" # of i
      j: "x\\n\\n" # of the block
      k: 1
      l:
        # of the map
        { m: 1 }
    `,
  );
});

it("behind a dash, too", async () => {
  await expectForm(
    `
    meta:
      - a: 1
        b: 2
      -   c
      -   # of the map
        d: 1
      - # of the list
        - 1
      - [1, # of 1
        2]
      - {e: 1, f: "x\\ny"}
    `,
    `
    meta:
      - { a: 1, b: 2 }
      - c
      - # of the map
        d: 1
      - # of the list
        - 1
      - - 1 # of 1
        - 2
      - e: 1
        f: |-
          x
          y
    `,
  );
});

it("an anchor stays with a map that becomes a block, and with a value that is not written", async () => {
  await expectForm(
    `
    x-a: &a {b: 1, # of b
      c: [1], d: {e: 1, # of e
      f: 2}}
    meta: {g: &g , h: *g, i: *a, j: "x\\ny"}
    `,
    `
    x-a: &a
      b: 1 # of b
      c: [1]
      d:
        e: 1 # of e
        f: 2
    meta:
      g: &g null
      h: *g
      i: *a
      j: |-
        x
        y
    `,
  );
});

it("what names something outside of a map with comments stays in flow style", async () => {
  const form = (await formatText("x: &x 1\nmeta: {a: *x, # of a\n b: {c: [1,2]}}\n", "a.yaml")) ?? "";
  expect(form).toContain("a: *x, # of a\n");
  expect(form).toContain("b: { c: [1, 2] }");
  expect(await formatText(form, "a.yaml")).toBe(form);
});

it("a document in flow style becomes a block, unless it has a comment or an anchor", async () => {
  await expectForm("{a: 1, b: {c: 2}}\n", "a: 1\nb: { c: 2 }\n");
  await expectForm("[1, {a: 2}]\n---\na: 1\n", "- 1\n- { a: 2 }\n---\na: 1\n");
  for (const text of ["{}\n", "{ a: 1 # c\n  }\n", "&x { a: 1 }\n", "just text\n", '"text"\n'])
    expect((await formatText(text, "a.yaml"))?.replaceAll(/\s+/g, " ").replace(", #", " #")).toBe(
      text.replaceAll(/\s+/g, " "),
    );
});

it("keys are spelled plainly, with their anchors and comments", async () => {
  await expectForm(
    `
    meta:
      "a": 1 # of a
      'b' : "x\\ny"
      &k "c":  "x\\ny" # of c
      &l d: {e: 1}
    `,
    `
    meta:
      a: 1 # of a
      b: |-
        x
        y
      &k c: |- # of c
        x
        y
      &l d: { e: 1 }
    `,
  );
});

it("Windows line ends become those of other systems", async () => {
  expect(await formatText("meta:\r\n  a: {b: 1} # c\r\n  # d\r\n  e: 'x'\r\n", "a.yaml")).toBe(
    "meta:\n  a: { b: 1 } # c\n  # d\n  e: x\n",
  );
});

it.each([
  ["meta: { a: 1", "a.yaml"],
  ["meta: [*gone]\n", "a.yaml"],
  ['{"a": }', "a.json"],
])("%j has no form", async (text, file) => {
  expect(await formatText(text, file)).toBeUndefined();
});

it("JSON: scalars, empty values, numbers as they are exact", async () => {
  for (const [text, form] of [
    ['"text"', '"text"\n'],
    ["null", "null\n"],
    [
      '{"b": 0.10, "c": 1E2, "e": {}, "f": [], "g": "a\\nb"}',
      '{ "b": 0.1, "c": 100, "e": {}, "f": [], "g": "a\\nb" }\n',
    ],
    ['[true,\n\nnull, "x"]', '[true, null, "x"]\n'],
  ] as const) {
    expect(await formatText(text, "a.json")).toBe(form);
  }
});
