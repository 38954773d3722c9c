// Positions in `layouts` and keys beside an include: which of two places loses or gets what changes.
import { describe, expect, it } from "vitest";
import { edit, expectEdit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";
const S = "shared/theme.yaml";

describe("a widget that is placed in the layouts", () => {
  const widgets = (more = "") => `workbooks:
  a:
    dashboard:
      widgets:
        - { id: one, type: TEXT, ${more}config: {} }
        - { id: two, type: TEXT, config: {} }
`;
  const layouts = `layouts:
  a:
    default: { one: [0, 0, 6, 4], two: [6, 0, 6, 4] }
    sm: { one: [0, 0, 6, 4] } # narrow
`;
  it.each<[string, (e: E) => unknown, string]>([
    [
      "loses a breakpoint there",
      (e) => delete widget(e, "one").responsiveLayouts,
      widgets() + layouts.replace("    sm: { one: [0, 0, 6, 4] } # narrow\n", ""),
    ],
    [
      "is moved in one breakpoint alone",
      (e) => Object.assign(widget(e, "one").responsiveLayouts.sm, { y: 9 }),
      widgets() + swap(layouts, "sm: { one: [0, 0", "sm: { one: [0, 9"),
    ],
    [
      "has a breakpoint that the layouts do not know itself",
      (e) => Object.assign(widget(e, "one").responsiveLayouts, { lg: { x: 0, y: 0, w: 1, h: 1 } }),
      widgets("responsiveLayouts: { lg: [0, 0, 1, 1] }, ") + layouts,
    ],
    [
      "goes from every section",
      (e) => e.dashboard.widgets.shift(),
      swap(widgets(), "        - { id: one, type: TEXT, config: {} }\n", "") +
        layouts.replace("one: [0, 0, 6, 4], ", "").replace("    sm: { one: [0, 0, 6, 4] } # narrow\n", ""),
    ],
  ])("%s", async (_, change, after) => {
    await expectEdit(widgets() + layouts, change, after);
  });

  it("is moved in the document that places it, of several in a file", async () => {
    const second = "---\nlayouts:\n  a:\n    default: { two: [6, 0, 6, 4] }\n";
    const first = `${widgets()}layouts:\n  a:\n    default: { one: [0, 0, 6, 4] }\n`;
    await expectEdit(
      first + second,
      (e) => Object.assign(widget(e, "two").position, { y: 9 }),
      first + swap(second, "two: [6, 0", "two: [6, 9"),
    );
  });

  it("is placed as the others are: in the layouts, or in the widget where one has a place of its own", async () => {
    const added = { id: "new", type: "TEXT", position: { x: 0, y: 9, w: 6, h: 4 }, config: {} };
    const apart = "layouts:\n  a:\n    default: { one: [0, 0, 6, 4], two: [6, 0, 6, 4] }\n";
    const { after } = await edit(
      { [A]: widgets() + apart },
      { a: (e: E) => void e.dashboard.widgets.push(added) },
    );
    expect(after[A]).toContain("two: [6, 0, 6, 4], new: [0, 9, 6, 4]");
    const mixed = swap(widgets(), "id: two, type: TEXT,", "id: two, type: TEXT, position: [6, 0, 6, 4],");
    const one = "layouts:\n  a:\n    default: { one: [0, 0, 6, 4] }\n";
    const other = await edit({ [A]: mixed + one }, { a: (e: E) => void e.dashboard.widgets.push(added) });
    expect(other.after[A]).toContain("position: [0, 9, 6, 4]");
    expect(other.after[A]?.endsWith(one)).toBe(true);
  });

  it.each([
    ["the layouts", "layouts:\n  a:\n    default: { one: [0, 0, 6, 4], two: [6, 0, 6, 4] }\n"],
    ["a layout of its own", ""],
  ])("and is new there keeps its empty breakpoints, with %s", async (_, apart) => {
    const position = { x: 0, y: 9, w: 6, h: 4 };
    const added = { id: "new", type: "TEXT", position, responsiveLayouts: {}, config: {} };
    const { edits, after } = await edit(
      { [A]: widgets() + apart },
      { a: (e: E) => void e.dashboard.widgets.push(added) },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toContain("responsiveLayouts: {}");
  });

  it("gets a breakpoint in the section that has it, of several", async () => {
    const second = "---\nlayouts:\n  a:\n    sm: { one: [0, 0, 6, 4] }\n";
    const first = `${widgets()}layouts:\n  a:\n    default: { one: [0, 0, 6, 4], two: [6, 0, 6, 4] }\n`;
    await expectEdit(
      first + second,
      (e) => Object.assign(widget(e, "two"), { responsiveLayouts: { sm: { x: 0, y: 4, w: 6, h: 4 } } }),
      first + swap(second, "6, 4] }", "6, 4], two: [0, 4, 6, 4] }"),
    );
  });

  it("that gets more than a position fails with the reason", async () => {
    const { edits } = await edit(
      { [A]: widgets() + layouts },
      { a: (e: E) => void Object.assign(widget(e, "two").position, { static: true }) },
    );
    expect([...edits.files]).toEqual([]);
    expect(edits.failed).toMatchObject([{ key: "a", reason: expect.stringContaining("`static`") }]);
  });

  it("in two files is moved where it is placed", async () => {
    const other = "layouts:\n  a:\n    default: { two: [6, 0, 6, 4] }\n";
    const first = `${widgets()}layouts:\n  a:\n    default: { one: [0, 0, 6, 4] }\n`;
    const { edits, after } = await edit(
      { [A]: first, [B]: other },
      { a: (e: E) => void Object.assign(widget(e, "two").position, { x: 0 }) },
    );
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ [A]: first, [B]: swap(other, "[6, 0", "[0, 0") });
  });
});

describe("a key beside an include", () => {
  const board = (slug: string, theme: string) =>
    `workbooks:\n  ${slug}:\n    dashboard:\n      theme: ${theme} # t\n`;
  const INCLUDE = "$include: ../shared/theme.yaml";
  const shared = "font: Inter # house\nsize: 12\nspace: { top: 1, left: 2 }\n";
  const change = async (theme: string, isShared: boolean, apply: (theme: E) => unknown) => {
    const files = {
      [A]: board("a", theme),
      [S]: shared,
      ...(isShared && { [B]: board("b", `{ ${INCLUDE} }`) }),
    };
    const { edits, after } = await edit(files, { a: (e: E) => void apply(e.dashboard.theme) });
    expect(edits.failed).toEqual([]);
    expect(after[B]).toBe(files[B]);
    return [after[A], after[S]];
  };

  it.each<[string, string, (theme: E) => unknown, string, string]>([
    [
      "goes from both",
      `{ ${INCLUDE}, font: Own }`,
      (t) => delete t.font,
      `{ ${INCLUDE} }`,
      "size: 12\nspace: { top: 1, left: 2 }\n",
    ],
    [
      "is changed where it wins",
      `{ ${INCLUDE}, font: Own }`,
      (t) => Object.assign(t, { font: "New" }),
      `{ ${INCLUDE}, font: New }`,
      shared,
    ],
    [
      "is changed in the file where that has it",
      `{ ${INCLUDE}, font: Own }`,
      (t) => Object.assign(t, { size: 13 }),
      `{ ${INCLUDE}, font: Own }`,
      swap(shared, "12", "13"),
    ],
    [
      "is new beside others",
      `{ ${INCLUDE}, font: Own }`,
      (t) => Object.assign(t, { more: 1 }),
      `{ ${INCLUDE}, font: Own, more: 1 }`,
      shared,
    ],
    [
      "is new in the file where nothing is beside",
      `{ ${INCLUDE} }`,
      (t) => Object.assign(t, { more: 1 }),
      `{ ${INCLUDE} }`,
      `${shared}more: 1\n`,
    ],
  ])("of one reader %s", async (_, theme, apply, own, file) => {
    expect(await change(theme, false, apply)).toEqual([board("a", own), file]);
  });

  it.each<[string, string, (theme: E) => unknown, string]>([
    ["goes by null", `{ ${INCLUDE}, font: Own }`, (t) => delete t.font, `{ ${INCLUDE}, font: null }`],
    ["comes by null", `{ ${INCLUDE} }`, (t) => delete t.size, `{ ${INCLUDE}, size: null }`],
    [
      "is changed where it wins",
      `{ ${INCLUDE}, font: Own }`,
      (t) => Object.assign(t, { font: "New" }),
      `{ ${INCLUDE}, font: New }`,
    ],
    [
      "is a patch",
      `{ ${INCLUDE} }`,
      (t) => Object.assign(t.space, { top: 5 }),
      `{ ${INCLUDE}, space: { top: 5 } }`,
    ],
    [
      "is a patch with a null",
      `{ ${INCLUDE} }`,
      (t) => delete t.space.left,
      `{ ${INCLUDE}, space: { left: null } }`,
    ],
    ["is new", `{ ${INCLUDE} }`, (t) => Object.assign(t, { more: 1 }), `{ ${INCLUDE}, more: 1 }`],
  ])("of several readers %s", async (_, theme, apply, own) => {
    expect(await change(theme, true, apply)).toEqual([board("a", own), shared]);
  });
});

describe("an include of a value that becomes one of another kind", () => {
  const board = (meta: string) => `workbooks:\n  a:\n    meta:\n      k: ${meta}\n      z: 1\n`;
  const INCLUDE = "$include: ../shared/theme.yaml";
  const become = async (text: string, file: string, k: unknown) => {
    const { edits, after } = await edit(
      { [A]: text, [S]: file, "shared/more.yaml": "v: 1\n" },
      { a: (e: E) => void Object.assign(e.meta, { k }) },
    );
    expect(edits.failed).toEqual([]);
    return [after[A], after[S], edits.notes.map(({ message }) => message)];
  };

  it("is edited in the file that nobody else reads", async () => {
    const text = board(`{ ${INCLUDE} }`);
    expect(await become(text, "- 1\n- 2\n", { x: 1 })).toEqual([text, "x: 1\n", []]);
  });

  it.each([
    ["it", `{ ${INCLUDE}, y: 2 }`, "x: 1\n"],
    ["one in the file", `{ ${INCLUDE} }`, "$include: ./more.yaml\ny: 2\n"],
  ])("goes where something is beside %s, which is said", async (_, theme, file) => {
    expect(await become(board(theme), file, "none")).toEqual([
      board("none"),
      file,
      ["`$include` was replaced by the value itself, which now differs from what it names."],
    ]);
  });
});
