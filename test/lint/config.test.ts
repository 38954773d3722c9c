// What lint finds in the configs of widgets and in queries: slips, with file, line and what was meant, and nothing that is right.
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = "version: 1\nproject: p\n";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Found {
  rule: string;
  severity: string;
  message: string;
  file: string;
  line: number;
  column: number;
}

async function lint(files: Record<string, string>, ...args: string[]): Promise<Found[]> {
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...files });
  const { stdout } = await boardwright(["lint", "--json", ...args], { cwd });
  return JSON.parse(stdout).diagnostics;
}
const shown = (found: readonly Found[]): string[] =>
  found.map(({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule} ${message}`);

/** One dashboard with these widgets, of one type, each with a place of its own. */
function dashboard(type: string, configs: readonly JsonObject[], slug = "w"): string {
  const widgets = configs.map((config, index) => ({
    id: `w${index}`,
    type,
    position: [0, index, 1, 1],
    config,
  }));
  return stringify({ workbooks: { [slug]: { dashboard: { widgets } } } });
}

const rare = (found: readonly Found[]): string[] =>
  found.filter(({ rule }) => rule === "rare-config-key").map(({ message }) => message);

describe("rare-config-key", () => {
  it("finds a slip for a key that the type is known to take, in a project of one widget", async () => {
    const text =
      "workbooks:\n  w:\n    dashboard:\n      widgets:\n        - id: n\n          type: TEXT\n          position: [0, 0, 1, 1]\n          config: { makdown: Hello }\n";
    expect(shown(await lint({ "dashboards/a.yaml": text }))).toEqual([
      "dashboards/a.yaml:8:21 rare-config-key No other widget has `makdown` in its config. Did you mean `markdown`?",
    ]);
  });

  it("finds a slip for a key that three widgets of the type have, in any file, and for one that two have not", async () => {
    const files = (count: number): Record<string, string> => ({
      "dashboards/a.yaml": dashboard("CHART", Array(count).fill({ palette: "x" }), "a"),
      "dashboards/b.yaml": dashboard("CHART", [{ pallete: "x" }], "b"),
    });
    expect(rare(await lint(files(3)))).toEqual([
      "No other widget has `pallete` in its config. Did you mean `palette`?",
    ]);
    expect(rare(await lint(files(2)))).toEqual([]);
    // Of a part of the project nobody knows what is common.
    expect(rare(await lint(files(3), "dashboards/b.yaml"))).toEqual([]);
  });

  it.each<[string, JsonObject[]]>([
    ["a key that another widget has, too", [{ titel: "a" }, { titel: "b" }]],
    ["a key next to the one that it resembles", [{ title: "a", titles: ["a"] }]],
    ["a key that resembles none", [{ colour: "red" }]],
    ["keys that are numbered", [{ axis1: "a" }, { axis1: "a" }, { axis1: "a" }, { axis2: "a" }]],
    ["short keys", [{ min: 1 }, { min: 1 }, { min: 1 }, { max: 1 }]],
  ])("says nothing of %s", async (_, configs) => {
    expect(rare(await lint({ "dashboards/a.yaml": dashboard("CHART", configs) }))).toEqual([]);
  });
});

describe("dangling-widget-id", () => {
  const board = (children: readonly string[], more: JsonObject = {}): string =>
    stringify({
      workbooks: {
        w: {
          dashboard: {
            widgets: [
              ...["a", "b", "c"].map((id, index) => ({
                id,
                type: "TEXT",
                position: [0, index, 1, 1],
                config: { markdown: id },
              })),
              { id: "box", type: "CONTAINER", position: [0, 3, 1, 1], config: { children, ...more } },
            ],
          },
        },
      },
    });
  const dangling = async (text: string) =>
    (await lint({ "dashboards/a.yaml": text })).filter(({ rule }) => rule === "dangling-widget-id");

  it("finds the one that is gone, at its place", async () => {
    const found = await dangling(board(["a", "b", "c", "gone"]));
    expect(found).toEqual([
      expect.objectContaining({
        severity: "warning",
        message: "There is no widget `gone` on this dashboard, and the config of `box` names it.",
      }),
    ]);
    expect(board(["a", "b", "c", "gone"]).split("\n")[found[0]!.line - 1]?.trim()).toBe("- gone");
  });

  it("finds each that the controls of a chart or a key that says so names, however small the project", async () => {
    const small = (config: string) => `workbooks:
  sales:
    dashboard:
      widgets:
        - { id: region, type: FILTER, position: [0, 0, 4, 2], config: { member: orders.region } }
        - { id: c0, type: CHART, position: [0, 2, 6, 4], config: ${config} }
`;
    const found = async (config: string) =>
      (await dangling(small(config))).map(({ line, message }) => `${line} ${message.split("`")[1]}`);
    expect(await found("{ controls: { regoin: orders.region, region: orders.region } }")).toEqual([
      "6 regoin",
    ]);
    expect(await found("{ controls: [regoin, region] }")).toEqual(["6 regoin"]);
    expect(await found("{ tabs: [{ id: t1, label: One, child: gone }, { id: t2, child: region }] }")).toEqual(
      ["6 gone"],
    );
    expect(
      await found("{ children: { gone: keep }, options: [{ id: o, widgetIds: [lost, region] }] }"),
    ).toEqual(["6 gone", "6 lost"]);
    // Of another key nobody knows, and a member is no widget.
    expect(await found("{ items: [gone, region], children: [orders.region] }")).toEqual([]);
    const many = Array.from({ length: 30 }, (_, index) => `w${index}: orders.region`);
    expect(await found(`{ controls: { ${many.join(", ")} } }`)).toHaveLength(30);
  });

  it.each([
    ["when all are there", ["a", "b", "c"], {}],
    ["where most texts are no ids", ["a"], { parts: ["a", "b", "c", "x", "y"] }],
    ["of too few to know, at a place that does not say what it names", ["a"], { parts: ["a", "b", "gone"] }],
    ["of a style of widgets", ["a"], { widgets: { padding: "none" } }],
    ["of values and titles", ["a", "b", "c"], { values: ["a", "b", "c", "x"], title: "gone" }],
    ["of members", ["a", "b", "c", "orders.gone"], {}],
  ])("says nothing %s", async (_, children, more) => {
    expect(await dangling(board(children, more))).toEqual([]);
  });
});

describe("invalid-query", () => {
  it("finds keys, operators, granularities and limits, each at its place with what was meant", async () => {
    const text = `workbooks:
  w: { dashboard: { widgets: [{ id: c, type: CHART, position: [0, 0, 1, 1], config: { reportId: { $report: r } } }] } }
reports:
  r:
    name: R
    query:
      mesures: [a.b]
      limit: -1
      filters: [{ member: a.b, operator: equalz, values: [x] }]
      timeDimensions: [{ dimension: a.t, granularity: moth }]
`;
    expect(shown(await lint({ "dashboards/a.yaml": text }))).toEqual([
      "dashboards/a.yaml:7:7 invalid-query `mesures` is not a field of a query. Did you mean `measures`?",
      "dashboards/a.yaml:8:14 invalid-query `limit` is -1, but at least 0 is needed.",
      "dashboards/a.yaml:9:42 invalid-query `operator` cannot be `equalz`. Did you mean `equals`?",
      "dashboards/a.yaml:10:55 invalid-query `moth` is not a granularity of the data API. Did you mean `month`?",
    ]);
  });

  it("finds a wrong granularity also in a query that a widget or a report's meta keeps, as a value or as text, by the command", async () => {
    const chart = (id: string, config: string) =>
      `        - { id: ${id}, type: CHART, position: [0, 0, 1, 1], config: ${config} }\n`;
    const text = `workbooks:
  w:
    dashboard:
      widgets:
${chart("a", "{ query: { timeDimensions: [{ dimension: a.t, granularity: dy }] } }")}\
${chart("b", `{ jsonQuery: '{"timeDimensions":[{"dimension":"a.t","granularity":"mnoth"}]}' }`)}\
${chart("c", "{ query: { timeDimensions: [{ dimension: a.t, granularity: day }, { granularity: fortnight }] } }")}\
reports:
  r: { name: R, query: {}, meta: { query: { timeDimensions: [{ dimension: a.t, granularity: yaer }] } } }
`;
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": text });
    const { code, stdout } = await boardwright(["lint", "--format", "github"], { cwd });
    expect(code).toBe(1);
    const told = [...stdout.matchAll(/line=(\d+).*title=invalid-query.*?::(.*?)\. Did/g)];
    expect(told.map(([, line, message]) => `${line}: ${message}`)).toEqual([
      "5: `dy` is not a granularity of the data API",
      "6: `mnoth` is not a granularity of the data API",
      "9: `yaer` is not a granularity of the data API",
    ]);
  });

  it("can be a warning, and leaves the report whole", async () => {
    const project = `${PROJECT}lint: { rules: { invalid-query: warning } }\n`;
    const report = "reports: { r: { name: R, query: { rows: 5 } } }\n";
    const found = await lint({ "boardwright.yaml": project, "dashboards/a.yaml": report });
    expect(found.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      "unused-report warning",
      "invalid-query warning",
    ]);
  });
});

describe("what is right has no such finding", () => {
  it("examples/acme", async () => {
    const { stdout } = await boardwright(["lint", "--json"], { cwd: `${ROOT}examples/acme` });
    expect(JSON.parse(stdout).diagnostics).toEqual([]);
  });

  it.skipIf(!hasCorpus)("the corpus", async () => {
    const { workbooks, reports = [] } = readCorpus();
    const queries = reports.map(({ id, name, jsonQuery }) => [
      `r${id}`,
      { name: name || "untitled", query: JSON.parse(jsonQuery ?? "{}") },
    ]);
    const found = await lint({
      ...asFiles(workbooks),
      "dashboards/reports.yaml": stringify({ reports: Object.fromEntries(queries) }),
    });
    const rules = ["rare-config-key", "dangling-widget-id", "invalid-query"];
    expect(shown(found.filter(({ rule }) => rules.includes(rule)))).toEqual([]);
    expect(found.length).toBeGreaterThan(200);
  });
});
