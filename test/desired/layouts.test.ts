import { describe, expect, it } from "vitest";
import { isObject, type Path } from "../../src/model/index.ts";
import { brief, dashboardOf, load, textAt } from "./temp-project.ts";

type Widget = { id: string; position?: object; responsiveLayouts?: object; [key: string]: unknown };

const board = (widgets: string[], more = "") =>
  [
    "workbooks:",
    "  w:",
    "    name: N",
    "    dashboard:",
    "      widgets:",
    ...widgets.map((w) => `        - ${w}`),
    more,
  ].join("\n");

function widgetsOf(loaded: Awaited<ReturnType<typeof load>>, slug = "w"): Widget[] {
  return dashboardOf(loaded, slug).widgets as Widget[];
}

describe("positions", () => {
  it("may be written short or long, on the widget or under layouts, in any file", async () => {
    const loaded = await load({
      "dashboards/a-layouts.yaml":
        "# apart\nlayouts:\n  W:\n    default: { b: [6, 0, 6, 4] }\n    sm: { a: [0, 0, 2, 2], b: { x: 0, y: 2, w: 2, h: 2 } }\n",
      "dashboards/w.yaml": board([
        "{ id: a, type: TEXT, position: [0, 0, 6, 4] }",
        "{ id: b, type: TEXT, responsiveLayouts: { md: [1, 1, 1, 1] } }",
        "{ id: c, type: TEXT, position: { x: 0, y: 4, w: 1, h: 1 } }",
      ]),
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(widgetsOf(loaded)).toEqual([
      {
        id: "a",
        type: "TEXT",
        position: { x: 0, y: 0, w: 6, h: 4 },
        responsiveLayouts: { sm: { x: 0, y: 0, w: 2, h: 2 } },
      },
      {
        id: "b",
        type: "TEXT",
        position: { x: 6, y: 0, w: 6, h: 4 },
        responsiveLayouts: { md: { x: 1, y: 1, w: 1, h: 1 }, sm: { x: 0, y: 2, w: 2, h: 2 } },
      },
      { id: "c", type: "TEXT", position: { x: 0, y: 4, w: 1, h: 1 } },
    ]);
    const place = (...path: Path) => {
      const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", ...path]);
      return `${span.file.slice(11)} ${textAt(loaded, span)}`;
    };
    expect(place(0, "position", "w")).toBe("w.yaml 6");
    expect(place(0, "responsiveLayouts", "sm")).toBe("a-layouts.yaml [0, 0, 2, 2]");
    expect(place(1, "position")).toBe("a-layouts.yaml [6, 0, 6, 4]");
    expect(place(1, "position", "x")).toBe("a-layouts.yaml 6");
    expect(place(1, "responsiveLayouts", "sm", "y")).toBe("a-layouts.yaml 2");
    expect(place(1, "responsiveLayouts", "md")).toBe("w.yaml [1, 1, 1, 1]");
    expect(place(2, "position")).toBe("w.yaml { x: 0, y: 4, w: 1, h: 1 }");
  });

  it("come from one place: twice is an error that names both", async () => {
    const loaded = await load({
      "dashboards/l.yaml":
        "layouts:\n  w:\n    default: { a: [0, 0, 1, 1], b: [1, 0, 1, 1] }\n    sm: { a: [0, 0, 1, 1] }\n---\nlayouts:\n  w: { default: { b: [2, 0, 1, 1] } }\n",
      "dashboards/w.yaml": board([
        "{ id: a, type: TEXT, position: [0, 0, 6, 4], responsiveLayouts: { sm: [0, 0, 1, 1] } }",
        "{ id: b, type: TEXT }",
      ]),
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/l.yaml:7:22 position-conflict",
      "dashboards/w.yaml:6:42 position-conflict",
      "dashboards/w.yaml:6:81 position-conflict",
    ]);
    expect(loaded.diagnostics[1]).toMatchObject({ slug: "w" });
    expect(loaded.diagnostics[1]?.message).toContain("dashboards/l.yaml:3:19");
    expect(loaded.diagnostics[0]?.message).toContain("dashboards/l.yaml:3:36");
  });

  it("are needed", async () => {
    const loaded = await load({ "dashboards/w.yaml": board(["{ id: a, type: TEXT }"]) });
    expect(brief(loaded.diagnostics)).toEqual(["dashboards/w.yaml:6:17 position-missing"]);
  });

  it("for slugs and widgets that are not there are errors with a suggestion", async () => {
    const loaded = await load({
      "dashboards/l.yaml":
        "layouts:\n  revenu: { default: { a: [0, 0, 1, 1] } }\n  revenue: { default: { chrun: [0, 0, 1, 1] } }\n",
      "dashboards/w.yaml": board(["{ id: churn, type: TEXT, position: [0, 0, 1, 1] }"]).replace(
        "  w:",
        "  revenue:",
      ),
    });
    expect(brief(loaded.diagnostics)).toEqual([
      "dashboards/l.yaml:2:3 unknown-layout",
      "dashboards/l.yaml:3:25 unknown-layout",
    ]);
    expect(loaded.diagnostics.map(({ message }) => message)).toEqual([
      "There is no workbook `revenu`. Did you mean `revenue`?",
      "`revenue` has no widget `chrun`. Did you mean `churn`?",
    ]);
  });

  it.each([
    ["in JSON", "l.json", '{ "layouts": { "w": { "default": { "a": [0, 0, 1, 1] } } } }'],
    ["in a flow map", "l.yaml", "{ layouts: { w: { default: { a: [0, 0, 1, 1] } } } }"],
    ["with a quoted key", "l.yaml", '"layouts":\n  w: { default: { a: [0, 0, 1, 1] } }\n'],
    [
      "with CRLF",
      "l.yaml",
      "reports:\r\n\r\nlayouts:\r\n  # here\r\n\r\n  w:\r\n    default:\r\n      a: [0, 0, 1, 1]\r\nworkbooks:\r\n",
    ],
    [
      "with comments at the margin",
      "l.yaml",
      "layouts:\n# here\n  w:\n# and here\n    default: { a: [0, 0, 1, 1] }\n",
    ],
    [
      "by an alias",
      "l.yaml",
      "reports:\n  r: { name: R, meta: &p { a: [0, 0, 1, 1] } }\nlayouts:\n  w:\n    default: *p\n",
    ],
    ["included", "l.yaml", "layouts:\n  $include: ../positions.yaml\n"],
    ["in an included document", "l.yaml", "$include: ../all.yaml\n"],
    [
      "beside an indented word",
      "l.yaml",
      "layouts:\n  w:\n    default: { a: [0, 0, 1, 1] }\nreports:\n  layouts: { name: R }\n",
    ],
  ])("are found %s", async (_, name, text) => {
    const loaded = await load({
      [`dashboards/${name}`]: text,
      "dashboards/w.yaml": board(["{ id: a, type: TEXT }"]),
      "positions.yaml": "w: { default: { a: [0, 0, 1, 1] } }\n",
      "all.yaml": "layouts:\n  w: { default: { a: [0, 0, 1, 1] } }\n",
    });
    expect(loaded.diagnostics).toEqual([]);
    expect(widgetsOf(loaded)[0]?.position).toEqual({ x: 0, y: 0, w: 1, h: 1 });
    const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "position", "w"]);
    expect(textAt(loaded, span)).toBe("1");
  });

  it("are never taken from the middle of a text", async () => {
    const text = 'reports:\n  r:\n    name: "a\nlayouts:\n  w: { default: { a: [0, 0, 1, 1] } }"\n';
    const loaded = await load({
      "dashboards/l.yaml": text,
      "dashboards/w.yaml": board(["{ id: a, type: TEXT, position: [0, 0, 1, 1] }"]),
    });
    expect(loaded.diagnostics.some(({ rule }) => rule === "yaml-syntax")).toBe(true);
  });
});

describe("overrides", () => {
  const files = {
    "dashboards/w.yaml": board(
      [
        "{ id: a, type: TEXT, position: [0, 0, 6, 4], config: { markdown: hi, size: 1 } }",
        "{ id: b, type: CHART }",
        "{ id: c, type: TEXT, position: [0, 8, 1, 1] }",
      ],
      [
        "    meta: { team: finance, old: 1 }",
        "    overrides:",
        "      production:",
        "        name: P",
        "        meta: { old: null, new: 2 }",
        "        dashboard:",
        "          title: Live",
        "          widgets:",
        "            a: null",
        "            b: { position: { x: 3 }, config: { reportId: 7 } }",
        "            d: { type: TEXT, position: [9, 9, 1, 1] }",
        "            e: { type: TEXT }",
        "      local:",
        "        dashboard: { widgets: [{ id: z, type: TEXT, position: [1, 2, 3, 4] }] }",
        "layouts:",
        "  w: { default: { b: [6, 0, 6, 4], e: [5, 5, 1, 1] } }",
        "",
      ].join("\n"),
    ),
  };

  it("of the chosen target are merged, widgets by id", async () => {
    const loaded = await load(files, { target: "production" });
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.dependsOnTarget).toBe(true);
    const { entry, locate } = loaded.bySlug.get("w")!;
    expect(entry).toMatchObject({ name: "P", meta: { team: "finance", new: 2 } });
    expect(entry.meta).not.toHaveProperty("old");
    expect(entry).not.toHaveProperty("overrides");
    expect(widgetsOf(loaded)).toEqual([
      { id: "b", type: "CHART", position: { x: 3, y: 0, w: 6, h: 4 }, config: { reportId: 7 } },
      { id: "c", type: "TEXT", position: { x: 0, y: 8, w: 1, h: 1 } },
      { id: "d", type: "TEXT", position: { x: 9, y: 9, w: 1, h: 1 } },
      { id: "e", type: "TEXT", position: { x: 5, y: 5, w: 1, h: 1 } },
    ]);
    const line = (...path: Path) => locate(path).line;
    expect(line("name")).toBe(12);
    expect(line("meta", "team")).toBe(9);
    expect(line("meta", "new")).toBe(13);
    expect(line("dashboard", "title")).toBe(15);
    expect(line("dashboard", "widgets", 0)).toBe(18);
    expect(line("dashboard", "widgets", 0, "type")).toBe(7);
    expect(line("dashboard", "widgets", 0, "position", "x")).toBe(18);
    expect(line("dashboard", "widgets", 1, "type")).toBe(8);
    expect(line("dashboard", "widgets", 2, "position")).toBe(19);
    expect(line("dashboard", "widgets", 3, "position", "x")).toBe(24);
  });

  it("hide what they replace", async () => {
    const overrides = "    meta: { a: { b: 1 } }\n    overrides: { local: { meta: { a: flat } } }\n";
    const loaded = await load({ "dashboards/w.yaml": board([], overrides) }, { target: "local" });
    const { entry, locate } = loaded.bySlug.get("w")!;
    expect(entry.meta).toEqual({ a: "flat" });
    expect(textAt(loaded, locate(["meta", "a", "b"]))).toBe("flat");
  });

  it.each([
    ["widgets: null, title: Live", { title: "Live" }],
    ["widgets: {}", undefined],
    ["", null],
  ])("may take the widgets away: %s", async (patch, wanted) => {
    const overrides = `    overrides: { local: { dashboard: ${patch === "" ? "null" : `{ ${patch} }`} } }\n`;
    const text = board(["{ id: a, type: TEXT, position: [0, 0, 1, 1] }"], overrides);
    const loaded = await load({ "dashboards/w.yaml": text }, { target: "local" });
    expect(loaded.diagnostics).toEqual([]);
    const { dashboard = null } = loaded.bySlug.get("w")!.entry;
    if (wanted === undefined) expect(widgetsOf(loaded)).toHaveLength(1);
    else expect(dashboard).toEqual(wanted);
    // Not null but gone: a request says null only of what is live.
    expect(isObject(dashboard) && dashboard.widgets === null).toBe(false);
  });

  it("may replace the whole list", async () => {
    const loaded = await load(files, { target: "local" });
    expect(widgetsOf(loaded)).toEqual([{ id: "z", type: "TEXT", position: { x: 1, y: 2, w: 3, h: 4 } }]);
    expect(loaded.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "id"]).line).toBe(22);
  });

  it("are left out without a target", async () => {
    const loaded = await load(files);
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.bySlug.get("w")!.entry).toMatchObject({ name: "N", meta: { team: "finance", old: 1 } });
    expect(loaded.bySlug.get("w")!.entry).not.toHaveProperty("overrides");
    expect(loaded.dependsOnTarget).toBe(true);
  });

  it.each([undefined, "local", "production"])(
    "are checked for every target, with %s chosen",
    async (target) => {
      const overrides = [
        "    overrides:",
        "      prodution: { name: X }",
        "      production:",
        "        nmae: X",
        "        dashboard: { widgets: { note: null, aa: { config: {} } } }",
        "",
      ].join("\n");
      const loaded = await load(
        { "dashboards/w.yaml": board(["{ id: a, type: TEXT, position: [0, 0, 1, 1] }"], overrides) },
        target ? { target } : {},
      );
      expect(brief(loaded.diagnostics)).toEqual([
        "dashboards/w.yaml:8:7 unknown-target",
        "dashboards/w.yaml:10:9 unknown-field",
        "dashboards/w.yaml:11:33 unknown-widget",
        "dashboards/w.yaml:11:45 unknown-widget",
      ]);
      expect(loaded.diagnostics[0]?.message).toBe(
        "The project has no target `prodution`. Did you mean `production`?",
      );
      expect(loaded.diagnostics[3]?.message).toBe("This workbook has no widget `aa`. Did you mean `a`?");
    },
  );
});
