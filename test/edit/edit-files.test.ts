import { describe, expect, it } from "vitest";
import { edit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;

const FILE = "dashboards/a.yaml";

const PLAIN = `# Revenue, by the finance team.
workbooks:
  revenue: # the one that the board sees
    name: Revenue overview # as on the wall
    folder: Finance/Revenue
    meta: { team: finance, tier: 1 }
    dashboard:
      kind: CLASSIC
      title: "Revenue: all"
      layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 }

      # --- Charts ---
      widgets:
        # What we earn.
        - id: earned
          type: CHART
          position: [0, 0, 6, 4] # left
          config:
            title: 'Earned'
            # Not more than fits.
            limit: 10 # rows
            live: true
            nested: { a: 1, b: [1, 2, 3] }

        - id: note
          type: TEXT
          position: { x: 6, y: 0, w: 6, h: 4 }
          config:
            markdown: |
              # Revenue
              Before refunds.

              End.
            html: >-
              Folded into
              one line.

        # --- Tables ---

        # All orders.
        - id: orders
          type: TABLE
          position: [0, 4, 12, 4]
          config: {}
`;

/** Edits PLAIN and expects one passage of it changed. */
async function expectSwap(
  change: (entry: E) => unknown,
  from: string,
  to: string,
  text = PLAIN,
  slug = "revenue",
) {
  const { edits, after } = await edit({ [FILE]: text }, { [slug]: change });
  expect(edits.failed).toEqual([]);
  expect(after[FILE]).toBe(swap(text, from, to));
}

describe("a scalar", () => {
  it("changes no byte where nothing differs", async () => {
    const { edits } = await edit({ [FILE]: PLAIN }, { revenue: (e: E) => e });
    expect(edits).toEqual({ files: new Map(), failed: [], onlyHere: [], elsewhere: new Map(), notes: [] });
  });
  it("plain, with its comment kept", () =>
    expectSwap(
      (e: E) => {
        e.name = "Revenue";
      },
      "Revenue overview # as",
      "Revenue # as",
    ));
  it("plain becomes quoted where it has to", () =>
    expectSwap(
      (e: E) => {
        e.name = "a: b";
      },
      "Revenue overview # as",
      `"a: b" # as`,
    ));
  it("in double quotes", () =>
    expectSwap(
      (e: E) => {
        e.dashboard.title = "Revenue: none";
      },
      `"Revenue: all"`,
      `"Revenue: none"`,
    ));
  it("in single quotes", () =>
    expectSwap(
      (e: E) => {
        widget(e, "earned").config.title = "It's";
      },
      `'Earned'`,
      `'It''s'`,
    ));
  it("number and boolean", async () => {
    await expectSwap(
      (e: E) => {
        widget(e, "earned").config.limit = 20;
      },
      "limit: 10 #",
      "limit: 20 #",
    );
    await expectSwap(
      (e: E) => {
        widget(e, "earned").config.live = false;
      },
      "live: true",
      "live: false",
    );
  });
  it("text to number and back", () =>
    expectSwap(
      (e: E) => {
        widget(e, "earned").config.title = 5;
      },
      `'Earned'`,
      `5`,
    ));
  it("a block scalar stays one", () =>
    expectSwap(
      (e: E) => {
        widget(e, "note").config.markdown = "# Revenue\nAfter refunds.\n\nEnd.\n";
      },
      "Before",
      "After",
    ));
  it("a block scalar that is one line now", () =>
    expectSwap(
      (e: E) => {
        widget(e, "note").config.markdown = "None.";
      },
      `|
              # Revenue
              Before refunds.

              End.
`,
      "None.\n",
    ));
  it("a folded scalar", () =>
    expectSwap(
      (e: E) => {
        widget(e, "note").config.html = "Folded into\ntwo lines.";
      },
      `>-
              Folded into
              one line.`,
      `>-
              Folded into

              two lines.`,
    ));
  it("a text with what would be a variable is escaped", () =>
    expectSwap(
      (e: E) => {
        e.name = "${var.x}";
      },
      "Revenue overview # as",
      "$${var.x} # as",
    ));
  it("in flow", () =>
    expectSwap(
      (e: E) => {
        e.meta.team = "ops, all";
      },
      "team: finance",
      `team: "ops, all"`,
    ));
});

describe("positions", () => {
  it("stay lists", () =>
    expectSwap(
      (e: E) => {
        widget(e, "earned").position.x = 3;
        widget(e, "earned").position.h = 5;
      },
      "[0, 0, 6, 4]",
      "[3, 0, 6, 5]",
    ));
  it("stay maps", () =>
    expectSwap(
      (e: E) => {
        widget(e, "note").position.x = 5;
      },
      "{ x: 6, y",
      "{ x: 5, y",
    ));
});

describe("keys", () => {
  it("are added at the end of a block map", () =>
    expectSwap(
      (e: E) => {
        widget(e, "earned").config.added = { deep: [{ a: 1 }] };
      },
      "b: [1, 2, 3] }\n",
      `b: [1, 2, 3] }
            added:
              deep:
                - a: 1
`,
    ));
  it("are added to flow maps", () =>
    expectSwap(
      (e: E) => {
        e.meta.owner = "me";
      },
      "tier: 1 }",
      "tier: 1, owner: me }",
    ));
  it("are removed with their comments", () =>
    expectSwap(
      (e: E) => {
        delete widget(e, "earned").config.limit;
      },
      "            # Not more than fits.\n            limit: 10 # rows\n",
      "",
    ));
  it("are removed from flow maps", async () => {
    await expectSwap(
      (e: E) => {
        delete e.meta.team;
      },
      "{ team: finance, tier: 1 }",
      "{ tier: 1 }",
    );
    await expectSwap(
      (e: E) => {
        delete e.meta.tier;
      },
      "{ team: finance, tier: 1 }",
      "{ team: finance }",
    );
  });
  it("null is absent", () =>
    expectSwap(
      (e: E) => {
        e.meta.team = null;
      },
      "{ team: finance, tier: 1 }",
      "{ tier: 1 }",
    ));
  it("an empty map takes its first key", () =>
    expectSwap(
      (e: E) => {
        widget(e, "orders").config.a = 1;
      },
      "config: {}",
      "config:\n            a: 1",
    ));
  it("a map loses its last key", () =>
    expectSwap(
      (e: E) => {
        widget(e, "note").config = {};
      },
      `config:
            markdown: |
              # Revenue
              Before refunds.

              End.
            html: >-
              Folded into
              one line.`,
      "config: {}",
    ));
  it("goes with all that is under it; a heading stays", () =>
    expectSwap(
      (e: E) => {
        delete e.dashboard.layout;
      },
      "      layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 }\n",
      "",
    ));
  it("publish stands beside the folder, dashboard last", () =>
    expectSwap(
      (e: E) => {
        e.publish = true;
      },
      "Finance/Revenue\n",
      "Finance/Revenue\n    publish: true\n",
    ));
  it("folder to folderId", () =>
    expectSwap(
      (e: E) => {
        delete e.folder;
        e.folderId = 7;
      },
      "folder: Finance/Revenue",
      "folderId: 7",
    ));
  it("folder with a slash in a name", () =>
    expectSwap(
      (e: E) => {
        e.folder = ["A/B", "C"];
      },
      "folder: Finance/Revenue",
      "folder:\n      - A/B\n      - C",
    ));
  it("folder as a list says the same", async () => {
    const { edits } = await edit(
      { [FILE]: PLAIN },
      {
        revenue: (e: E) => {
          e.folder = ["Finance", "Revenue"];
        },
      },
    );
    expect(edits.files.size).toBe(0);
  });
  it("folder to the root", () =>
    expectSwap(
      (e: E) => {
        e.folder = [];
      },
      "folder: Finance/Revenue",
      "folder: /",
    ));
});

describe("widgets", () => {
  it("are added at their place", () =>
    expectSwap(
      (e: E) => {
        e.dashboard.widgets.splice(1, 0, {
          id: "new",
          type: "TEXT",
          position: { x: 0, y: 8, w: 6, h: 2 },
          config: { markdown: "a\nb\n" },
        });
      },
      "b: [1, 2, 3] }\n",
      `b: [1, 2, 3] }

        - id: new
          type: TEXT
          position: [0, 8, 6, 2]
          config:
            markdown: |
              a
              b
`,
    ));
  it("are added at the end and at the start", async () => {
    const one = { id: "new", type: "TEXT", position: { x: 0, y: 8, w: 6, h: 2 } };
    const text = "- id: new\n          type: TEXT\n          position: [0, 8, 6, 2]\n";
    await expectSwap(
      (e: E) => {
        e.dashboard.widgets.push(one);
      },
      "config: {}\n",
      `config: {}\n\n        ${text}`,
    );
    await expectSwap(
      (e: E) => {
        e.dashboard.widgets.unshift(one);
      },
      "        # What we earn.",
      `        ${text}\n        # What we earn.`,
    );
  });
  it("are removed with what belongs to them", () =>
    expectSwap(
      (e: E) => {
        e.dashboard.widgets.splice(2, 1);
      },
      `
        # --- Tables ---

        # All orders.
        - id: orders
          type: TABLE
          position: [0, 4, 12, 4]
          config: {}
`,
      `
        # --- Tables ---
`,
    ));
  it("the first is removed", () =>
    expectSwap(
      (e: E) => {
        e.dashboard.widgets.shift();
      },
      `        # What we earn.
        - id: earned
          type: CHART
          position: [0, 0, 6, 4] # left
          config:
            title: 'Earned'
            # Not more than fits.
            limit: 10 # rows
            live: true
            nested: { a: 1, b: [1, 2, 3] }

`,
      "",
    ));
  it("are put in another order, changed on the way", async () => {
    const { after, edits } = await edit(
      { [FILE]: PLAIN },
      {
        revenue: (e: E) => {
          const [a, b, c] = e.dashboard.widgets;
          a.config.limit = 11;
          e.dashboard.widgets = [b, a, c];
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[FILE]!.indexOf("- id: note")).toBeLessThan(after[FILE]!.indexOf("# What we earn."));
    expect(after[FILE]).toContain("limit: 11 # rows");
    expect(after[FILE]!.split("\n").sort()).toEqual(
      PLAIN.replace("limit: 10", "limit: 11").split("\n").sort(),
    );
  });
  it("all are removed", async () => {
    const { after } = await edit(
      { [FILE]: PLAIN },
      {
        revenue: (e: E) => {
          e.dashboard.widgets = [];
        },
      },
    );
    expect(after[FILE]).toMatch(/\n {6}widgets: \[\]\n$/);
  });
});
