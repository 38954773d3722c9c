// Where a value comes from decides which file is edited: layouts, overrides, includes, anchors, text files.
import { describe, expect, it } from "vitest";
import { edit, swap, widget } from "./editing.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests reach deep into values that they wrote themselves.
type E = any;
const A = "dashboards/a.yaml";
const B = "dashboards/b.yaml";

describe("layouts", () => {
  const book = `workbooks:
  a:
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12, sm: 6 } }
      widgets:
        - { id: one, type: TEXT, config: { markdown: One } }
        - { id: two, type: TEXT, config: { markdown: Two } }
`;
  const layouts = `layouts:
  a:
    default:
      one: [0, 0, 6, 4] # left
      two: { x: 6, y: 0, w: 6, h: 4 }
    sm: { one: [0, 0, 6, 4] }
`;
  it("own positions, in the same file or another", async () => {
    const move = (e: E) => {
      widget(e, "one").position.x = 1;
      widget(e, "two").position.y = 9;
      widget(e, "one").responsiveLayouts.sm.h = 2;
    };
    const moved = swap(
      swap(swap(layouts, "[0, 0, 6, 4] #", "[1, 0, 6, 4] #"), "{ x: 6, y: 0", "{ x: 6, y: 9"),
      "{ one: [0, 0, 6, 4] }",
      "{ one: [0, 0, 6, 2] }",
    );
    const same = await edit({ [A]: book + layouts }, { a: move });
    expect(same.edits.failed).toEqual([]);
    expect(same.after).toEqual({ [A]: book + moved });
    const apart = await edit({ [A]: book, [B]: layouts }, { a: move });
    expect(apart.edits.files.size).toBe(1);
    expect(apart.after).toEqual({ [A]: book, [B]: moved });
  });
  it("take the positions of new widgets, and lose those of widgets that go", async () => {
    const { after, edits } = await edit(
      { [A]: book, [B]: layouts },
      {
        a: (e: E) => {
          e.dashboard.widgets = [
            e.dashboard.widgets[1],
            { id: "new", type: "TEXT", position: { x: 0, y: 4, w: 3, h: 2 }, config: { markdown: "New" } },
          ];
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(
      swap(book, "        - { id: one, type: TEXT, config: { markdown: One } }\n", "") +
        "        - id: new\n          type: TEXT\n          config:\n            markdown: New\n",
    );
    expect(after[B]).toBe(`layouts:
  a:
    default:
      two: { x: 6, y: 0, w: 6, h: 4 }
      new: [0, 4, 3, 2]
`);
  });
  it("own positions in a document of their own", async () => {
    const text = `# first\n---\n${book}---\n# positions\n${layouts}`;
    const { edits, after } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          widget(e, "one").position.x = 1;
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(swap(text, "[0, 0, 6, 4] #", "[1, 0, 6, 4] #"));
  });
  it("take a breakpoint more", async () => {
    const { after, edits } = await edit(
      { [A]: book, [B]: layouts },
      {
        a: (e: E) => {
          widget(e, "two").responsiveLayouts = { sm: { x: 0, y: 4, w: 6, h: 4 } };
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(book);
    expect(after[B]).toBe(
      swap(layouts, "sm: { one: [0, 0, 6, 4] }", "sm: { one: [0, 0, 6, 4], two: [0, 4, 6, 4] }"),
    );
  });
});

describe("overrides", () => {
  const book = `workbooks:
  a:
    name: Everywhere
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 }, rowHeight: 40 }
      widgets:
        - { id: one, type: TEXT, position: [0, 0, 6, 4], config: { markdown: One } }
        - { id: two, type: TEXT, position: [6, 0, 6, 4], config: { markdown: Two } }
    overrides:
      production:
        name: Live # shown to customers
        dashboard:
          layout: { rowHeight: 32 }
          widgets:
            one: { config: { markdown: Uno } }
            two: null # not for customers
            three: { type: TEXT, position: [6, 0, 6, 4], config: { markdown: Tre } }
`;
  const onProduction = async (
    change: (entry: E) => void,
    from: string,
    to: string,
    target = "production",
  ) => {
    const { edits, after } = await edit({ [A]: book }, { a: change }, target);
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(swap(book, from, to));
  };
  it("own what they say", async () => {
    await onProduction(
      (e) => {
        e.name = "Alive";
      },
      "Live #",
      "Alive #",
    );
    await onProduction(
      (e) => {
        e.dashboard.layout.rowHeight = 30;
      },
      "rowHeight: 32",
      "rowHeight: 30",
    );
    await onProduction(
      (e) => {
        widget(e, "one").config.markdown = "Due";
      },
      "Uno",
      "Due",
    );
    await onProduction(
      (e) => {
        widget(e, "three").config.markdown = "Due";
      },
      "Tre",
      "Due",
    );
  });
  it("leave to the entry what it says, whatever the target", async () => {
    await onProduction(
      (e) => {
        widget(e, "one").position.x = 2;
      },
      "[0, 0, 6, 4]",
      "[2, 0, 6, 4]",
    );
    await onProduction(
      (e) => {
        e.dashboard.layout.cols.lg = 24;
      },
      "lg: 12",
      "lg: 24",
    );
    await onProduction(
      (e) => {
        e.name = "All";
      },
      "Everywhere",
      "All",
      "local",
    );
  });
  it("give back a widget that they removed", () =>
    onProduction(
      (e) => {
        e.dashboard.widgets.splice(1, 0, {
          id: "two",
          type: "TEXT",
          position: { x: 6, y: 0, w: 6, h: 4 },
          config: { markdown: "Two" },
        });
      },
      "            two: null # not for customers\n",
      "",
    ));
  it("give back a value that they removed", async () => {
    const text = book.replace("layout: { rowHeight: 32 }", "layout: { cols: null, rowHeight: 32 }");
    const change = (e: E) => {
      e.dashboard.layout.cols = { lg: 12 };
    };
    const { edits, after } = await edit({ [A]: text }, { a: change }, "production");
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(book);
  });
  it("patch a widget that they removed and that comes back otherwise", () =>
    onProduction(
      (e) => {
        const back = {
          id: "two",
          type: "TEXT",
          position: { x: 6, y: 0, w: 6, h: 4 },
          config: { markdown: "Due" },
        };
        e.dashboard.widgets.splice(1, 0, back);
      },
      "two: null # not for customers",
      "two: # not for customers\n              config:\n                markdown: Due",
    ));
  it("remove for one target what another target's overrides name", async () => {
    const { edits, after } = await edit(
      { [A]: book },
      {
        a: (e: E) => {
          e.dashboard.widgets.shift();
        },
      },
      "local",
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(`${book}      local:
        dashboard:
          widgets:
            one: null
`);
  });
  it("remove a key that the entry has", () =>
    onProduction(
      (e) => {
        delete e.dashboard.layout.rowHeight;
      },
      "rowHeight: 32",
      "rowHeight: null",
    ));
  it("let a widget of their own go", () =>
    onProduction(
      (e) => {
        e.dashboard.widgets.pop();
      },
      "            three: { type: TEXT, position: [6, 0, 6, 4], config: { markdown: Tre } }\n",
      "",
    ));
});

const board = (slug: string, theme: string) => `workbooks:
  ${slug}:
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      theme: ${theme}
      widgets: []
`;

describe("includes", () => {
  const THEME = "shared/theme.yaml";
  const theme = "# House colours.\ncolors: { main: blue }\nfont: Inter\n";
  const change = (e: E) => {
    e.dashboard.theme.font = "Lato";
    e.dashboard.theme.size = 12;
    delete e.dashboard.theme.colors;
  };

  it("of one reader are edited where they stand", async () => {
    const { edits, after } = await edit(
      { [A]: board("a", "{ $include: ../shared/theme.yaml }"), [THEME]: theme },
      { a: change },
    );
    expect(edits.failed).toEqual([]);
    expect([...edits.files.keys()]).toEqual([THEME]);
    expect(after[THEME]).toBe("font: Lato\nsize: 12\n".replace("font", "font"));
  });
  it("of several readers are left alone: what differs stands beside", async () => {
    const files = {
      [A]: board("a", "{ $include: ../shared/theme.yaml }"),
      [B]: board("b", "{ $include: ../shared/theme.yaml }"),
      [THEME]: theme,
    };
    const { edits, after } = await edit(files, { a: change });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      ...files,
      [A]: board("a", "{ $include: ../shared/theme.yaml, colors: null, font: Lato, size: 12 }"),
    });
    expect(edits.notes.length).toBeGreaterThan(0);
  });
  it("of several readers who all want the same are edited once", async () => {
    const files = {
      [A]: board("a", "{ $include: ../shared/theme.yaml }"),
      [B]: board("b", "{ $include: ../shared/theme.yaml }"),
      [THEME]: theme,
    };
    const { edits } = await edit(files, { a: change, b: change });
    expect(edits.failed).toEqual([]);
    expect([...edits.files.keys()]).toEqual([THEME]);
  });
  it("give way to a value that is no map", async () => {
    const files = {
      [A]: board("a", "{ $include: ../shared/theme.yaml }"),
      [B]: board("b", "{ $include: ../shared/theme.yaml }"),
      [THEME]: "[a, b]\n",
    };
    const text = files[A]!.replace("theme:", "tags:");
    const { edits, after } = await edit(
      { ...files, [A]: text },
      {
        a: (e: E) => {
          e.dashboard.tags = ["c"];
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(edits.notes).toMatchObject([{ key: "a", file: A, line: 6 }]);
    expect(after).toEqual({ ...files, [A]: swap(text, "{ $include: ../shared/theme.yaml }", "[c]") });
  });
  it("nest, in the entry, its overrides and its widgets", async () => {
    const files = {
      [A]: "$include: ../all.yaml\n",
      "all.yaml": `workbooks:
  a:
    $include: ./base.yaml
    name: A
    overrides:
      local: { $include: ./local.yaml }
`,
      "base.yaml": `name: X
dashboard:
  kind: CLASSIC
  layout: { cols: { lg: 12 } }
  widgets: { $include: ./widgets.yaml }
`,
      "local.yaml": "dashboard: { layout: { rowHeight: 4 } }\n",
      "widgets.yaml": `- id: one
  type: TEXT
  position: [0,0,1,1]
- id: two # second
  type: TEXT
  position: [1,0,1,1]
`,
    };
    const { edits, after } = await edit(files, {
      a: (e: E) => {
        e.name = "B";
        e.publish = true;
        e.dashboard.layout.rowHeight = 5;
        e.dashboard.layout.cols.lg = 24;
        e.dashboard.widgets.reverse();
        e.dashboard.widgets.push({ id: "three", type: "TEXT", position: { x: 2, y: 0, w: 1, h: 1 } });
      },
    });
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({
      [A]: files[A],
      "all.yaml": swap(files["all.yaml"], "name: A\n", "name: B\n    publish: true\n"),
      "base.yaml": swap(files["base.yaml"], "lg: 12", "lg: 24"),
      "local.yaml": swap(files["local.yaml"], "4", "5"),
      "widgets.yaml": `- id: two # second
  type: TEXT
  position: [1,0,1,1]
- id: one
  type: TEXT
  position: [0,0,1,1]
- id: three
  type: TEXT
  position: [2, 0, 1, 1]
`,
    });
  });
  it("hold a workbook as a whole", async () => {
    const part =
      "name: Old # name\ndashboard:\n  kind: CLASSIC\n  layout: { cols: { lg: 12 } }\n  widgets: []\n";
    const top = "workbooks:\n  a: { $include: ../parts/a.yaml }\n";
    const { edits, after } = await edit(
      { [A]: top, "parts/a.yaml": part },
      {
        a: (e: E) => {
          e.name = "New";
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after).toEqual({ [A]: top, "parts/a.yaml": swap(part, "Old", "New") });
  });
});

describe("anchors", () => {
  const text = `workbooks:
  a:
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      widgets:
        - id: one
          type: TEXT
          position: [0, 0, 6, 4]
          config: &shared
            # Both say it.
            markdown: Hello
            size: 3
        - id: two
          type: TEXT
          position: [6, 0, 6, 4]
          config: *shared # as above
`;
  it("stay where nothing of them changes", async () => {
    const { after } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          widget(e, "two").position.y = 5;
        },
      },
    );
    expect(after[A]).toBe(swap(text, "[6, 0,", "[6, 5,"));
  });
  it("an alias that says something else gives way", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          widget(e, "two").config.size = 4;
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(edits.notes).toHaveLength(1);
    expect(after[A]).toBe(
      swap(
        text,
        "config: *shared # as above",
        "config: # as above\n            markdown: Hello\n            size: 4",
      ),
    );
  });
  it("an anchored value that says something else is no longer shared", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          widget(e, "one").config.size = 4;
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toContain(
      "config:\n            # Both say it.\n            markdown: Hello\n            size: 4\n",
    );
    expect(after[A]).not.toContain("&shared");
    expect(after[A]).toContain("size: 3");
  });
  it("stay where all change alike", async () => {
    const { after } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          widget(e, "one").config.size = 4;
          widget(e, "two").config.size = 4;
        },
      },
    );
    expect(after[A]).toBe(swap(text, "size: 3", "size: 4"));
  });
  it("are written out where an alias would come to stand before them", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          e.dashboard.widgets.reverse();
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(`${text.slice(0, text.indexOf("        - id: one"))}        - id: two
          type: TEXT
          position: [6, 0, 6, 4]
          config:
            markdown: Hello
            size: 3 # as above
        - id: one
          type: TEXT
          position: [0, 0, 6, 4]
          config:
            # Both say it.
            markdown: Hello
            size: 3
`);
  });
  it("nest, and stand in flow", async () => {
    const nested = `workbooks:
  a:
    dashboard:
      kind: CLASSIC
      layout: &lay { cols: { lg: 12, sm: 6 } }
      title: &t "Hello"
      widgets:
        - &w
          id: one
          type: TEXT
          position: &p [0, 0, 6, 4]
          config: { a: *t, b: *lay, c: &f [1, 2] }
        - { id: two, type: TEXT, position: *p, config: { c: *f } }
  b:
    dashboard: { kind: CLASSIC, layout: *lay, widgets: [*w] }
`;
    const change = (e: E) => {
      e.dashboard.title = "Bye";
      widget(e, "one").position.x = 4;
      widget(e, "two").config.c = [1];
      e.dashboard.layout.rowHeight = 3;
    };
    const { after, edits } = await edit({ [A]: nested }, { a: change });
    expect(edits.failed).toEqual([]);
    expect(after[A]).toContain(
      "position: [4, 0, 6, 4]\n          config: { a: Hello, b: { cols: { lg: 12, sm: 6 } }, c: &f [1, 2] }",
    );
    expect(after[A]).toContain(
      "layout: { cols: { lg: 12, sm: 6 } }, widgets: [{ id: one, type: TEXT, position: [0, 0, 6, 4]",
    );
  });
  it("survive the removal of the widget that has them", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          e.dashboard.widgets.shift();
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toContain("markdown: Hello");
  });
});

describe("texts in files of their own", () => {
  const book = `workbooks:
  a:
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      widgets:
        - id: one
          type: TEXT
          position: [0, 0, 6, 4]
          config: { markdown: { $file: ../texts/one.md } }
        - id: app
          type: APP
          position: [6, 0, 6, 4]
          app: { files: { $dir: ../app } }
`;
  const files = { [A]: book, "texts/one.md": "One\r\n", "app/main.js": "a", "app/lib/old.js": "old" };
  it("are written there", async () => {
    const { edits, after } = await edit(files, {
      a: (e: E) => {
        widget(e, "one").config.markdown = "Two ${var.x}\n";
      },
    });
    expect(edits.failed).toEqual([]);
    // With the line ends that the file has.
    expect(after).toEqual({ ...files, "texts/one.md": "Two ${var.x}\r\n" });
  });
  it("and folders: changed, added, removed", async () => {
    const { edits, after } = await edit(files, {
      a: (e: E) => {
        widget(e, "app").app.files = { "main.js": "b", "lib/new.js": "new" };
      },
    });
    expect(edits.failed).toEqual([]);
    expect(edits.files.get("app/lib/old.js")).toBeNull();
    expect(after).toEqual({
      [A]: book,
      "texts/one.md": "One\r\n",
      "app/main.js": "b",
      "app/lib/new.js": "new",
    });
  });
  it("are never written outside of their folder, nor where they would not be read", async () => {
    const odd = ["lib", "main.js/x", "MAIN.JS", "con.js", "a:b.js", "a.", "e\u0301.js", "漢".repeat(90)];
    for (const name of ["../b.js", "/tmp/b.js", ".hidden", "lib/../../b.js", "a\\b.js", ...odd]) {
      const { edits, after } = await edit(files, {
        a: (e: E) => {
          widget(e, "app").app.files = { "main.js": "a", "lib/old.js": "old", [name]: "b" };
        },
      });
      expect(edits.failed).toEqual([]);
      expect(edits.notes).toHaveLength(1);
      expect([...edits.files.keys()]).toEqual([A]);
      expect(after[A]).not.toContain("$dir");
    }
  });
  it("never become a workbook file", async () => {
    const near = {
      ...files,
      [A]: book.replace("$dir: ../app", "$dir: ./app"),
      "dashboards/app/main.js": "a",
    };
    const evil = "workbooks: { evil: { name: Evil } }";
    for (const [name, text] of [
      ["evil.yaml", evil],
      ["lib/evil.json", JSON.stringify({ reports: { evil: {} } })],
    ] as const) {
      const change = (e: E) => {
        widget(e, "app").app.files = { "main.js": "a", [name]: text };
      };
      const { edits, after } = await edit(near, { a: change });
      expect(edits.failed).toEqual([]);
      expect([...edits.files.keys()]).toEqual([A]);
      expect(after[A]).not.toContain("$dir");
    }
  });
  it("that others read too give way to the text", async () => {
    const shared = { ...files, [B]: board("b", "{ text: { $file: ../texts/one.md } }") };
    const { edits, after } = await edit(shared, {
      a: (e: E) => {
        widget(e, "one").config.markdown = "Two";
      },
    });
    expect(edits.failed).toEqual([]);
    expect(edits.notes.length).toBe(1);
    expect(after).toEqual({
      ...shared,
      [A]: swap(book, "{ markdown: { $file: ../texts/one.md } }", "{ markdown: Two }"),
    });
  });
});

describe("variables", () => {
  const text =
    'workbooks:\n  a:\n    name: "Revenue in ${var.currency}" # money\n    meta: { currency: "${var.currency}" }\n';
  it("stay where the words around them change", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          e.name = "Net revenue in EUR";
        },
      },
    );
    expect(edits).toMatchObject({ failed: [], notes: [] });
    expect(after[A]).toBe(swap(text, "Revenue in", "Net revenue in"));
  });
  it("give way where they themselves change, which is told", async () => {
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          e.name = "Revenue in GBP";
        },
      },
    );
    expect(after[A]).toBe(swap(text, "Revenue in ${var.currency}", "Revenue in GBP"));
    expect(edits.notes).toMatchObject([{ key: "a", file: A, line: 3 }]);
  });
});

describe("reports and other files", () => {
  const reports = `reports:
  revenue:
    publicId: { local: AAAAAAAAAAAA, production: BBBBBBBBBBBB }
    name: Revenue
    query:
      measures: [orders.revenue]
      timeDimensions: [{ dimension: orders.created_at, granularity: month }]
    meta: { kind: vega }
`;
  it("a report's name, query, meta and public id", async () => {
    const { after, edits } = await edit(
      { [A]: reports },
      {
        "report/revenue": (e: E) => {
          e.name = "Net";
          e.query.measures.push("orders.count");
          e.query.timeDimensions[0].granularity = "week";
          e.meta.mark = "bar";
          e.publicId = "CCCCCCCCCCCC";
        },
      },
      "production",
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(
      reports
        .replace("BBBBBBBBBBBB", "CCCCCCCCCCCC")
        .replace("name: Revenue", "name: Net")
        .replace("[orders.revenue]", "[orders.revenue, orders.count]")
        .replace("month", "week")
        .replace("kind: vega", "kind: vega, mark: bar"),
    );
  });
  it("an edit that would bring a new error into the files is refused", async () => {
    const two = `${reports}  other: { publicId: DDDDDDDDDDDD, name: Other, query: {} }\n`;
    const { after, edits } = await edit(
      { [A]: two },
      {
        "report/revenue": (e: E) => {
          e.publicId = "DDDDDDDDDDDD";
        },
      },
    );
    expect(edits.failed).toMatchObject([{ kind: "report", key: "revenue" }]);
    expect(edits.failed[0]!.reason).toContain("The report `revenue` already has the publicId");
    expect(after[A]).toBe(two);
  });
  it("JSON stays JSON", async () => {
    const json = `{
  "workbooks": {
    "a": {
      "name": "Old",
      "dashboard": {
        "kind": "CLASSIC",
        "layout": { "cols": { "lg": 12 } },
        "widgets": [
          { "id": "one", "type": "TEXT", "position": [0, 0, 6, 4], "config": { "markdown": "x" } }
        ]
      }
    }
  }
}
`;
    const { after, edits } = await edit(
      { "dashboards/a.json": json },
      {
        a: (e: E) => {
          e.name = 'New "one"\n';
          widget(e, "one").position.x = 2;
          widget(e, "one").config.more = { a: [1] };
          e.dashboard.widgets.push({
            id: "two",
            type: "TEXT",
            position: { x: 0, y: 4, w: 6, h: 4 },
            config: { markdown: "y" },
          });
          e.publish = true;
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(() => JSON.parse(after["dashboards/a.json"]!)).not.toThrow();
    expect(after["dashboards/a.json"]).toBe(String.raw`{
  "workbooks": {
    "a": {
      "name": "New \"one\"\n",
      "publish": true,
      "dashboard": {
        "kind": "CLASSIC",
        "layout": { "cols": { "lg": 12 } },
        "widgets": [
          { "id": "one", "type": "TEXT", "position": [2, 0, 6, 4], "config": { "markdown": "x", "more": { "a": [1] } } },
          {
            "id": "two",
            "type": "TEXT",
            "position": [0, 4, 6, 4],
            "config": {
              "markdown": "y"
            }
          }
        ]
      }
    }
  }
}
`);
  });
  it("CRLF and a byte order mark stay", async () => {
    const text =
      "\uFEFFworkbooks:\n  a:\n    name: Old # x\n    meta:\n      k: |\n        one\n        two\n".replaceAll(
        "\n",
        "\r\n",
      );
    const { after, edits } = await edit(
      { [A]: text },
      {
        a: (e: E) => {
          e.name = "New";
          e.meta.more = { a: 1 };
          e.meta.k = "one\n2\n";
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(`${text.replace("Old", "New").replace("two", "2")}      more:\r\n        a: 1\r\n`);
  });
  it("one of several documents", async () => {
    const text =
      "workbooks:\n  a:\n    name: A\n---\n# second\nworkbooks:\n  b:\n    name: B\n...\n---\nreports: {}\n";
    const { after, edits } = await edit(
      { [A]: text },
      {
        b: (e: E) => {
          e.name = "C";
        },
      },
    );
    expect(edits.failed).toEqual([]);
    expect(after[A]).toBe(swap(text, "name: B", "name: C"));
  });
  it("what no file can say fails with a reason, and the others are edited", async () => {
    const { edits } = await edit(
      { [A]: "workbooks:\n  a:\n    name: A\n    meta: { k: 1 }\n  b:\n    name: B\n" },
      {
        a: (e: E) => {
          e.meta.k = { $file: "./none" };
        },
        b: (e: E) => {
          e.name = "C";
        },
      },
    );
    expect(edits.failed).toMatchObject([{ kind: "workbook", key: "a" }]);
    expect([...edits.files.values()]).toEqual([
      "workbooks:\n  a:\n    name: A\n    meta: { k: 1 }\n  b:\n    name: C\n",
    ]);
  });
});
