// Templates: workbooks, reports and layouts that are declared once for each row of their `each`.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { brief, dashboardOf, load, textAt } from "./temp-project.ts";

const TEMPLATE = `workbooks:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    name: Sales \${row.title}
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: "\${row.cols}" } }
      widgets:
        - id: revenue
          type: CHART
          config: { reportId: { $report: "revenue-\${row.key}" }, title: "\${row.title}", note: "$\${row.title}" }
reports:
  revenue-\${row.key}:
    each: { $include: ../regions.yaml }
    query: { measures: [orders.revenue], limit: "\${row.cols}" }
layouts:
  sales-\${row.key}:
    each: { $include: ../regions.yaml }
    default: { revenue: [0, 0, 6, 4] }
`;
const ROWS = `- { key: north, title: North, cols: 12 }
- { key: south, title: South, cols: 6, override: { name: South!, dashboard: { widgets: { revenue: { config: { extra: 1 } } } } } }
`;
const local = { target: "local" };
const files = (more: Record<string, string> = {}) => ({
  "dashboards/a.yaml": TEMPLATE,
  "regions.yaml": ROWS,
  ...more,
});
const one = (each: string, key = "w-${row.key}", name = "N ${row.title}") => ({
  "dashboards/a.yaml": `workbooks:\n  ${key}:\n    each: ${each}\n    name: "${name}"\n`,
});

describe("a template", () => {
  it("is a workbook, a report and a layout for each row, with the types of the values", async () => {
    const loaded = await load(files(), local);
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ slug, template }) => [slug, template])).toEqual([
      ["sales-north", "sales-${row.key}"],
      ["sales-south", "sales-${row.key}"],
    ]);
    expect(loaded.reports.map(({ key, entry }) => [key, entry.query])).toEqual([
      ["revenue-north", { measures: ["orders.revenue"], limit: 12 }],
      ["revenue-south", { measures: ["orders.revenue"], limit: 6 }],
    ]);
    expect(loaded.bySlug.get("sales-north")!.entry).toEqual({
      name: "Sales North",
      dashboard: {
        kind: "CLASSIC",
        layout: { cols: { lg: 12 } },
        widgets: [
          {
            id: "revenue",
            type: "CHART",
            position: { x: 0, y: 0, w: 6, h: 4 },
            config: { reportId: { $report: "revenue-north" }, title: "North", note: "${row.title}" },
          },
        ],
      },
    });
  });

  it("takes the override of a row for that row alone", async () => {
    const loaded = await load(files(), local);
    expect(loaded.bySlug.get("sales-south")!.entry.name).toBe("South!");
    expect(dashboardOf(loaded, "sales-south").widgets).toMatchObject([
      { config: { title: "South", extra: 1 } },
    ]);
  });

  it("has its values where the rows have them", async () => {
    const loaded = await load(files(), local);
    const place = (...path: (string | number)[]) => {
      const span = loaded.bySlug.get("sales-north")!.locate(path);
      return [span.file, span.line, textAt(loaded, span)];
    };
    expect(place("dashboard", "widgets", 0, "config", "title")).toEqual(["regions.yaml", 1, "North"]);
    expect(place("name")).toEqual(["dashboards/a.yaml", 4, "Sales ${row.title}"]);
  });

  it("hands values on to an included file", async () => {
    const text =
      'workbooks:\n  w-${row.key}:\n    each: [{ key: a }, { key: b }]\n    meta: { $include: ../m.yaml, with: { x: "${row.key}" } }\n';
    const loaded = await load({ "dashboards/a.yaml": text, "m.yaml": 'x: "${param.x}"\n' }, local);
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ entry }) => entry.meta)).toEqual([{ x: "a" }, { x: "b" }]);
  });

  it.each([
    ["a key twice", one("[{ key: a, title: x }, { key: a, title: y }]"), "duplicate-key", "3:12"],
    ["a row without a key", one("[{ title: x }]"), "3:12 missing-field", "Row 1"],
    [
      "no rows at all",
      { "dashboards/a.yaml": "workbooks:\n  w-${row.key}:\n    name: x\n" },
      "2:3 missing-field",
      "each",
    ],
    ["no rows", one("[]"), "3:11 missing-field", "has no rows"],
    ["rows that are no list", one("{ a: 1 }"), "3:11 wrong-type", "list"],
    ["each without ${row.…} in the key", one("[{ key: a, title: x }]", "w"), "3:5 unknown-field", "`w`"],
    [
      "a slug that two rows give",
      one("[{ key: a, title: x }, { key: A, title: y }]"),
      "2:3 duplicate-slug",
      "a.yaml:3:12",
    ],
    [
      "a value that rows lack",
      one("[{ key: a }, { key: b }]"),
      "4:14 missing-parameter",
      "row `a` at dashboards/a.yaml:3:12 and 1 other row",
    ],
    [
      "an override that hits nothing",
      one("[{ key: a, title: x, override: { dashboard: { widgets: { y: { style: {} } } } } }]"),
      "unknown-widget",
      "row `a`",
    ],
    [
      "too many rows",
      one(`[${Array.from({ length: 5001 }, (_, at) => `{ key: k${at} }`).join(", ")}]`),
      "3:11 wrong-type",
      "5001",
    ],
    [
      "a value of a wrong type, once",
      one("[{ key: a, title: [1] }, { key: b, title: [2] }]", "w-${row.key}", "${row.title}"),
      "wrong-type",
      "row `a`",
    ],
  ])("is refused with %s", async (_, project, finding, said) => {
    const { diagnostics } = await load(project, local);
    expect(brief(diagnostics).filter((line) => line.endsWith(finding))).toHaveLength(
      finding.includes(":") ? 1 : diagnostics.length,
    );
    expect(diagnostics[0]?.message).toContain(said);
  });

  it("clashes with a plain workbook", async () => {
    const { diagnostics } = await load(
      files({ "dashboards/b.yaml": "workbooks:\n  sales-north: { name: N }\n" }),
      local,
    );
    expect(brief(diagnostics)).toEqual(["dashboards/b.yaml:2:3 duplicate-slug"]);
    expect(diagnostics[0]?.message).toContain("dashboards/a.yaml:2:3");
  });
});

describe("rows of a table", () => {
  const template = one("{ $include: ../regions.csv }", "w-${row.key}", "${row.title}");
  const names = async (table: string | Buffer) => {
    const loaded = await load({ ...template, "regions.csv": table }, local);
    expect(loaded.diagnostics).toEqual([]);
    return loaded.workbooks.map(({ slug, entry }) => [slug, entry.name]);
  };

  it.each([
    ["commas", 'key,title\na,North\nb,"South, and ""more"""\n'],
    ["semicolons, a byte order mark and CRLF", '\uFEFFkey;title\r\na;North\r\nb;"South, and ""more"""\r\n'],
  ])("are texts, with %s", async (_, table) => {
    expect(await names(table)).toEqual([
      ["w-a", "North"],
      ["w-b", 'South, and "more"'],
    ]);
  });

  it("hold nothing that is special", async () => {
    expect(await names("key,title\n01,${env.RELEASE} $${x}\n")).toEqual([["w-01", "${env.RELEASE} $${x}"]]);
  });

  it.each([
    ["key,title\na,b,c\n", "regions.csv:2:1 include-invalid", "more or fewer"],
    ['key,title\na,"b\n', "regions.csv:2:1 include-invalid", "no end"],
    ["key,key\na,b\n", "regions.csv:1:1 include-invalid", "twice"],
    ["key,title\n", "dashboards/a.yaml:3:11 missing-field", "has no rows"],
    ["", "dashboards/a.yaml:3:11 missing-field", "has no rows"],
    [
      "key,title\na,x\na,y\n",
      "dashboards/a.yaml:3:11 duplicate-key",
      "at regions.csv:3:1; first at regions.csv:2:1",
    ],
    ["key,title\na,x\nb,\n", "dashboards/a.yaml:4:12 missing-parameter", "row `b` at regions.csv:3:1"],
  ])("are refused as %j", async (table, finding, said) => {
    const { diagnostics } = await load({ ...template, "regions.csv": table }, local);
    expect(brief(diagnostics)).toEqual([finding]);
    expect(diagnostics[0]?.message).toContain(said);
  });

  it("are for `each` alone", async () => {
    const text = "workbooks:\n  w:\n    meta: { a: { $include: ../regions.csv } }\n";
    const { diagnostics } = await load({ "dashboards/a.yaml": text, "regions.csv": "key\na\n" }, local);
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:3:28 include-invalid"]);
  });
});

describe("${row.x} anywhere else", () => {
  it("is missing its row", async () => {
    const { diagnostics } = await load(
      { "dashboards/a.yaml": 'workbooks:\n  w:\n    name: "${row.x}"\n' },
      local,
    );
    expect(brief(diagnostics)).toEqual(["dashboards/a.yaml:3:12 missing-parameter"]);
  });
});

describe("keys that JavaScript knows", () => {
  it.each(["__proto__", "__PROTO__"])("a row cannot make the key %s", async (key) => {
    const text = (section: string, body: string) =>
      `${section}:\n  "\${row.key}":\n    each: [{ key: ${key} }, { key: b }]\n    ${body}\n`;
    for (const one of [text("workbooks", "name: N"), text("reports", "query: {}")]) {
      const { diagnostics } = await load({ "dashboards/a.yaml": one }, local);
      expect(brief(diagnostics)).toContain("dashboards/a.yaml:2:3 unsafe-key");
    }
  });

  it("and own values only are values: of rows, parameters, widgets, targets, layouts", async () => {
    const text = `workbooks:
  "\${row.key}":
    each: [{ key: constructor, valueOf: V }]
    name: "\${row.valueOf}"
    dashboard: { widgets: [{ id: constructor, $include: ../part.yaml, with: { toString: 5 } }] }
    overrides: { local: { dashboard: { widgets: { constructor: { config: { hasOwnProperty: 1 } } } } } }
layouts: { constructor: { default: { constructor: [0, 0, 1, 1] } } }
`;
    const part = "params: { constructor: { type: integer, default: 4 }, toString: integer }\ntype: TEXT\n";
    const config = 'config: { markdown: "${param.toString} ${param.constructor}" }\n';
    const loaded = await load({ "dashboards/a.yaml": text, "part.yaml": part + config }, local);
    expect(brief(loaded.diagnostics)).toEqual([]);
    expect(loaded.bySlug.get("constructor")!.entry.name).toBe("V");
    expect(dashboardOf(loaded, "constructor").widgets).toMatchObject([
      { id: "constructor", position: { w: 1 }, config: { markdown: "5 4", hasOwnProperty: 1 } },
    ]);
    const lost = text.replace("valueOf: V", "v: V").replace("toString: 5", "x: 5");
    const { diagnostics } = await load({ "dashboards/a.yaml": lost, "part.yaml": part + config }, local);
    expect(diagnostics.map(({ rule }) => rule).sort()).toContain("missing-parameter");
  });
});

describe("an override of a row", () => {
  const layouts = `layouts:
  w-\${row.key}:
    each: { $include: ../regions.yaml }
    default: { a: [0, 0, 6, 4], b: [6, 0, 6, 4] }
    sm: { a: [0, 0, 6, 4] }
`;
  const placed = (rows: string, more = "") => ({
    "dashboards/a.yaml": `workbooks:
  w-\${row.key}:
    each: { $include: ../regions.yaml }
    name: Of all
${more}    dashboard:
      widgets:
        - { id: a, type: TEXT, config: { markdown: A, style: { color: red, size: 1 } } }
        - { id: b, type: TEXT, config: { markdown: B } }
${layouts}`,
    "regions.yaml": rows,
  });
  const widgetsOf = (loaded: Awaited<ReturnType<typeof load>>, slug: string) =>
    (dashboardOf(loaded, slug).widgets as JsonObject[]).map(({ config: _, type: _type, ...one }) => one);

  it.each(["w-${row.key}: ", ""])(
    "moves and removes widgets that layouts place, as that of a target does (%s)",
    async (named) => {
      const patch = "{ dashboard: { widgets: { a: { position: { x: 3 } }, b: null } } }";
      const override = named === "" ? patch : `{ "w-\${row.key}": ${patch} }`;
      const byRow = await load(placed(`- { key: n, override: ${override} }\n- { key: s }\n`), local);
      const byTarget = await load(
        placed("- { key: n }\n- { key: s }\n", `    overrides: { local: ${patch} }\n`),
        local,
      );
      expect(byRow.diagnostics).toEqual([]);
      expect(byTarget.diagnostics).toEqual([]);
      const moved = [
        {
          id: "a",
          position: { x: 3, y: 0, w: 6, h: 4 },
          responsiveLayouts: { sm: { x: 0, y: 0, w: 6, h: 4 } },
        },
      ];
      expect(widgetsOf(byRow, "w-n")).toEqual(moved);
      expect(widgetsOf(byTarget, "w-n")).toEqual(moved);
      expect(widgetsOf(byRow, "w-s")).toHaveLength(2);
      const x = byRow.bySlug.get("w-n")!.locate(["dashboard", "widgets", 0, "position", "x"]);
      expect([x.file, textAt(byRow, x)]).toEqual(["regions.yaml", "3"]);
      const y = byRow.bySlug.get("w-n")!.locate(["dashboard", "widgets", 0, "responsiveLayouts", "sm"]);
      expect(y.file).toBe("dashboards/a.yaml");
    },
  );

  it("is merged over the template, and under the overrides of the target, part by part", async () => {
    const rows =
      '- { key: n, override: { name: Of the row, publish: true, "w-${row.key}": { name: Of this template, meta: { a: 1, b: 1 } } } }\n- { key: s }\n';
    const loaded = await load(placed(rows, "    overrides: { local: { meta: { b: 2 } } }\n"), local);
    expect(loaded.diagnostics).toEqual([]);
    const { dashboard: _, ...entry } = loaded.bySlug.get("w-n")!.entry;
    expect(entry).toEqual({ name: "Of this template", publish: true, meta: { a: 1, b: 2 } });
    const { dashboard: _other, ...other } = loaded.bySlug.get("w-s")!.entry;
    expect(other).toEqual({ name: "Of all", meta: { b: 2 } });
  });

  it("is for the one of several templates that it names", async () => {
    const template = (key: string) =>
      `workbooks:\n  ${key}-\${row.key}:\n    each: { $include: ../regions.yaml }\n    name: ${key}\n`;
    const loaded = await load(
      {
        "dashboards/a.yaml": template("a"),
        "dashboards/b.yaml": template("b"),
        "regions.yaml": '- { key: n, override: { "b-${row.key}": { name: Mine } } }\n',
      },
      local,
    );
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.workbooks.map(({ slug, entry }) => [slug, entry.name])).toEqual([
      ["a-n", "a"],
      ["b-n", "Mine"],
    ]);
    const { line, file } = loaded.bySlug.get("b-n")!.locate(["name"]);
    expect(`${file}:${line}`).toBe("regions.yaml:1");
  });

  it("has what its report was, and what else is of that report alone, under `reports`", async () => {
    const rows =
      '- { key: north, title: North, cols: 12, override: { reports: { "revenue-${row.key}": { was: revenue-nord, query: { limit: 7 } } } } }\n';
    const loaded = await load(files({ "regions.yaml": rows }), local);
    expect(loaded.diagnostics).toEqual([]);
    expect(loaded.bySlug.get("sales-north")!.entry.name).toBe("Sales North");
    const [report] = loaded.reports;
    expect(report!.entry).toEqual({ was: "revenue-nord", query: { measures: ["orders.revenue"], limit: 7 } });
    expect(report!.locate(["was"]).file).toBe("regions.yaml");
    expect(report!.locate(["query", "measures"]).file).toBe("dashboards/a.yaml");
    const wrong = await load(files({ "regions.yaml": rows.replace("limit: 7", "limit: many") }), local);
    expect(brief(wrong.diagnostics)).toEqual(["regions.yaml:1:123 invalid-query"]);
  });

  it("that names a template that no file has is a finding with the nearest one", async () => {
    const rows =
      '- { key: n, override: { "v-${row.key}": { name: A }, reports: { "revenue-${row.key}": { name: B }, "w-${row.key}": {} } } }\n';
    const loaded = await load(placed(rows), local);
    expect(loaded.diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
      ["unknown-field", "No template of workbooks is called `v-${row.key}`. Did you mean `w-${row.key}`?"],
      ["unknown-field", "No template of reports is called `revenue-${row.key}`."],
      ["unknown-field", "No template of reports is called `w-${row.key}`."],
    ]);
  });
});
