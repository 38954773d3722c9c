// Files whose lines do not all end alike: each line that an edit does not touch keeps its end, a new one ends as its neighbour does.
import { describe, it } from "vitest";
import { boardOf, expectEdit, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;

const item = (id: string) =>
  `        - id: ${id} # ${id}\n          type: TEXT\n          position: [0, 0, 6, 4]\n`;
const BOARD = `${boardOf(item("one") + item("two") + item("three"))}    meta: { team: x }\n`;
const LINES = BOARD.trimEnd().split("\n");

/** The lines, those with these numbers (from 0) ended as on Windows, or all but those. */
const mixed = (lines: readonly string[], numbers: readonly number[], others = false) =>
  lines.map((line, at) => `${line}${numbers.includes(at) === others ? "\n" : "\r\n"}`).join("");
const removed = (text: string, from: number, count: number) =>
  text
    .split(/(?<=\n)/)
    .toSpliced(from, count)
    .join("");
const each = LINES.map((_, at) => at);
const drop = (id: string) => (e: E) => {
  e.dashboard.widgets = e.dashboard.widgets.filter((one: E) => one.id !== id);
};
const placed = (e: E) => {
  widget(e, "two").responsiveLayouts = { xs: { x: 1, y: 2, w: 3, h: 4 } };
};

describe.each([
  ["one line ends as on Windows", false],
  ["one line does not end as on Windows", true],
])("in a file in which %s", (_, others) => {
  it.each(["one", "two", "three"])("a widget is removed: %s", async (id) => {
    const first = LINES.findIndex((line) => line.includes(`- id: ${id}`));
    for (const at of each) {
      const before = mixed(LINES, [at], others);
      await expectEdit(before, drop(id), removed(before, first, 3));
    }
  });

  it("a widget is removed and another added", async () => {
    const last = LINES.findIndex((line) => line.includes("- id: three")) + 2;
    const fresh = ["        - id: new", "          type: CHART", "          position: [0, 9, 6, 4]"];
    for (const at of each) {
      const before = mixed(LINES, [at], others);
      const lines = before.split(/(?<=\n)/);
      const end = lines[last]!.endsWith("\r\n") ? "\r\n" : "\n";
      await expectEdit(
        before,
        (e) => {
          drop("two")(e);
          e.dashboard.widgets.push({ id: "new", type: "CHART", position: { x: 0, y: 9, w: 6, h: 4 } });
        },
        removed(lines.toSpliced(last + 1, 0, ...fresh.map((line) => line + end)).join(""), last - 5, 3),
      );
    }
  });

  it("a widget gets its first position of a breakpoint, on lines that end as the one above", async () => {
    const last = LINES.findIndex((line) => line.includes("- id: two")) + 2;
    for (const at of each) {
      const before = mixed(LINES, [at], others);
      const lines = before.split(/(?<=\n)/);
      const end = lines[last]!.endsWith("\r\n") ? "\r\n" : "\n";
      const added = `          responsiveLayouts:${end}            xs: [1, 2, 3, 4]${end}`;
      await expectEdit(before, placed, lines.toSpliced(last + 1, 0, added).join(""));
    }
  });
});

it("a text of several lines keeps the ends of the lines that stay", async () => {
  const lines = [...LINES.slice(0, -1), "          config:", "            markdown: |"];
  const text = mixed([...lines, ..."abc".split("").map((one) => `              ${one}`)], [lines.length]);
  await expectEdit(
    text,
    (e) => {
      widget(e, "three").config.markdown = "a\nx\nc\n";
    },
    text.replace("   b\n", "   x\n"),
  );
});

it("widgets that change places take their lines along", async () => {
  const text = mixed(LINES, [5, 8, 9]);
  const lines = text.split(/(?<=\n)/);
  await expectEdit(
    text,
    (e) => e.dashboard.widgets.reverse(),
    [
      ...lines.slice(0, 5),
      ...lines.slice(11, 14),
      ...lines.slice(8, 11),
      ...lines.slice(5, 8),
      lines[14],
    ].join(""),
  );
});

it("a position in `layouts` behind Windows line ends is found", async () => {
  const text = `${LINES.filter((line) => !line.includes("position")).join("\r\n")}\r\n`;
  const layouts = `layouts:\n  a:\n    default:\n      one: [0, 0, 6, 4]\n      two: [0, 4, 6, 4]\n      three: [0, 8, 6, 4]\n`;
  await expectEdit(
    text + layouts,
    (e) => {
      widget(e, "two").position.y = 5;
    },
    text + layouts.replace("[0, 4,", "[0, 5,"),
  );
});

it("what an alias stood for is written out with the ends of its place", async () => {
  const text =
    "workbooks:\r\n  a:\n    meta:\n      k: &x # k\r\n        v: 1\r\n        w: 2\n      l: *x # l\n      m: 1\r\n";
  await expectEdit(
    text,
    (e) => {
      e.meta.k.v = 3;
    },
    "workbooks:\r\n  a:\n    meta:\n      k: # k\r\n        v: 3\r\n        w: 2\n      l:\n        v: 1\n        w: 2 # l\n      m: 1\r\n",
    { notes: 1 },
  );
});
