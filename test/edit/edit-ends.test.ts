// Where a value ends and what belongs to it: lists that grow, headings, block scalars, overrides that take all widgets away.
import { describe, expect, it } from "vitest";
import { edit, expectEdit, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;

const FILE = "dashboards/a.yaml";
const book = (config: string, after = "") => `workbooks:
  a:
    dashboard:
      widgets:
        - id: one
          type: TABLE
          position: [0, 0, 6, 4]
          config:
${config}${after}`;

describe("a list of objects that grew", () => {
  const rows = (...lines: string[]) =>
    book(`            rows:\n${lines.map((line) => `              ${line}\n`).join("")}`);

  it("keeps those that it had, wherever the new one is", async () => {
    const before = rows("- a: 1 # the first", "  b: x", "# All the rest.", "- a: 2", "  b: 'y'");
    await expectEdit(
      before,
      (e) => widget(e, "one").config.rows.push({ a: 3, b: "z" }),
      rows("- a: 1 # the first", "  b: x", "# All the rest.", "- a: 2", "  b: 'y'", "- a: 3", "  b: z"),
    );
    await expectEdit(
      before,
      (e) => widget(e, "one").config.rows.splice(1, 0, { a: 3 }),
      rows("- a: 1 # the first", "  b: x", "- a: 3", "# All the rest.", "- a: 2", "  b: 'y'"),
    );
    // One changed and one came: each is edited where it is.
    await expectEdit(
      before,
      (e) => {
        widget(e, "one").config.rows[1].a = 4;
        widget(e, "one").config.rows.push({ a: 3 });
      },
      rows("- a: 1 # the first", "  b: x", "# All the rest.", "- a: 4", "  b: 'y'", "- a: 3"),
    );
  });
});

describe("a heading", () => {
  const item = (id: string) =>
    `        - id: ${id}\n          type: TEXT\n          position: [0, 0, 6, 4]\n          config: {}\n`;
  const parts = (...texts: string[]) => `workbooks:\n  a:\n    dashboard:\n      widgets:\n${texts.join("")}`;
  const heading = "        # --- Tables ---\n";
  const comment = "        # What we sold.\n";

  it.each([
    ["first", parts(heading, comment, item("x"), item("one")), parts(heading, item("one"))],
    ["last", parts(item("one"), heading, comment, item("x")), parts(item("one"), heading)],
    [
      "between",
      parts(item("one"), heading, comment, item("x"), item("two")),
      parts(item("one"), heading, item("two")),
    ],
    [
      "the only thing above",
      parts(item("one"), heading, item("x"), item("two")),
      parts(item("one"), heading, item("two")),
    ],
    [
      "above a comment of another column",
      parts(item("one"), "    # Left of it.\n", item("x")),
      parts(item("one"), "    # Left of it.\n"),
    ],
  ])("stays when the item below it goes: %s", async (_, before, after) => {
    await expectEdit(
      before,
      (e) => {
        e.dashboard.widgets = e.dashboard.widgets.filter(({ id }: E) => id !== "x");
      },
      after,
    );
  });
});

describe("the end of a block scalar", () => {
  const next = "          style: {} # next\n";
  const texts = (style: string, ends = "") =>
    book(`            markdown: ${style}\n              One\n\n              Two\n${ends}`, next);

  it.each(["|", "|-", ">", "|+", "|2"])("is before what follows: %s", async (style) => {
    const after = style === "|+" ? "\n\n" : "\n";
    const before = texts(style, after.slice(1));
    await expectEdit(
      before,
      (e) => {
        widget(e, "one").config.limit = 10;
      },
      before.replace(next, `            limit: 10\n${next}`),
    );
    await expectEdit(
      before,
      (e) => {
        delete widget(e, "one").config.markdown;
        widget(e, "one").config.limit = 10;
      },
      book("            limit: 10\n", next),
    );
  });

  it("at the end of the file, with and without a line end", async () => {
    for (const end of ["\n", ""]) {
      const style = end === "" ? "|-" : "|";
      const text = book(`            markdown: ${style}\n              One\n              Two${end}`);
      await expectEdit(
        text,
        (e) => {
          widget(e, "one").config.markdown = `One\nDue${end}`;
        },
        text.replace("Two", "Due"),
      );
    }
  });
});

describe("an override that takes all widgets away", () => {
  const text = `${book("            title: A\n")}    overrides:\n      production: { dashboard: { widgets: null, title: B } }\n`;

  it("stays, and everything beside it is edited", async () => {
    await expectEdit(
      text,
      (e) => {
        expect(e.dashboard).toEqual({ title: "B" });
        e.dashboard.title = "C";
      },
      text.replace("title: B", "title: C"),
      { target: "production" },
    );
    await expectEdit(
      text,
      (e) => {
        widget(e, "one").config.title = "Local";
      },
      text.replace("title: A", "title: Local"),
    );
  });

  it("gives way to widgets of the target's own", async () => {
    const { edits, after } = await edit(
      { [FILE]: text },
      {
        a: (e: E) => {
          e.dashboard.widgets = [
            { id: "two", type: "TEXT", position: { x: 0, y: 0, w: 1, h: 1 }, config: {} },
          ];
        },
      },
      "production",
    );
    expect(edits.failed).toEqual([]);
    expect(after[FILE]).toContain("- id: one");
    expect(after[FILE]).toMatch(
      /production: .*\{ id: two, type: TEXT, position: \[0, 0, 1, 1\], config: \{\} \}/,
    );
    expect(after[FILE]).not.toContain("widgets: null");
  });
});
