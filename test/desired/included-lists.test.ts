// A list of widgets that is included, with changes by id next to `$include`; and what `x-` keys are for.
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { brief, dashboardOf, load, textAt } from "./temp-project.ts";

const LIST = `- { id: period, type: FILTER, position: [0, 0, 4, 2], config: { title: Period, members: [a, b] } }
- { id: note, type: TEXT, position: [4, 0, 8, 2], config: { markdown: Note } }
- id: \${var.currency}
  type: CHART
  position: { x: 0, y: 2, w: 12, h: 6 }
  config: { title: Chart, meta: { a: 1, b: 2 } }
`;
const board = (widgets: string, slug = "w") =>
  `workbooks:\n  ${slug}:\n    name: N\n    dashboard:\n      kind: CLASSIC\n      widgets:\n${widgets}`;
const CHANGES = `        $include: ../shared/list.yaml
        period: { position: { w: 6 }, config: { members: [c] } }
        note: null
        EUR: { config: { meta: { a: null, c: 3 } } }
        extra: { type: TEXT, position: [0, 8, 12, 1] }
`;
const files = (widgets: string, more: Record<string, string> = {}) => ({
  "dashboards/a.yaml": board(widgets),
  "dashboards/b.yaml": board("        $include: ../shared/list.yaml\n", "other"),
  "shared/list.yaml": LIST,
  ...more,
});
const local = { target: "local" };

describe("keys next to the $include of a list of widgets", () => {
  it("change it by id, as in overrides: maps merge, null removes, a new id with a type is added", async () => {
    const loaded = await load(files(CHANGES), local);
    expect(loaded.diagnostics).toEqual([]);
    expect(dashboardOf(loaded, "w").widgets).toEqual([
      {
        id: "period",
        type: "FILTER",
        position: { x: 0, y: 0, w: 6, h: 2 },
        config: { title: "Period", members: ["c"] },
      },
      {
        id: "EUR",
        type: "CHART",
        position: { x: 0, y: 2, w: 12, h: 6 },
        config: { title: "Chart", meta: { b: 2, c: 3 } },
      },
      { id: "extra", type: "TEXT", position: { x: 0, y: 8, w: 12, h: 1 } },
    ]);
    expect((dashboardOf(loaded, "other").widgets as Json[]).length).toBe(3);
    expect((dashboardOf(loaded, "other").widgets as JsonObject[])[0]?.position).toEqual({
      x: 0,
      y: 0,
      w: 4,
      h: 2,
    });
  });

  it("are found where they are written, and the rest in the list", async () => {
    const loaded = await load(files(CHANGES), local);
    const place = (...path: (string | number)[]) => {
      const span = loaded.bySlug.get("w")!.locate(["dashboard", "widgets", ...path]);
      return `${span.file}: ${textAt(loaded, span)}`;
    };
    expect(place(0, "position", "w")).toBe("dashboards/a.yaml: 6");
    expect(place(0, "position", "h")).toBe("shared/list.yaml: 2");
    expect(place(0, "config", "members", 0)).toBe("dashboards/a.yaml: c");
    expect(place(1, "config", "meta", "c")).toBe("dashboards/a.yaml: 3");
    expect(place(1, "config", "meta", "b")).toBe("shared/list.yaml: 2");
    expect(place(1, "id")).toBe("shared/list.yaml: ${var.currency}");
    expect(place(2, "type")).toBe("dashboards/a.yaml: TEXT");
  });

  it("go through several includes, changed or not", async () => {
    const more = {
      "shared/two.yaml": "$include: ./list.yaml\nnote: { config: { markdown: Two } }\nperiod: null\n",
      "shared/three.yaml": "$include: ./two.yaml\n",
    };
    const own = "        $include: ../shared/three.yaml\n        EUR: { config: { title: Own } }\n";
    const loaded = await load(files(own, more), local);
    expect(loaded.diagnostics).toEqual([]);
    const widgets = dashboardOf(loaded, "w").widgets as { id: string; config: JsonObject }[];
    expect(widgets.map(({ id, config }) => [id, config.markdown ?? config.title])).toEqual([
      ["note", "Two"],
      ["EUR", "Own"],
    ]);
    const at = (index: number, key: string) =>
      loaded.bySlug.get("w")!.locate(["dashboard", "widgets", index, "config", key]);
    expect([at(0, "markdown"), at(1, "title"), at(1, "meta")].map(({ file }) => file)).toEqual([
      "shared/two.yaml",
      "dashboards/a.yaml",
      "shared/list.yaml",
    ]);
    const pure = "        $include: ../shared/three.yaml\n";
    const through = await load(files(pure, more), local);
    expect(through.bySlug.get("w")!.locate(["dashboard", "widgets", 0, "config", "markdown"]).file).toBe(
      "shared/two.yaml",
    );
  });

  it("that name no widget are an error, with a suggestion", async () => {
    const own = "        $include: ../shared/list.yaml\n        perod: { config: {} }\n        gone: null\n";
    const { diagnostics } = await load(files(own), local);
    expect(brief(diagnostics)).toEqual([
      "dashboards/a.yaml:8:9 unknown-widget",
      "dashboards/a.yaml:9:9 unknown-widget",
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The included list has no widget `perod`. Did you mean `period`?",
      "The included list has no widget `gone`.",
    ]);
  });

  it("are refused where the list has no ids, and where it is a text", async () => {
    const own = "        $include: ../shared/other.yaml\n        note: null\n";
    for (const other of ["- 1\n- 2\n", "- { type: TEXT }\n", "text\n"]) {
      const { diagnostics } = await load(files(own, { "shared/other.yaml": other }), local);
      expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:7:19 include-invalid"]);
      expect(diagnostics[0]?.message).toContain("is neither a map nor a list of widgets");
    }
  });
});

describe("keys that begin with x-", () => {
  it("hold anchors for the aliases of the file, and are nothing else", async () => {
    const text = `x-anchors:
  theme: &theme { primaryColor: "\${var.currency}", unknown: "\${var.nope}" }
  broken: { $include: ./nowhere.yaml }
x-small: &small [0, 0, 6, 4]
workbooks:
  w:
    name: N
    dashboard:
      kind: CLASSIC
      theme: { primaryColor: red }
      widgets:
        - { id: a, type: TEXT, position: *small, config: { like: *theme } }
`;
    const loaded = await load({ "dashboards/a.yaml": text.replace(', unknown: "${var.nope}"', "") }, local);
    expect(loaded.diagnostics).toEqual([]);
    expect((dashboardOf(loaded, "w").widgets as Json[])[0]).toMatchObject({
      position: { x: 0, y: 0, w: 6, h: 4 },
      config: { like: { primaryColor: "EUR" } },
    });
    const used = await load({ "dashboards/a.yaml": text }, local);
    expect(brief(used.diagnostics)).toEqual(["dashboards/a.yaml:2:62 unknown-variable"]);
  });

  it("may be all that a file has, in YAML and JSON, and count only at its top level", async () => {
    const { diagnostics } = await load({
      "dashboards/a.yaml": "x-a: 1\nx-b: [2]\n",
      "dashboards/b.json": '{ "x-a": { "$file": "./nowhere" } }',
      "dashboards/c.yaml": "workbooks:\n  w: { name: N, x-a: 1 }\ny-a: 1\n",
    });
    expect(brief(diagnostics)).toEqual([
      "dashboards/c.yaml:2:17 unknown-field",
      "dashboards/c.yaml:3:1 unknown-field",
    ]);
  });
});
