// boardwright rename: everything that names it reads the new name, all else is byte for byte what it was, and nothing is written that
// would say something else.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import "../support/seed.ts";
import { searchMentions } from "../../src/model-check/mentions.ts";
import { asFiles, hasCorpus, readCorpus } from "../support/corpus.ts";
import { runs } from "../support/runs.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = `version: 1
project: acme # the team
defaultTarget: prod
targets:
  local: { url: "sandbox:s.json", deployment: 1 }
  prod: # for all
    url: https://acme.example.com
    deployment: 12
`;
const SALES = `# Head
workbooks:
  "sales": # the slug
    name: Sales of orders.total
    dashboard:
      kind: CLASSIC
      title: Sales
      layout: { cols: { lg: 12 }, rowHeight: 40 }
      widgets:
        - id: a
          type: CHART
          config: { reportId: { $report: by-month } } # the chart
        - id: f
          type: FILTER
          config: { title: T, member: orders.total } # member
        - { $include: ../shared/w.yaml }
    overrides:
      prod: { name: Sales P, dashboard: { widgets: { f: { config: { member: "orders.total" } } } } }
reports:
  by-month: # key
    name: By month
    workbook: sales
    query: { measures: [orders.total, orders.total_tax], order: { orders.total: desc } }
    meta: { kind: vega, jsonQuery: '{"measures":["orders.total"]}', drawn: { view: orders, dimension: total } }
`;
const FILES = {
  "boardwright.yaml": PROJECT,
  "dashboards/sales.yaml": SALES,
  "dashboards/layouts.yaml":
    "layouts:\r\n  sales: # where\r\n    default: { a: [0, 0, 6, 4], f: [6, 0, 6, 2], w: [6, 2, 6, 2] }\r\n",
  "shared/w.yaml": "\uFEFFid: w\ntype: FILTER\nconfig: { title: X, member: 'orders.total' }\n",
};

const readAll = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(".boardwright"))
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length + 1),
        readFileSync(join(parentPath, name), "utf8"),
      ]),
  );

/** The lines that differ: file, line, and what it says now. */
function changesOf(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.entries(after).flatMap(([file, text]) => {
    const old = new Set((before[file] ?? "").split("\n"));
    return text.split("\n").flatMap((line) => (old.has(line) ? [] : [`${file}: ${line.trim()}`]));
  });
}

describe("boardwright rename", () => {
  it.each([
    [
      ["workbook", "sales", "revenue"],
      [
        'dashboards/sales.yaml: "revenue": # the slug',
        "dashboards/sales.yaml: was: sales",
        "dashboards/sales.yaml: workbook: revenue",
        "dashboards/layouts.yaml: revenue: # where",
      ],
    ],
    [
      ["report", "by-month", "monthly"],
      [
        "dashboards/sales.yaml: config: { reportId: { $report: monthly } } # the chart",
        "dashboards/sales.yaml: monthly: # key",
        "dashboards/sales.yaml: publicId: { local: x2P1u06xiMFE, prod: Db6Y3jPHg0vl }",
      ],
    ],
    [
      ["member", "orders.total", "orders.revenue"],
      [
        "dashboards/sales.yaml: config: { title: T, member: orders.revenue } # member",
        'dashboards/sales.yaml: prod: { name: Sales P, dashboard: { widgets: { f: { config: { member: "orders.revenue" } } } } }',
        "dashboards/sales.yaml: query: { measures: [orders.revenue, orders.total_tax], order: { orders.revenue: desc } }",
        `dashboards/sales.yaml: meta: { kind: vega, jsonQuery: '{"measures":["orders.revenue"]}', drawn: { view: orders, dimension: revenue } }`,
        "shared/w.yaml: config: { title: X, member: 'orders.revenue' }",
      ],
    ],
    [
      ["member", "orders", "sales_orders"],
      [
        "dashboards/sales.yaml: config: { title: T, member: sales_orders.total } # member",
        'dashboards/sales.yaml: prod: { name: Sales P, dashboard: { widgets: { f: { config: { member: "sales_orders.total" } } } } }',
        "dashboards/sales.yaml: query: { measures: [sales_orders.total, sales_orders.total_tax], order: { sales_orders.total: desc } }",
        `dashboards/sales.yaml: meta: { kind: vega, jsonQuery: '{"measures":["sales_orders.total"]}', drawn: { view: sales_orders, dimension: total } }`,
        "shared/w.yaml: config: { title: X, member: 'sales_orders.total' }",
      ],
    ],
    [
      ["target", "prod", "eu"],
      [
        "boardwright.yaml: defaultTarget: eu",
        "boardwright.yaml: eu: # for all",
        'dashboards/sales.yaml: eu: { name: Sales P, dashboard: { widgets: { f: { config: { member: "orders.total" } } } } }',
      ],
    ],
  ])("writes %j where it is named, and back again the same bytes", async ([kind, from, to], lines) => {
    const folder = tempFolder(FILES);
    const before = readAll(folder);
    const renamed = await run(folder, ["rename", kind!, from!, to!]);
    expect(renamed).toMatchObject({ code: 0, stderr: "" });
    expect(renamed.stdout).toContain(`Renamed the ${kind} ${from} to ${to}`);
    const after = readAll(folder);
    expect(changesOf(before, after).sort()).toEqual([...lines].sort());
    expect((await run(folder, ["lint"])).code).toBe(0);
    expect((await run(folder, ["rename", kind!, to!, from!])).code).toBe(0);
    expect(readAll(folder)).toEqual(before);
  });

  it("tells scripts what it touched, and which texts it left", async () => {
    const folder = tempFolder(FILES);
    const { stdout } = await run(folder, ["rename", "member", "orders.total", "orders.revenue", "--json"]);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ kind: "member", from: "orders.total", to: "orders.revenue" });
    expect(answer.files).toEqual(["dashboards/sales.yaml", "shared/w.yaml"]);
    expect(answer.places).toContainEqual({ file: "shared/w.yaml", line: 3, column: 29 });
    expect(answer.left).toEqual([{ file: "dashboards/sales.yaml", line: 4, column: 27 }]);
  });

  it("keeps the live report, of which a plan says that it is renamed", async () => {
    const folder = tempFolder(FILES);
    const local = ["--target", "local"];
    expect((await run(folder, ["apply", "--yes", ...local])).code).toBe(0);
    await run(folder, ["rename", "report", "by-month", "monthly"]);
    expect((await run(folder, ["plan", ...local])).stdout).toContain("(report by-month → monthly)");
    expect((await run(folder, ["apply", "--yes", ...local])).code).toBe(0);
    expect((await run(folder, ["plan", "--detailed-exitcode", ...local])).code).toBe(0);
    await run(folder, ["rename", "target", "local", "here"]);
    expect((await run(folder, ["plan", "--detailed-exitcode", "--target", "here"])).code).toBe(0);
  });

  it.each([
    [["workbook", "sals", "x"], 1, "no file declares the workbook sals. Did you mean `sales`?"],
    [["workbook", "sales", "Sales Two"], 64, "its normal form is `sales two`"],
    [["workbook", "sales", "a/b"], 64, "a slug holds no slashes"],
    [["workbook", "sales", "sales"], 64, "the old and the new name are the same"],
    [["target", "prod", "local"], 1, "there is a target local already"],
    [["target", "prd", "x"], 1, "the project has no target prd. Did you mean `prod`?"],
    [["member", "orders.totl", "orders.x"], 1, "no file names the member orders.totl"],
    [["member", "orders.total", "revenue"], 64, "a member is renamed to a member"],
    [["member", "orders.total", "orders.1st"], 64, "begin with no digit"],
    [["workbok", "a", "b"], 64, 'there is no kind "workbok" to rename. Did you mean `workbook`?'],
    [["workbook", "sales"], 64, "the argument <new> is missing"],
  ])("refuses %j", async (args, code, words) => {
    const folder = tempFolder(FILES);
    const refused = await run(folder, ["rename", ...args]);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(words);
    expect(readAll(folder)).toMatchObject(FILES);
  });

  it("refuses a name that is taken, and says where", async () => {
    const folder = tempFolder({
      ...FILES,
      "dashboards/other.yaml": "# two\nworkbooks:\n  other: { name: Other }\n",
    });
    const refused = await run(folder, ["rename", "workbook", "sales", "other"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("there is a workbook other already, at dashboards/other.yaml:3");
  });

  it("refuses what a variable names, with every place", async () => {
    const text = SALES.replace("member: orders.total }", 'member: "orders.${var.measure}" }');
    const project = PROJECT.replace("deployment: 1 }", "deployment: 1, vars: { measure: total } }").replace(
      "deployment: 12",
      "deployment: 12\n    vars: { measure: total }",
    );
    const files = { ...FILES, "boardwright.yaml": project, "dashboards/sales.yaml": text };
    const folder = tempFolder(files);
    const refused = await run(folder, ["rename", "member", "orders.total", "orders.revenue"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("1 place would have to be written by hand first");
    expect(refused.stderr).toContain('dashboards/sales.yaml:15:39  "orders.${var.measure}"');
    expect(readAll(folder)).toMatchObject(files);
  });

  it("writes nothing while a file does not load", async () => {
    const folder = tempFolder({ ...FILES, "dashboards/bad.yaml": "workbooks: [" });
    const refused = await run(folder, ["rename", "workbook", "sales", "revenue"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("nothing was written");
    expect(readAll(folder)).toMatchObject(FILES);
  });

  it("renames in any style of YAML, and back to the same bytes", async () => {
    const styles = fc.record({
      collectionStyle: fc.constantFrom("block", "flow", "any"),
      lineWidth: fc.constantFrom(0, 20, 80),
      indent: fc.constantFrom(2, 4),
      defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
      defaultKeyType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE"),
      ends: fc.constantFrom("\n", "\r\n"),
    });
    const member = fc.constantFrom("orders.total", "orders.total.month", "orders.total_tax", "users.total");
    const query = fc.record({
      measures: fc.array(member, { minLength: 1, maxLength: 3 }),
      order: fc.dictionary(member, fc.constant("desc"), { maxKeys: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { minLength: 1, maxLength: 3 }),
        styles,
        async (queries, { ends, ...style }) => {
          const value = {
            workbooks: { a: { dashboard: { kind: "CLASSIC", title: "orders.total", widgets: [] } } },
            reports: Object.fromEntries(
              queries.map((one, at) => [
                `r${at}`,
                {
                  name: "orders.total",
                  workbook: "a",
                  query: { ...one, measures: ["orders.total", ...one.measures] },
                },
              ]),
            ),
          };
          const text = stringify(value, { ...style, aliasDuplicateObjects: false } as object).replaceAll(
            "\n",
            ends,
          );
          const folder = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": text });
          const file = join(folder, "dashboards/a.yaml");
          expect(await run(folder, ["rename", "member", "orders.total", "paid.revenue"])).toMatchObject({
            code: 0,
          });
          const renamed = readFileSync(file, "utf8");
          const left = renamed.match(/(?<![\w.])orders\.total(?!\w)/g) ?? [];
          // The title, and the name of each report.
          expect(left).toHaveLength(1 + queries.length);
          expect(await run(folder, ["rename", "member", "paid.revenue", "orders.total"])).toMatchObject({
            code: 0,
          });
          expect(readFileSync(file, "utf8")).toBe(text);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it.skipIf(!hasCorpus)("renames members of the corpus wherever a search finds them", async () => {
    const { workbooks } = readCorpus();
    const folder = tempFolder({ "boardwright.yaml": PROJECT, ...asFiles(workbooks) });
    const before = readAll(folder);
    const members = new Map<string, number>();
    for (const { dashboardDraft } of workbooks)
      searchMentions(dashboardDraft, { path: [] }, ({ text }) =>
        members.set(text, (members.get(text) ?? 0) + 1),
      );
    const [most] = [...members].sort(([, a], [, b]) => b - a);
    const [from] = most!;
    const to = `${from}_renamed`;
    expect((await run(folder, ["rename", "member", from, to])).code).toBe(0);
    const after = readAll(folder);
    const exactly = new RegExp(`(?<![\\w.])${from.replaceAll(".", "\\.")}(?!\\w)`, "g");
    for (const [file, text] of Object.entries(before)) expect(after[file]).toBe(text.replaceAll(exactly, to));
    expect(Object.keys(before).filter((file) => before[file] !== after[file]).length).toBeGreaterThan(1);
    expect((await run(folder, ["rename", "member", to, from])).code).toBe(0);
    expect(readAll(folder)).toEqual(before);
  });

  it("writes nothing over a file that somebody saved meanwhile", async () => {
    const folder = tempFolder(FILES);
    const file = join(folder, "dashboards/sales.yaml");
    const other = `${SALES}# saved meanwhile\n`;
    // Between the last look at the files and the writing there is no turn of the event loop: any save is before the look, or is refused.
    const renaming = run(folder, ["rename", "workbook", "sales", "revenue"]);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(file, other);
    const { code } = await renaming;
    const now = readFileSync(file, "utf8");
    expect(now).toContain("# saved meanwhile");
    expect(now).toContain(code === 0 ? '"revenue":' : '"sales":');
  });
});
