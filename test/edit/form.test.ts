// The one form of workbook files: what fmt makes of what people write, with its comments.
import { describe, expect, it } from "vitest";
import { formatText } from "../../src/project/format-text.ts";
import { expectForm } from "./forming.ts";

describe("the form of values", () => {
  it("an empty block scalar, and a key that is one, leave no blank lines behind", async () => {
    for (const indicator of ["|", ">", "|-", "|+", ">-"]) {
      for (const blank of ["", "\n", "  \n", "\n\n\n", "\r\n"]) {
        const empty = indicator.endsWith("+") && blank !== "" ? undefined : "";
        const formed = await formatText(`a: ${indicator}\n${blank}b: 1\n`, "a.yaml");
        if (empty !== undefined) expect(formed).toBe('a: ""\nb: 1\n');
        else expect(formed).toMatch(/^a: "(\\n)+"\nb: 1\n$/);
        expect(await formatText(`- ${indicator}\n${blank}- b\n`, "a.yaml")).not.toContain("\n\n");
      }
      expect(await formatText(`x:\n  a: ${indicator}\n\ny: 1\n`, "a.yaml")).toMatch(
        /^x: \{ a: ".*" \}\ny: 1\n$/,
      );
    }
    expect(await formatText("? |\n  a\n: |+\n  x\n\n? |-\n  b\n: 1\n", "a.yaml")).toBe(
      '"a\\n": "x\\n\\n"\nb: 1\n',
    );
    expect(await formatText("a: |\n  x\n\nb: 1\n", "a.yaml")).toBe("a: |\n  x\n\nb: 1\n");
    expect(await formatText("a:\n  b: 0\n  ? >-\n    x\n  :\nc:\n", "a.yaml")).toBe(
      "a: { b: 0, x: null }\nc: null\n",
    );
  });

  it("small maps and lists are on one line, larger ones are blocks, whoever wrote them", async () => {
    const form = `
      meta:
        small: { a: 1, b: [1, two, null] }
        large:
          first: a text that is long enough to fill a good part of the line
          second: another one of this kind
        list:
          - { first: a text that is long enough to fill a good part of the line }
          - { second: another one of this kind }
        empty: {}
    `;
    await expectForm(
      `
      meta: {small: {a: 1, b: [1, "two", ~]},
        large: {first: 'a text that is long enough to fill a good part of the line', second: another one of this kind},
        list: [{first: a text that is long enough to fill a good part of the line}, {second: another one of this kind}],
        empty: {}}
    `,
      form,
    );
    await expectForm(
      `
      meta:
          small:
              a: 1
              b:
              - 1
              - two
              -
          large:
              first: >-
                  a text that is long enough
                  to fill a good part of the line
              second: another
                one of this kind
          list:
          - first: a text that is long enough to fill a good part of the line
          -
              second: another one of this kind
          empty: {
          }
    `,
      form,
    );
  });

  it("texts of several lines are block scalars where those hold them exactly, and long ones are folded", async () => {
    const long = Array.from({ length: 24 }, () => "words").join(" ");
    await expectForm(
      `
      meta:
        a: "# Note\\n\\n- one\\n- two\\n"
        b: "no end\\nof line"
        c: { d: "x\\ny" }
        e: "${long}"
        f: "trailing \\nblank"
        g: " leading\\nblank"
        h: "two\\n\\n"
        i: "tab\\there\\n\\tand there"
    `,
      `
      meta:
        a: |
          # Note

          - one
          - two
        b: |-
          no end
          of line
        c:
          d: |-
            x
            y
        e: >-
          words words words words words words words words words words words words words words words words
          words words words words words words words words
        f: "trailing \\nblank"
        g: " leading\\nblank"
        h: "two\\n\\n"
        i: |-
          tab\there
          \tand there
    `,
    );
  });

  it("texts and keys have one spelling, and what is not what it looks like keeps its own", async () => {
    await expectForm(
      `
      meta: { a: 0x10, b: 1.50, c: 1e3, d: +7, e: TRUE, f: Null, g: yes, "h": 'it', ? i : "it's", 1: x, j: "2", k: !!str 5 }
    `,
      `
      meta:
        a: 0x10
        b: 1.50
        c: 1e3
        d: +7
        e: TRUE
        f: Null
        g: "yes"
        h: it
        i: it's
        "1": x
        j: "2"
        k: "5"
    `,
    );
  });

  it("leaves scalars alone that are not what they look like", async () => {
    const text = `
      meta:
        a: # Revenue
        b: [01067, 1.10, “x”]
        “c”: ‘y’
        e: !!str 01067
    `;
    await expectForm(text, text.replace("!!str 01067", '"01067"'));
  });

  it("the outline of a file has lines of its own, and positions are short", async () => {
    await expectForm(
      `
      workbooks: { w: { name: N, dashboard: { widgets: [{ id: a, type: TEXT, position: { w: 6, h: 4, x: 0, y: 1 }, responsiveLayouts: { sm: { x: 0, y: 0, w: 1, h: 1 } }, config: { position: { x: 0, y: 0, w: 1, h: 1 } } }] }, overrides: { t: { name: T, dashboard: { widgets: { a: { position: { w: 3 } } } } } } } }
      layouts: { w: { default: { b: { x: 1, y: 2, w: 3, h: 4 } } } }
    `,
      `
      workbooks:
        w:
          name: N
          dashboard:
            widgets:
              - id: a
                type: TEXT
                position: [0, 1, 6, 4]
                responsiveLayouts: { sm: [0, 0, 1, 1] }
                config: { position: { x: 0, y: 0, w: 1, h: 1 } }
          overrides:
            t:
              name: T
              dashboard: { widgets: { a: { position: { w: 3 } } } }
      layouts:
        w:
          default:
            b: [1, 2, 3, 4]
    `,
    );
  });
});

describe("comments and what is around them", () => {
  it("stay, and a block with a comment in it stays a block", async () => {
    await expectForm(
      `
      # top

      meta: # of the map
          # above a
          a: "x"   # behind a
          b: {x: 1, y: 2} # behind b

          c: # above the value of c
              d: 1
          e:
              f: 1
              # at the end of e
          g: "one\\ntwo" # behind g
          h: | # of the block
              text
          i: # nothing yet
          j: {aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: 2, ccccccccccccccc: 3} # behind j
          k: [1, # one
            2]
      # end
    `,
      `
      # top

      meta: # of the map
        # above a
        a: x # behind a
        b: { x: 1, y: 2 } # behind b

        c: # above the value of c
          d: 1
        e:
          f: 1
          # at the end of e
        g: |- # behind g
          one
          two
        h: | # of the block
          text
        i: # nothing yet
        j: # behind j
          aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1
          bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb: 2
          ccccccccccccccc: 3
        k:
          - 1 # one
          - 2
      # end
    `,
    );
  });

  it("anchors, aliases and documents stay", async () => {
    await expectForm(
      `
      x-shared:
        theme: &theme
            a: 1
        note: &note "one\\ntwo"
      ---
      x-list: [&one {a: 1}, *one]
      meta: {a: *one, b: [*one, &two 2], c: *two}
    `,
      `
      x-shared:
        theme: &theme { a: 1 }
        note: &note |-
          one
          two
      ---
      x-list:
        - &one { a: 1 }
        - *one
      meta: { a: *one, b: [*one, &two 2], c: *two }
    `,
    );
  });

  it("a file of comments alone, and an empty one, stay", async () => {
    expect(await formatText("# nothing yet\n", "a.yaml")).toBe("# nothing yet\n");
    expect(await formatText("", "a.yaml")).toBe("");
  });
});

describe("JSON", () => {
  it("has one form, too, and keeps the order of its keys and large numbers", async () => {
    const form = '{ "b": 1, "2": [1, 12345678901234567890], "1": { "x": "y" } }\n';
    for (const text of ['{"b":1,\n"2":[1,\n12345678901234567890], "1":{\n"x":"y"}}', form]) {
      expect(await formatText(text, "a.json")).toBe(form);
    }
  });
});
