// Included lists of widgets: what is edited in the list, what in the changes beside it, and when the list is written out.
import { describe, expect, it } from "vitest";
import { edit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: reaches deep into values that the test wrote.
type E = any;
const LIST = `- { id: period, type: FILTER, position: [0, 0, 4, 2], config: { title: Period } }
- { id: note, type: TEXT, position: [4, 0, 8, 2], config: { markdown: Note } } # ours
- { id: chart, type: CHART, position: [0, 2, 12, 6], config: { title: Chart } }
`;
const board = (slug: string, changes = "", list = "../shared/list.yaml") => `workbooks:
  ${slug}:
    dashboard:
      title: A
      widgets:
        $include: ${list}
${changes}`;
const CHANGES = `        period: { config: { title: Own } }
        note: null
        extra: { type: TEXT, position: [0, 8, 12, 1], config: { markdown: Extra } }
`;
const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";
const S = "shared/list.yaml";
const NOTE = { id: "note", type: "TEXT", position: { x: 4, y: 0, w: 8, h: 2 }, config: { markdown: "Note" } };
const idsIn = (text = "") => [...text.matchAll(/- id: (\w+)/g)].map(([, id]) => id);

describe("a list that others include", () => {
  const shared = { [A]: board("a", CHANGES), [B]: board("b"), [S]: LIST };

  it.each<[string, (widgets: E[]) => void, string[]]>([
    [
      "what was removed comes back at its end",
      (w) => void w.push(NOTE),
      ["period", "chart", "extra", "note"],
    ],
    ["or in its place", (w) => void w.splice(1, 0, NOTE), ["period", "note", "chart", "extra"]],
    [
      "a new one is not its last",
      (w) => void w.unshift({ ...NOTE, id: "new" }),
      ["new", "period", "chart", "extra"],
    ],
    ["two change places", (w) => void w.reverse(), ["extra", "chart", "period"]],
  ])("is written out where %s, which is told", async (_, change, ids) => {
    const { edits, after } = await edit(shared, { a: (e: E) => change(e.dashboard.widgets) });
    expect(edits.failed).toEqual([]);
    expect(edits.notes).toMatchObject([
      { file: A, line: 6, message: expect.stringContaining("`$include` was replaced by the value itself") },
    ]);
    expect([after[B], after[S]]).toEqual([shared[B], LIST]);
    expect(idsIn(after[A])).toEqual(ids);
  });

  it("is left where a change says more, or less", async () => {
    const { edits, after } = await edit(shared, {
      a: (e: E) => {
        widget(e, "period").type = "TEXT";
        delete widget(e, "extra").config;
      },
    });
    expect(edits.failed).toEqual([]);
    const changes = swap(CHANGES, "period: {", "period: { type: TEXT,");
    expect(after).toEqual({
      ...shared,
      [A]: board("a", swap(changes, ", config: { markdown: Extra }", "")),
    });
  });

  it("is left where a value has other keys: those that it had are removed by name", async () => {
    const { edits, after } = await edit(shared, {
      b: (e: E) => {
        widget(e, "chart").config = { other: 1 };
      },
    });
    expect(edits.failed).toEqual([]);
    const change = "        chart:\n          config:\n            title: null\n            other: 1\n";
    expect(after).toEqual({ ...shared, [B]: board("b", change) });
  });

  it("is left where all its widgets go, and goes where the dashboard has no list", async () => {
    const none = await edit(shared, {
      b: (e: E) => {
        e.dashboard.widgets = [];
      },
    });
    expect([none.edits.failed, none.edits.notes]).toEqual([[], []]);
    const removed = "        period: null\n        note: null\n        chart: null\n";
    expect(none.after).toEqual({ ...shared, [B]: board("b", removed) });
    const gone = await edit(shared, {
      b: (e: E) => {
        delete e.dashboard.widgets;
      },
    });
    expect([gone.edits.failed, gone.edits.notes]).toEqual([[], []]);
    expect(gone.after).toEqual({ ...shared, [B]: "workbooks:\n  b:\n    dashboard:\n      title: A\n" });
  });

  it("is edited once where all want the same", async () => {
    const files = { [A]: board("a"), [B]: board("b"), [S]: LIST };
    const retitle = (e: E) => {
      widget(e, "chart").config.title = "New";
    };
    const changed = await edit(files, { a: retitle, b: retitle });
    expect([changed.edits.failed, changed.edits.notes]).toEqual([[], []]);
    expect(changed.after).toEqual({ ...files, [S]: swap(LIST, "title: Chart", "title: New") });
    const pop = (e: E) => void e.dashboard.widgets.pop();
    const shorter = await edit(files, { a: pop, b: pop });
    expect([shorter.edits.failed, shorter.edits.notes]).toEqual([[], []]);
    expect(shorter.after).toEqual({ ...files, [S]: LIST.split("\n").slice(0, 2).join("\n").concat("\n") });
  });

  it("through another that changes it, each edit is where it is nobody else's", async () => {
    const mid = "$include: ./list.yaml\nnote: { config: { markdown: Mid } }\n";
    const changes = "        chart: { config: { title: Mine } }\n";
    const files = {
      [A]: board("a", changes, "../shared/mid.yaml"),
      [B]: board("b"),
      "shared/mid.yaml": mid,
      [S]: LIST,
    };
    const { edits, after } = await edit(files, {
      a: (e: E) => {
        widget(e, "note").config.markdown = "One";
        widget(e, "chart").config.title = "Two";
        widget(e, "period").config.title = "Three";
      },
    });
    expect(edits.failed).toEqual([]);
    expect(edits.notes).toMatchObject([
      { file: A, message: expect.stringContaining("`period` is changed next to the include here") },
    ]);
    const period = "        period:\n          config:\n            title: Three\n";
    expect(after).toEqual({
      ...files,
      [A]: board("a", swap(changes, "Mine", "Two") + period, "../shared/mid.yaml"),
      "shared/mid.yaml": swap(mid, "Mid", "One"),
    });
  });
});

describe("a list that nobody else includes", () => {
  const own = { [A]: board("a"), [S]: LIST };

  it("gets and loses widgets in any place, with what belongs to them", async () => {
    const { edits, after } = await edit(own, {
      a: (e: E) => {
        e.dashboard.widgets.splice(1, 1);
        e.dashboard.widgets.unshift({ id: "first", type: "TEXT", position: { x: 0, y: 9, w: 1, h: 1 } });
      },
    });
    expect([edits.failed, edits.notes]).toEqual([[], []]);
    const first = "- id: first\n  type: TEXT\n  position: [0, 9, 1, 1]\n";
    expect(after).toEqual({ ...own, [S]: first + LIST.replace(/- \{ id: note.*\n/, "") });
  });

  it("takes another order", async () => {
    const { edits, after } = await edit(own, { a: (e: E) => void e.dashboard.widgets.reverse() });
    expect([edits.failed, edits.notes]).toEqual([[], []]);
    expect(after).toEqual({ ...own, [S]: `${LIST.trim().split("\n").reverse().join("\n")}\n` });
  });
});
