// Edits of widgets that come from an included list with changes by id: in the list if it is nobody else's, else in the changes.
import { describe, expect, it } from "vitest";
import { edit, swap, widget } from "./editing.ts";

const LIST = `- { id: period, type: FILTER, position: [0, 0, 4, 2], config: { title: Period } }
- { id: note, type: TEXT, position: [4, 0, 8, 2], config: { markdown: Note } } # ours
- { id: chart, type: CHART, position: [0, 2, 12, 6], config: { title: Chart } }
`;
const board = (slug: string, changes = "") => `workbooks:
  ${slug}:
    dashboard:
      title: A
      # What all have.
      widgets:
        $include: ../shared/list.yaml
${changes}`;
const CHANGES = `        period: { config: { title: Own } }
        note: null
        extra: { type: TEXT, position: [0, 8, 12, 1], config: { markdown: Extra } }
`;
const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";
const S = "shared/list.yaml";
const shared = { [A]: board("a", CHANGES), [B]: board("b"), [S]: LIST };

// biome-ignore lint/suspicious/noExplicitAny: reaches deep into values that the test wrote.
type Entry = any;

describe("a widget of a list that others include, too", () => {
  it("is changed where its change is written, or gets one", async () => {
    const { edits, after } = await edit(shared, {
      a: (entry: Entry) => {
        widget(entry, "period").config.title = "New";
        widget(entry, "chart").config.title = "Mine";
        widget(entry, "chart").position.w = 6;
        widget(entry, "extra").config.markdown = "More";
      },
    });
    expect(edits.failed).toEqual([]);
    expect([after[B], after[S]]).toEqual([shared[B], shared[S]]);
    expect(after[A]).toContain("period: { config: { title: New } }\n        note: null\n");
    expect(after[A]).toContain("markdown: More");
    expect(after[A]).toMatch(/\n {8}chart:\n {10}position:/);
    expect(edits.notes.map(({ message }) => message)).toEqual([
      "`chart` is changed next to the include here, because others read the included list too.",
    ]);
  });

  it("is removed, and added, next to the include", async () => {
    const { edits, after } = await edit(shared, {
      a: (entry: Entry) => {
        entry.dashboard.widgets = entry.dashboard.widgets.filter(({ id }: Entry) => id === "chart");
        entry.dashboard.widgets.push({ id: "last", type: "TEXT", position: { x: 0, y: 9, w: 1, h: 1 } });
      },
      b: (entry: Entry) => {
        entry.dashboard.widgets.splice(0, 1);
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after[S]).toBe(LIST);
    expect(after[A]).toContain("        period: null\n        note: null\n");
    expect(after[A]).not.toContain("extra");
    expect(after[A]).toMatch(/\n {8}last:\n {10}type: TEXT\n/);
    expect(after[B]).toBe(board("b", "        period: null\n"));
  });

  it("is written out with the whole list if the order is another", async () => {
    const { edits, after } = await edit(shared, {
      b: (entry: Entry) => {
        entry.dashboard.widgets.reverse();
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after[S]).toBe(LIST);
    expect(after[B]).not.toContain("$include");
    expect(after[B]).toContain("# What all have.");
  });
});

describe("a widget of a list that nobody else includes", () => {
  const own = { [A]: board("a", CHANGES), [S]: LIST };

  it("is changed in the list, or in its change", async () => {
    const { edits, after } = await edit(own, {
      a: (entry: Entry) => {
        widget(entry, "period").config.title = "New";
        widget(entry, "chart").config.title = "Mine";
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(swap(own[A]!, "title: Own", "title: New"));
    expect(after[S]).toBe(swap(LIST, "title: Chart", "title: Mine"));
  });
});
