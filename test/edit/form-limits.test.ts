// Where the form of a value ends and another begins: how long a line may be, what a block can hold, what a key is.
import { describe, expect, it } from "vitest";
import { openForm } from "../../src/edit/index.ts";
import { formatText } from "../../src/project/format-text.ts";
import { expectForm } from "./forming.ts";

const w = (count: number) => "w".repeat(count);
const words = (...lengths: number[]) => lengths.map(w).join(" ");
const repeat = (count: number, length: number) => Array.from({ length: count }, () => length);

/** A map whose entries are `depth` levels deep. */
function nest(depth: number, entry: (margin: string) => string): string {
  const keys = Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}k${level}:\n`);
  const margin = "  ".repeat(depth);
  return `${keys.join("")}${margin}${entry(margin)}\n`;
}

describe("a map or list", () => {
  it("is on one line of at most 84 characters", async () => {
    await expectForm(`meta:\n  a: {b: ${w(77)}}\n`, `meta:\n  a: { b: ${w(77)} }\n`);
    await expectForm(`meta:\n  a: {b: ${w(78)}}\n`, `meta:\n  a:\n    b: ${w(78)}\n`);
    await expectForm(`meta:\n  a: [1, ${w(79)}]\n`, `meta:\n  a: [1, ${w(79)}]\n`);
    await expectForm(`meta:\n  a: [1, ${w(80)}]\n`, `meta:\n  a:\n    - 1\n    - ${w(80)}\n`);
  });

  it("is on it only if the line ends by column 106", async () => {
    const fits = nest(10, () => `key: { a: ${w(68)}, b: 1 }`);
    await expectForm(fits, fits);
    const long = nest(10, () => `key: { a: ${w(69)}, b: 1 }`);
    await expectForm(
      long,
      nest(10, (margin) => `key:\n${margin}  a: ${w(69)}\n${margin}  b: 1`),
    );
    const dashed = (list: string) => nest(11, (margin) => `list:\n${margin}${list}`);
    const item = (length: number) => dashed(`  - { a: ${w(length)}, b: [1, 2] }`);
    await expectForm(item(62), item(62));
    expect(await formatText(item(63), "a.yaml")).toContain(`- a: ${w(63)}\n`);
  });

  it("that has to be a block keeps its anchor, and one without anchor begins behind its dash", async () => {
    await expectForm(
      `
      meta:
        list:
          - &a {x: ${w(50)}, y: ${w(50)}}
          - &b [${w(50)}, ${w(50)}]
          - [1, ${w(90)}]
          -
          - &c
          - &d "u\\n"
          - *a
      `,
      `
      meta:
        list:
          - &a
            x: ${w(50)}
            y: ${w(50)}
          - &b
            - ${w(50)}
            - ${w(50)}
          - - 1
            - ${w(90)}
          - null
          - &c
          - &d |
            u
          - *a
      `,
    );
  });

  it("with a text of several lines in it is a block, with one that no block holds is not", async () => {
    await expectForm(
      `
      meta:
        a: { b: "x\\ny" }
        c: ["x\\ny"]
        d: { e: " x\\ny" }
        f: { g: [{ h: ["x\\ny"] }] }
      `,
      `
      meta:
        a:
          b: |-
            x
            y
        c:
          - |-
            x
            y
        d: { e: " x\\ny" }
        f:
          g:
            - h:
                - |-
                  x
                  y
      `,
    );
  });
});

describe("a text", () => {
  it.each([
    ["\\nx", false],
    ["\\n", false],
    [" x\\ny", false],
    ["x\\ny ", false],
    ["x\\t\\ny", false],
    ["x\\n\\n", false],
    ["x\\u00a0\\ny", false],
    ["x\\u2028y\\nz", false],
    ["x\\ufeffy\\nz", false],
    ["x\\u0007\\ny", false],
    ["x\\u007fy\\nz", false],
    ["x\\u0085y\\nz", false],
    ["x\\u3000y\\nz", false],
    ["x\\n\\ny", true],
    ["x y\\n", true],
    ["x\\n  y", true],
    ["x\\ty\\nz", true],
    ["é😀~\\nx", true],
  ])('"%s" is a block: %s', async (written, isBlock) => {
    const text = `meta:\n  a: "${written}"\n`;
    const form = (await formatText(text, "a.yaml")) ?? "";
    expect(/a: \|/.test(form)).toBe(isBlock);
    expect(openForm(form, "yaml").meaning()).toBe(openForm(text, "yaml").meaning());
    expect(await formatText(form, "a.yaml")).toBe(form);
  });

  it("of more than 100 characters is folded into lines of 100 less its column", async () => {
    const hundred = words(...repeat(20, 4), 0);
    expect(hundred.length).toBe(100);
    const short = words(...repeat(19, 4), 5);
    await expectForm(
      `meta:\n  a: ${short}\n  b: 1\n  c: ${short}\n`,
      `meta:\n  a: ${short}\n  b: 1\n  c: ${short}\n`,
    );
    await expectForm(
      `meta:\n  a: ${short}xx\n`,
      `meta:\n  a: >-\n    ${words(...repeat(19, 4))}\n    wwwwwxx\n`,
    );
    // Words are never cut.
    await expectForm(
      `meta:\n  a: ${words(9, 9, 120, 9, 9)}\n  b: ${w(120)}\n`,
      `meta:\n  a: >-\n    ${words(9, 9)}\n    ${w(120)}\n    ${words(9, 9)}\n  b: ${w(120)}\n`,
    );
    // Folded, two spaces would become one.
    const wide = `meta:\n  a: "${words(...repeat(11, 9))}  end"\n`;
    expect(await formatText(wide, "a.yaml")).not.toContain(">-");
    const odd = `meta:\n  a: "${words(...repeat(11, 9))}\\u00a0end"\n`;
    expect(await formatText(odd, "a.yaml")).not.toContain(">-");
  });

  it("that a reader could take for something else is in quotes, and in no others", async () => {
    const form = `meta: { a: "ON", b: "Off", c: yesterday, d: no no, e: "null", f: "~", h: "no", i: "YES" }\n`;
    await expectForm(form.replaceAll("yesterday", "'yesterday'"), form);
  });
});

describe("a key", () => {
  it("behind a question mark comes before its colon, with a value or without", async () => {
    await expectForm(
      `
      meta:
        ? "x"
        : {a: 1}
        ? |
          block
        : 2
        ? c
        d: 3
        ? 5
        : &e [1]
        z: "x\\ny"
      `,
      `
      meta:
        x: { a: 1 }
        "block\\n": 2
        c: null
        d: 3
        "5": &e [1]
        z: |-
          x
          y
      `,
    );
    // A comment in it stays, and so does what it is about.
    for (const text of [
      "meta:\n  ? a b # c\n  : 1\n",
      "meta:\n  ? a b\n  : 1 # c\n",
      "meta:\n  ? a b\n  # c\n  : 1\n",
    ]) {
      const form = (await formatText(text, "a.yaml")) ?? "";
      expect(openForm(form, "yaml").meaning()).toBe(openForm(text, "yaml").meaning());
      expect(form).toContain("# c");
    }
  });
});

describe("what two texts say", () => {
  it.each([
    ["a: {b: 1}\n", "a:\n  b: 1\n", true],
    ["a: 1 # c\n", "# c\na: 1\n", true],
    ["a: 1 # c\n", "a: 1\n", false],
    ["a: 1\n", 'a: "1"\n', false],
    ["a: '# c'\n", 'a: "# c"\n', true],
    ["a: |\n  # no comment\n", 'a: "# no comment\\n"\n', true],
    ["a: 1\n---\nb: 2\n", "a: 1\nb: 2\n", false],
    [
      "workbooks: {w: {dashboard: {widgets: [{position: {x: 1, y: 2, w: 3, h: 4}}]}}}",
      "workbooks: {w: {dashboard: {widgets: [{position: [1, 2, 3, 4]}]}}}",
      true,
    ],
    [
      "workbooks: {w: {meta: {position: {x: 1, y: 2, w: 3, h: 4}}}}",
      "workbooks: {w: {meta: {position: [1, 2, 3, 4]}}}",
      false,
    ],
  ])("%j and %j: the same is %s", (one, other, same) => {
    expect(openForm(one, "yaml").meaning() === openForm(other, "yaml").meaning()).toBe(same);
  });

  it("of JSON has no comments to compare", () => {
    expect(openForm('{"a": "# x"}', "json").meaning()).toBe(openForm('{\n"a":"# x"}', "json").meaning());
  });
});
