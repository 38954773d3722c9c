// What is new in a file is spelled like the rest of it: indentation, quotes, braces, line ends, positions.
import { describe, it } from "vitest";
import { boardOf, expectEdit, WIDGET_ONE } from "./editing.ts";

const meta = (lines: string, step = "  ") =>
  `workbooks:\n${step}a:\n${step.repeat(2)}meta:\n${lines.replace(/^/gm, step.repeat(3)).trimEnd()}\n`;

describe("what is added", () => {
  it("is indented as most of the file is", async () => {
    await expectEdit(
      meta("k: { x: 1 }\n", "    "),
      (e) => {
        e.meta.more = { deep: { a: 1 }, list: [{ a: 1, b: 2 }, ["x"], []] };
      },
      meta(
        "k: { x: 1 }\nmore:\n    deep:\n        a: 1\n    list:\n        - a: 1\n          b: 2\n        - - x\n        - []\n",
        "    ",
      ),
    );
  });

  it.each([
    ["no deeper than its key", "", "- a"],
    ["deeper than its key", "  ", "- a"],
  ])("has its lists as the file has them: %s", async (_, indent, item) => {
    const text = meta(`k:\n${indent}${item}\n`);
    await expectEdit(
      text,
      (e) => {
        e.meta.more = ["x", { y: ["z"] }];
      },
      `${text}      more:\n      ${indent}- x\n      ${indent}- y:\n        ${indent}${indent}- z\n`,
    );
  });

  it.each([
    ["'", "k: 'x'", "more: 'a: b'"],
    ['"', 'k: "x"', 'more: "a: b"'],
    ["none", "k: x", 'more: "a: b"'],
  ])("has the quotes of the file: %s", async (_, line, added) => {
    await expectEdit(
      meta(line),
      (e) => {
        e.meta.more = "a: b";
      },
      meta(`${line}\n${added}`),
    );
  });

  it.each([
    ["{ x: 1 }", "{ x: 1, y: { a: 1 } }"],
    ["{x: 1}", "{x: 1, y: {a: 1}}"],
  ])("has the braces of the file: %s", async (before, after) => {
    await expectEdit(
      meta(`k: ${before}`),
      (e) => {
        e.meta.k.y = { a: 1 };
      },
      meta(`k: ${after}`),
    );
  });

  it("ends its lines as most of the file does", async () => {
    const crlf = meta("k: 1\nl: 2\nm: 3\n").replaceAll("\n", "\r\n");
    await expectEdit(
      crlf,
      (e) => {
        e.meta.more = { a: "one\ntwo\n" };
      },
      `${crlf}      more:\r\n        a: |\r\n          one\r\n          two\r\n`,
    );
    const mixed = meta("k: 1\nl: 2\nm: 3\n").replace("\n", "\r\n");
    await expectEdit(
      mixed,
      (e) => {
        e.meta.more = { a: 1 };
      },
      `${mixed}      more:\n        a: 1\n`,
    );
  });

  it.each([
    ["plain", "plain text", "plain text"],
    ["a path", "a/b.c d-e", "a/b.c d-e"],
    ["what would be a boolean", "true", '"true"'],
    ["what was a boolean in YAML 1.1", "yes", "yes"],
    ["what would be null", "null", '"null"'],
    ["what would be a number", "12", '"12"'],
    ["nothing", "", '""'],
    ["a colon", "a: b", '"a: b"'],
    ["a comment", "a #b", '"a #b"'],
    ["blanks at the ends", " a ", '" a "'],
    ["a variable", "${var.x}", "$${var.x}"],
    ["a number", 1.5, "1.5"],
    ["true", true, "true"],
    ["an empty map", {}, "{}"],
    ["an empty list", [], "[]"],
    ["four numbers", [1, 2, 3, 4], "[1, 2, 3, 4]"],
    ["a position", { x: 1, y: 2, w: 3, h: 4 }, "{ x: 1, y: 2, w: 3, h: 4 }"],
    ["three numbers", [1, 2, 3], "\n        - 1\n        - 2\n        - 3"],
    ["four of other kinds", [1, 2, 3, "4"], '\n        - 1\n        - 2\n        - 3\n        - "4"'],
    ["a text of lines", "a\nb", "|-\n        a\n        b"],
    ["a text of lines with a break", "a\nb\n", "|\n        a\n        b"],
  ])("is quoted only where it has to be: %s", async (_, value, written) => {
    const text = meta("k: 1\n");
    await expectEdit(
      text,
      (e) => {
        e.meta.more = value;
      },
      `${text}      more:${written.startsWith("\n") ? written : ` ${written}`}\n`,
    );
  });

  it.each([
    ["plain", "k2", "k2"],
    ["with blanks", "a b", "a b"],
    ["a boolean", "true", '"true"'],
    ["a number", "1", '"1"'],
    ["empty", "", '""'],
    ["of two lines", "a\nb", '"a\\nb"'],
    ["with a dollar", "${x}", "${x}"],
  ])("has its key quoted only where it has to be: %s", async (_, key, written) => {
    const text = meta("k: 1\n");
    await expectEdit(
      text,
      (e) => {
        e.meta[key] = 2;
      },
      `${text}      ${written}: 2\n`,
    );
  });

  it("keeps a text of lines out of braces", () =>
    expectEdit(
      meta("k: { x: 1 }\n"),
      (e) => {
        e.meta.k.y = "a\nb";
        e.meta.k["q\nr"] = "a: b, c";
      },
      meta('k: { x: 1, y: "a\\nb", "q\\nr": "a: b, c" }\n'),
    ));
});

describe("positions of new widgets", () => {
  const added = { id: "two", type: "TEXT", position: { x: 1, y: 2, w: 3, h: 4 } };
  const layouts = { responsiveLayouts: { lg: { x: 0, y: 0, w: 1, h: 1 } } };

  it.each([
    ["lists", WIDGET_ONE, "[1, 2, 3, 4]", "[0, 0, 1, 1]"],
    [
      "maps",
      WIDGET_ONE.replace("[0, 0, 6, 4]", "{ x: 0, y: 0, w: 6, h: 4 }"),
      "{ x: 1, y: 2, w: 3, h: 4 }",
      "{ x: 0, y: 0, w: 1, h: 1 }",
    ],
  ])("are %s where the others are", async (_, before, position, inner) => {
    await expectEdit(
      boardOf(before),
      (e) => e.dashboard.widgets.push({ ...added, ...layouts }),
      `${boardOf(before)}        - id: two
          type: TEXT
          position: ${position}
          responsiveLayouts:
            lg: ${inner}
`,
    );
  });

  it("are lists where there are no others, and are not taken from other keys", async () => {
    await expectEdit(
      boardOf("").replace("widgets:\n", "widgets: []\n"),
      (e) => e.dashboard.widgets.push({ ...added, config: { area: { x: 0, y: 0, w: 1, h: 1 } } }),
      boardOf(`        - id: two
          type: TEXT
          position: [1, 2, 3, 4]
          config:
            area: { x: 0, y: 0, w: 1, h: 1 }
`),
    );
  });
});
