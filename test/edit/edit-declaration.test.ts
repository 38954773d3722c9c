// What a declaration is made of besides its own text: folders, public ids by target, overrides, and which spelling positions have.
import { describe, expect, it } from "vitest";
import { edit, expectEdit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";

describe("a folder", () => {
  const text = (folder: string) => `workbooks:\n  a:\n    name: A\n${folder}    dashboard: {}\n`;
  it.each([
    ["a path that stays one", "A/B", ["A", "C"], "A/C"],
    ["a path that says the same", "A / B/", ["A", "B"], "A / B/"],
    ["a list that stays one", "[A, B]", "A/C", "[A, C]"],
    ["a list that says the same", "[A, B]", "A/B", "[A, B]"],
    ["a path for one with a slash", "A/B", ["A", "B/C"], "\n      - A\n      - B/C"],
    ["a path for one with blanks", "A/B", ["A ", "B"], '\n      - "A "\n      - B'],
    ["a path for the root", "A/B", [], "/"],
    ["a list for the root", "[A, B]", [], "/"],
    ["the root for a path", "/", ["A"], "A"],
  ])("is %s", async (_, before, folder, after) => {
    const spelled = (value: string) => text(`    folder:${value.startsWith("\n") ? "" : " "}${value}\n`);
    await expectEdit(spelled(before), (e) => Object.assign(e, { folder }), spelled(after));
  });

  it("is a path where there was none, and goes", async () => {
    const path = text("    folder: A/B\n");
    await expectEdit(text(""), (e) => Object.assign(e, { folder: ["A", "B"] }), path);
    await expectEdit(path, (e) => delete e.folder, text(""));
    await expectEdit(path, (e) => Object.assign(e, { folder: null }), text(""));
  });
});

describe("a report's public id", () => {
  const text = (id: string) => `reports:\n  r:\n    name: R\n${id}    query: { measures: [a.b] }\n`;
  const both = "    publicId: { local: AAAAAAAAAAAA, production: BBBBBBBBBBBB }\n";
  it.each<[string, string, string | undefined, string]>([
    ["is the target's", both, "CCCCCCCCCCCC", both.replace("BBBBBBBBBBBB", "CCCCCCCCCCCC")],
    ["of the target goes", both, undefined, "    publicId: { local: AAAAAAAAAAAA }\n"],
    [
      "comes beside another's",
      "    publicId: { local: AAAAAAAAAAAA }\n",
      "CCCCCCCCCCCC",
      both.replace("BBBBBBBBBBBB", "CCCCCCCCCCCC"),
    ],
    ["of all targets is one", "    publicId: AAAAAAAAAAAA\n", "CCCCCCCCCCCC", "    publicId: CCCCCCCCCCCC\n"],
    ["of all targets goes", "    publicId: AAAAAAAAAAAA\n", undefined, ""],
  ])("%s", async (_, before, publicId, after) => {
    const { edits, after: files } = await edit(
      { [A]: text(before) },
      { "report/r": (e: E) => void Object.assign(e, { publicId }) },
      "production",
    );
    expect(edits.failed).toEqual([]);
    expect(files[A]).toBe(text(after));
  });
});

describe("the position of a new widget", () => {
  const board = (...positions: string[]) =>
    `workbooks:\n  a:\n    dashboard:\n      widgets:\n${positions
      .map(
        (position, index) => `        - { id: w${index}, type: TEXT, position: ${position}, config: {} }\n`,
      )
      .join("")}`;
  const list = "[0, 0, 1, 1]";
  const map = "{ x: 0, y: 0, w: 1, h: 1 }";
  it.each([
    ["a list where none is", [], "[1, 2, 3, 4]"],
    ["a list where most are", [list, list, map], "[1, 2, 3, 4]"],
    ["a list where half are", [list, map], "[1, 2, 3, 4]"],
    ["a map where most are", [list, map, map], "{ x: 1, y: 2, w: 3, h: 4 }"],
  ])("is %s", async (_, positions, spelled) => {
    const before =
      positions.length > 0 ? board(...positions) : board().replace("widgets:\n", "widgets: []\n");
    const { edits, after } = await edit(
      { [A]: before },
      {
        a: (e: E) => {
          e.dashboard.widgets.push({
            id: "new",
            type: "TEXT",
            position: { x: 1, y: 2, w: 3, h: 4 },
            config: {},
          });
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(
      `${board(...positions)}        - id: new\n          type: TEXT\n          position: ${spelled}\n          config: {}\n`,
    );
  });

  it("is spelled as those in the layouts", async () => {
    const one = "        - { id: w0, type: TEXT, position: [0, 0, 1, 1], config: {} }\n";
    const before = `workbooks:\n  a:\n    dashboard:\n      widgets:\n${one}layouts:\n  a:\n    sm: { w0: ${map} }\n    md: { w0: ${map} }\n`;
    await expectEdit(
      before,
      (e) => {
        widget(e, "w0").responsiveLayouts.lg = { x: 1, y: 2, w: 3, h: 4 };
      },
      before.replace("config: {} }", "responsiveLayouts: { lg: { x: 1, y: 2, w: 3, h: 4 } }, config: {} }"),
    );
  });
});

describe("overrides of the target", () => {
  const book = (overrides: string) => `workbooks:
  a:
    name: A
    dashboard:
      title: T
      widgets:
        - { id: one, type: TEXT, position: [0, 0, 6, 4], config: { markdown: One } }
        - { id: two, type: TEXT, position: [6, 0, 6, 4], config: { markdown: Two } }
${overrides}`;
  const production = (patch: string) =>
    book(`    overrides:\n      production:\n        dashboard:\n          widgets:\n${patch}`);
  const P = { target: "production" };

  it.each([
    ["an empty map", "    overrides: {}\n"],
    ["null", "    overrides: null # none\n"],
    ["an empty patch", "    overrides: { production: {} }\n"],
    ["an empty board", "    overrides: { production: { dashboard: {} } }\n"],
    ["empty widgets", "    overrides: { production: { dashboard: { widgets: {} } } }\n"],
    ["a patch that changes nothing", "    overrides: { production: { name: A, gone: null } }\n"],
    ["another target's", "    overrides: { local: { name: L } }\n"],
    [
      "corners that the widget has, too",
      "    overrides: { production: { dashboard: { widgets: { one: { position: [0, 1, 6, 4] } } } } }\n",
    ],
  ])("stay where they change nothing: %s", async (_, overrides) => {
    await expectEdit(
      book(overrides),
      (e) => Object.assign(e.dashboard, { title: "New" }),
      book(overrides).replace("title: T", "title: New"),
      P,
    );
  });

  it.each([
    ["the last of all", "    overrides: { production: { gone: B } }\n", ""],
    [
      "the last of the target",
      "    overrides: { production: { gone: B }, local: { name: L } }\n",
      "    overrides: { local: { name: L } }\n",
    ],
  ])("go with the last thing that they say: %s", async (_, overrides, after) => {
    await expectEdit(book(overrides), (e) => delete e.gone, book(after), P);
  });

  it.each([
    [
      "a position of a widget that they change",
      "            one: { position: [1, 1, 1, 1] } # here\n",
      "[1, 1, 1, 1]",
      "[2, 1, 1, 1]",
      "one",
    ],
    ["a corner", "            one: { position: { x: 1 } } # here\n", "x: 1", "x: 2", "one"],
    [
      "a position of a widget of their own",
      "            own: { type: TEXT, position: [1, 1, 1, 1], config: {} }\n",
      "[1, 1, 1, 1]",
      "[2, 1, 1, 1]",
      "own",
    ],
    [
      "a breakpoint",
      "            one: { responsiveLayouts: { sm: [1, 1, 1, 1] } }\n",
      "[1, 1, 1, 1]",
      "[2, 1, 1, 1]",
      "one",
    ],
  ])("keep %s", async (_, patch, from, to, id) => {
    const before = production(patch);
    await expectEdit(
      before,
      (e) => {
        const { position, responsiveLayouts } = widget(e, id);
        (responsiveLayouts?.sm ?? position).x = 2;
      },
      swap(before, from, to),
      P,
    );
  });

  it("that are a list of widgets are edited as one", async () => {
    const before = production(
      "            - { id: one, type: TEXT, position: [1, 1, 1, 1], config: {} } # here\n",
    );
    await expectEdit(
      before,
      (e) => {
        widget(e, "one").position.x = 2;
      },
      swap(before, "[1, 1, 1, 1]", "[2, 1, 1, 1]"),
      P,
    );
  });

  it("repeat an id only where it was repeated", async () => {
    const own = (id: string) => `            own: { ${id}type: TEXT, position: [1, 1, 1, 1], config: {} }\n`;
    for (const id of ["", "id: own, "]) {
      await expectEdit(
        production(own(id)),
        (e) => {
          widget(e, "own").type = "DIVIDER";
        },
        production(own(id)).replace(
          `${id}type: TEXT, position: [1, 1`,
          `${id}type: DIVIDER, position: [1, 1`,
        ),
        P,
      );
    }
  });

  it.each<[string, string, string[], string]>([
    [
      "a widget that another target changes stays for that one",
      "            one: { config: { markdown: Uno } }\n",
      ["two"],
      "          widgets:\n            one: null\n",
    ],
    [
      "the second of two stays behind the first",
      "            two: { config: { markdown: Due } }\n",
      ["one"],
      "          widgets:\n            two: null\n",
    ],
  ])("%s", async (_, patch, kept, removed) => {
    const before = production(patch);
    await expectEdit(
      before,
      (e) => {
        e.dashboard.widgets = e.dashboard.widgets.filter(({ id }: E) => kept.includes(id));
      },
      `${before}      local:\n        dashboard:\n${removed}`,
    );
  });

  it("get the whole list where their own widgets are wanted in between", async () => {
    const before = production("            own: { type: TEXT, position: [1, 1, 1, 1], config: {} }\n");
    const { edits, after } = await edit(
      { [A]: before },
      { a: (e: E) => void e.dashboard.widgets.unshift(e.dashboard.widgets.pop()) },
      "production",
    );
    expect(edits.failed).toEqual([]);
    const [entry, overrides] = after[A]!.split("    overrides:\n");
    expect(entry).toBe(book(""));
    expect(overrides!.match(/id: \w+/g)).toEqual(["id: own", "id: one", "id: two"]);
  });
});
