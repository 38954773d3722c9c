// What lint finds in a template is told once with its rows, by every rule and in every format; what is the fault of a row is told there.
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const CUBES = [
  {
    name: "orders",
    type: "view",
    measures: [{ name: "orders.revenue", type: "number" }],
    dimensions: [{ name: "orders.status", type: "string" }],
  },
];
const KEYS = Array.from({ length: 12 }, (_, at) => `r${at}`);
const PROJECT =
  "version: 1\nproject: acme\ntargets:\n  test: { url: https://platform.test, deployment: 1 }\n";
const dashboard = (widgets: string) => `workbooks:
  sales-\${row.key}:
    each: { $include: ../rows.csv }
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
${widgets}`;
const CSV = `key,cube,size\n${KEYS.map((key) => `${key},orders,6\n`).join("")}`;
const MEMBER = '        - { id: a, type: CHART, position: [0, 0, 6, 4], config: { measures: ["MEMBER"] } }\n';

interface Told {
  rule: string;
  message: string;
  place: string;
  slug?: string;
  template?: string;
  rows?: JsonObject[];
}

async function open(files: Record<string, string>) {
  const sandbox = await createSandbox({ seed: { branches: [{ name: "main" }], cubes: CUBES } });
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "rows.csv": CSV, ...files });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(["lint", ...args], { cwd, env });
  const lint = async (...args: string[]): Promise<Told[]> => {
    const { stdout, stderr } = await run(...args, "--json");
    expect(stderr).not.toContain("error:");
    return JSON.parse(stdout).diagnostics.map(({ file, line, column, ...one }: JsonObject) => ({
      ...one,
      place: `${file}:${line}:${column}`,
    }));
  };
  return { run, lint, sandbox };
}

describe("a finding of a template", () => {
  it("is told once, with its rows, by a rule about dashboards, also from the cache", async () => {
    const widgets =
      "        - { id: a, type: TEXT, position: [0, 0, 6, 4] }\n        - { id: b, type: TEXT, position: [3, 0, 6, 4] }\n";
    const { lint } = await open({ "dashboards/a.yaml": dashboard(widgets) });
    for (const args of [[], [], ["--no-cache"]]) {
      const [one, ...others] = await lint(...args);
      expect(others).toEqual([]);
      expect(one).toMatchObject({
        rule: "widget-overlap",
        place: "dashboards/a.yaml:8:42",
        template: "sales-${row.key}",
      });
      expect(one?.slug).toBeUndefined();
      expect(one?.message).toContain("In `sales-${row.key}`, row `r0` at rows.csv:2:1 and 11 other rows.");
      expect(one?.rows).toHaveLength(12);
      expect(one?.rows?.[11]).toEqual({ key: "r11", file: "rows.csv", line: 13, column: 1 });
    }
  });

  it("is told once though its message names each slug, and overrides that one row uses are used", async () => {
    const project = `${PROJECT}  other: { url: https://platform.test, deployment: 2 }\n`;
    const empty = "      title: None\n    overrides: { other: { name: Other } }\n";
    const text = dashboard("")
      .replace(/ {6}layout[\s\S]*$/, empty)
      .replace("rows.csv", "rows.yaml");
    const rowsWith = (targets: string) => `- { key: a }\n- { key: b, ${targets} }\n`;
    const findings = async (rows: string) => {
      const files = { "boardwright.yaml": project, "dashboards/a.yaml": text, "rows.yaml": rows };
      return (await (await open(files)).lint()).map((one) => [one.rule, one.rows?.length]);
    };
    expect(await findings(rowsWith("targets: [test]"))).toEqual([["empty-dashboard", 2]]);
    expect(await findings(rowsWith("targets: [test]").replace("key: a", "key: a, targets: [test]"))).toEqual([
      ["empty-dashboard", 2],
      ["unused-override", 2],
    ]);
  });

  it("is told once though its message names each row", async () => {
    const reports =
      "reports:\n  revenue-${row.key}:\n    each: { $include: ../rows.csv }\n    query: { measures: [orders.revenue] }\n";
    const { lint } = await open({ "dashboards/a.yaml": reports });
    expect(await lint()).toMatchObject([
      {
        rule: "unused-report",
        place: "dashboards/a.yaml:2:3",
        message: expect.stringContaining("`revenue-r0`. In `revenue-${row.key}`, row `r0`"),
        rows: expect.objectContaining({ length: 12 }),
      },
    ]);
  });

  it("is told once for members that the model lacks", async () => {
    const text = dashboard(MEMBER.replace("MEMBER", "orders.gone"));
    const { lint, run } = await open({ "dashboards/a.yaml": text });
    const found = await lint("--online");
    expect(found).toMatchObject([{ rule: "unknown-member", place: "dashboards/a.yaml:7:78" }]);
    expect(found[0]?.message).toContain("and 11 other rows.");
    const sarif = JSON.parse((await run("--online", "--format", "sarif")).stdout).runs[0].results[0];
    expect(sarif.relatedLocations).toHaveLength(12);
    expect(sarif.relatedLocations[1].physicalLocation.region).toEqual({ startLine: 3, startColumn: 1 });
    for (const format of ["github", "codequality", "junit", "pretty"])
      expect(
        (await run("--online", "--format", format)).stdout.match(/and 11 other rows/g),
        format,
      ).toHaveLength(1);
  });

  it("is told of the rows of the workbooks that are asked for", async () => {
    const { lint } = await open({
      "dashboards/a.yaml": dashboard("        - { id: a, type: TEXT, position: [9, 0, 6, 4] }\n"),
    });
    const [one] = await lint("sales-r3");
    expect(one).toMatchObject({
      rule: "widget-outside-grid",
      slug: "sales-r3",
      rows: [{ key: "r3", line: 5 }],
    });
    expect(one?.message).toMatch(/row `r3` at rows\.csv:5:1\.$/);
  });
});

describe("a finding that is the fault of a row", () => {
  const text = dashboard(MEMBER.replace("MEMBER", "${row.cube}.revenue"));

  it("is at its line of a table", async () => {
    const { lint } = await open({
      "dashboards/a.yaml": text,
      "rows.csv": CSV.replace("r3,orders", "r3,oders").replace("r7,orders", "r7,oders"),
    });
    const found = await lint("--online");
    expect(found.map(({ rule, place, slug }) => [rule, place, slug])).toEqual([
      ["unknown-cube", "rows.csv:5:1", "sales-r3"],
      ["unknown-cube", "rows.csv:9:1", "sales-r7"],
    ]);
    expect(found[0]?.message).toContain(
      "In `sales-${row.key}` at dashboards/a.yaml:7:78, row `r3` at rows.csv:5:1.",
    );
  });

  it("is at the template if all rows have it", async () => {
    const { lint } = await open({ "dashboards/a.yaml": text, "rows.csv": CSV.replaceAll("orders", "oders") });
    expect(await lint("--online")).toMatchObject([
      {
        rule: "unknown-cube",
        place: "dashboards/a.yaml:7:78",
        rows: expect.objectContaining({ length: 12 }),
      },
    ]);
  });

  it("is at its value of a row in YAML, through a parameter, and found by the schema or by a rule", async () => {
    const widget = `        - $include: ../figure.yaml\n          with: { member: "\${row.cube}.revenue", width: "\${row.size}" }\n`;
    const { lint } = await open({
      "dashboards/a.yaml": dashboard(widget).replace("rows.csv", "rows.yaml"),
      "figure.yaml":
        'id: a\ntype: CHART\nposition: [0, 0, "${param.width}", 4]\nconfig: { measures: ["${param.member}"] }\n',
      "rows.yaml":
        "- { key: a, cube: orders, size: 6 }\n- { key: b, cube: oders, size: 60 }\n- { key: c, cube: orders, size: x }\n",
    });
    const found = await lint("--online");
    expect(found.map(({ rule, place }) => [rule, place])).toEqual([
      ["widget-outside-grid", "figure.yaml:3:11"],
      ["unknown-cube", "rows.yaml:2:19"],
      ["wrong-type", "rows.yaml:3:33"],
    ]);
  });

  it("is in its override, also for a widget that moved by it", async () => {
    const widgets =
      "        - { id: a, type: TEXT, position: [0, 0, 6, 4] }\n        - { id: b, type: TEXT, position: [6, 0, 6, 4] }\n";
    const rows = `- { key: a }
- key: b
  override:
    dashboard:
      widgets:
        a: null
        b: { position: [9, 0, 6, 4] }
        c: { type: TEXT, position: [0, 9, 6, x] }
- { key: c, override: { nam: N } }
`;
    const { lint } = await open({
      "dashboards/a.yaml": dashboard(widgets).replace("rows.csv", "rows.yaml"),
      "rows.yaml": rows.replace("x]", "4]"),
    });
    expect((await lint()).map(({ rule, place }) => [rule, place])).toEqual([
      ["widget-outside-grid", "rows.yaml:7:24"],
      ["unknown-field", "rows.yaml:9:25"],
    ]);
    const broken = await open({
      "dashboards/a.yaml": dashboard(widgets).replace("rows.csv", "rows.yaml"),
      "rows.yaml": rows,
    });
    expect((await broken.lint()).map(({ rule, place }) => [rule, place])).toEqual([
      ["wrong-type", "rows.yaml:8:46"],
      ["unknown-field", "rows.yaml:9:25"],
    ]);
  });
});
