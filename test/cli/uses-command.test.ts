// boardwright uses MEMBER: the places of a member in files, from a report to the dashboards that draw it.
import { describe, expect, it } from "vitest";
import { boardwright, type Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT =
  "version: 1\nproject: acme\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n";
const FILES = {
  "boardwright.yaml": PROJECT,
  "dashboards/revenue.yaml": `workbooks:
  revenue:
    name: Revenue
    dashboard:
      title: Revenue overview
      settings: { drillBy: orders.region }
      widgets:
        - id: orders
          type: CHART
          position: [0, 0, 4, 4]
          config: { title: Orders by month, reportId: { $report: by-month } }
        - id: again
          type: CHART
          position: [4, 0, 4, 4]
          config: { reportId: { $report: by-month } }
        - id: status
          type: FILTER
          position: [8, 0, 4, 2]
          config: { title: Status, member: orders.status, defaultValue: orders.count }
        - id: logo
          type: TEXT
          position: [8, 2, 4, 2]
          config: { markdown: "orders.count is in main.js" }
  sales:
    dashboard:
      widgets:
        - id: sales
          type: CHART
          position: [0, 0, 4, 4]
          config: { $include: ../shared/chart.yaml }
        - { id: old, type: CHART, position: [4, 0, 4, 4], config: { reportId: 5030 } }
        - { id: sql, type: CHART, position: [8, 0, 4, 4], config: { reportId: { $report: in-sql } } }
`,
  "shared/chart.yaml":
    "title: Orders\nquery: { measures: [orders.count] }\nfile: main.js\narchive: orders.csv.gz\n",
  "dashboards/reports.yaml": `reports:
  by-month:
    name: Orders by month, as a report
    workbook: revenue
    query:
      measures: [orders.count]
      timeDimensions: [{ dimension: orders.created_at, granularity: month }]
      order: { orders.count: desc, orders.created_at.month: asc }
  forgotten:
    name: Forgotten
    workbook: revenue
    query: { measures: [orders.count] }
  in-sql: { name: In SQL, workbook: sales, sqlQuery: select count(*) from orders }
  nothing: { name: Nothing, workbook: sales, query: { limit: 5 } }
`,
};

async function uses(args: string[], files: Record<string, string> = FILES): Promise<Ran> {
  return boardwright(["uses", ...args], { cwd: tempFolder(files) });
}

interface Row {
  member: string;
  dashboard: string | undefined;
  widget: string | undefined;
  report: string | undefined;
  places: string[];
}

interface UseJson {
  dashboard: { slug: string } | null;
  widget: { id: string | null; title: string | null } | null;
  report: { key: string } | null;
  places: { file: string; line: number }[];
}

function rowsOf({ stdout }: Ran): Row[] {
  const { members } = JSON.parse(stdout) as { members: { member: string; uses: UseJson[] }[] };
  return members.flatMap(({ member, uses }) =>
    uses.map(({ dashboard, widget, report, places }) => ({
      member,
      dashboard: dashboard?.slug,
      widget: widget?.title ?? widget?.id ?? undefined,
      report: report?.key,
      places: places.map(({ file, line }) => `${file}:${line}`),
    })),
  );
}

const BY_MONTH = ["dashboards/reports.yaml:6", "dashboards/reports.yaml:8"];

describe("uses MEMBER", () => {
  it("says each dashboard, widget and report that names it, with file and line", async () => {
    const ran = await uses(["orders.count", "--json"]);
    expect(ran.code).toBe(0);
    const member = "orders.count";
    expect(rowsOf(ran)).toEqual([
      { member, dashboard: "revenue", widget: "Orders by month", report: "by-month", places: BY_MONTH },
      // A widget without a title has that of its report.
      {
        member,
        dashboard: "revenue",
        widget: "Orders by month, as a report",
        report: "by-month",
        places: BY_MONTH,
      },
      { member, dashboard: "sales", widget: "Orders", report: undefined, places: ["shared/chart.yaml:2"] },
      // No dashboard draws it.
      {
        member,
        dashboard: undefined,
        widget: undefined,
        report: "forgotten",
        places: ["dashboards/reports.yaml:12"],
      },
    ]);
    const [
      {
        uses: [first],
      },
    ] = JSON.parse(ran.stdout).members;
    expect(first).toMatchObject({
      dashboard: {
        slug: "revenue",
        title: "Revenue overview",
        file: "dashboards/revenue.yaml",
        line: 2,
        column: 3,
      },
      widget: { id: "orders", type: "CHART", file: "dashboards/revenue.yaml", line: 8 },
      report: { key: "by-month", file: "dashboards/reports.yaml", line: 2 },
    });
    expect(JSON.parse(ran.stdout).summary).toEqual({ members: 1, dashboards: 2, reports: 2 });
  });

  it("takes a granularity for the member, and finds it alone if it is asked for", async () => {
    const [row] = rowsOf(await uses(["orders.created_at", "--json"]));
    expect(row?.places).toEqual(["dashboards/reports.yaml:7", "dashboards/reports.yaml:8"]);
    const [month] = rowsOf(await uses(["orders.created_at.month", "--json"]));
    expect([month?.member, month?.places]).toEqual(["orders.created_at", ["dashboards/reports.yaml:8"]]);
  });

  it("finds what the dashboard's own settings name, and no value, text or file", async () => {
    expect(rowsOf(await uses(["orders.region", "--format", "json"]))).toEqual([
      {
        member: "orders.region",
        dashboard: "revenue",
        widget: undefined,
        report: undefined,
        places: ["dashboards/revenue.yaml:6"],
      },
    ]);
    const all = rowsOf(await uses(["--all", "--json"]));
    expect([...new Set(all.map(({ member }) => member))]).toEqual([
      "orders.count",
      "orders.created_at",
      "orders.region",
      "orders.status",
    ]);
  });

  it.each([
    [["orders"], 4],
    [["orders.*"], 4],
    [["*.count"], 1],
    [["orders.{count,status}"], 2],
    [["orders.count", "orders.count"], 1],
    [["orders.c*", "orders.status"], 3],
  ])("takes views and globs: %j", async (names, members) => {
    const ran = await uses([...names, "--json"]);
    expect([ran.code, JSON.parse(ran.stdout).summary.members]).toEqual([0, members]);
  });

  it("prints a table for people, and below it what nobody can tell", async () => {
    const { code, stdout, stderr } = await uses(["orders.count"]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `MEMBER        DASHBOARD                   WIDGET                        REPORT     FILE
orders.count  Revenue overview (revenue)  Orders by month               by-month   dashboards/reports.yaml:6 dashboards/reports.yaml:8
orders.count  Revenue overview (revenue)  Orders by month, as a report  by-month   dashboards/reports.yaml:6 dashboards/reports.yaml:8
orders.count  sales                       Orders                        -          shared/chart.yaml:2
orders.count  -                           -                             forgotten  dashboards/reports.yaml:12

1 member, used by 2 dashboards.
`,
    );
    expect(stderr).toBe(
      `1 report is in SQL, whose members are not read: in-sql.
1 report names no member: nothing.
1 report drawn by number is in no file, so what they use is not known. Drawn by: sales.
`,
    );
    expect((await uses(["orders.count", "--quiet"])).stderr).toBe("");
  });

  it.each([40, 80, 120])(
    "is in no line wider than a terminal of %i columns, save for what is copied whole",
    async (columns) => {
      const ran = await boardwright(["uses", "--all"], { cwd: tempFolder(FILES), columns });
      const wide = ran.stdout
        .split("\n")
        .filter((line) => line.replace(/\u001b\[\d+m/g, "").length > columns);
      expect(wide).toEqual([]);
    },
  );
});

describe("the completion of uses", () => {
  it("offers the members that the files name", async () => {
    const ran = await boardwright(["completion", "values", "members", "--", ""], { cwd: tempFolder(FILES) });
    expect(ran.stdout.trim().split("\n")).toEqual([
      "orders.count",
      "orders.created_at",
      "orders.region",
      "orders.status",
    ]);
  });
});

describe("uses MEMBER that no file names", () => {
  it.each([
    ["orders.cuont", "error: no file names `orders.cuont`. Did you mean `orders.count`?"],
    ["customers.status", "error: no file names `customers.status`. Did you mean `orders.status`?"],
    ["oders", "error: no file names `oders`. Did you mean `orders`?"],
    ["status", "error: no file names `status`. Did you mean `orders.status`?"],
    ["orders.statsu.month", "error: no file names `orders.statsu.month`. Did you mean `orders.status`?"],
    ["nothing.at_all", "error: no file names `nothing.at_all`."],
    ["customers.*", "error: no file names `customers.*`."],
    ["main.js", "error: no file names `main.js`."],
    ["orders.csv", "error: no file names `orders.csv`."],
  ])("%s: exit 1, and the names that are near", async (name, said) => {
    const { code, stdout, stderr } = await uses([name, "--quiet"]);
    expect([code, stdout, stderr]).toEqual([1, "", `${said}\n`]);
  });

  it("does not keep the others from being told", async () => {
    const ran = await uses(["orders.cuont", "orders.status", "--json"]);
    expect(ran.code).toBe(1);
    expect(rowsOf(ran).map(({ dashboard }) => dashboard)).toEqual(["revenue"]);
    expect(JSON.parse(ran.stdout).missing).toEqual([{ asked: "orders.cuont", near: ["orders.count"] }]);
  });
});

describe("uses with wrong arguments", () => {
  it.each([
    [[], /nothing is named/],
    [["orders", "--all"], /MEMBER and --all are two questions/],
    [["--all", "--branch", "x"], /--all and --branch are two questions/],
    [["--branch", " "], /the name of the branch is empty/],
    [[""], /the name of a member is empty/],
    [["orders.*", "--format", "xml"], /--format takes table, json, dbt or mermaid, not "xml"/],
    [
      ["--all", "--format", "markdown"],
      /--format markdown is there only with --branch\n.*table, json, dbt or mermaid/,
    ],
    [
      ["--branch", "x", "--format", "dbt"],
      /--format dbt is there only without --branch\n.*table, json or markdown/,
    ],
    [["--all", "--limit", "2000"], /--limit is for --branch with --format markdown/],
    [["{a,b}".repeat(12)], /the glob of a member stands for more than 1000 patterns/],
    [["--all", "--target", "nope"], /there is no target "nope"/],
  ])("%j: exit 64", async (args, said) => {
    const ran = await uses(args);
    expect([ran.code, ran.stdout]).toEqual([64, ""]);
    expect(ran.stderr).toMatch(said);
  });

  it("in files with errors: says them, and that uses are not known", async () => {
    const ran = await uses(["orders.count"], { ...FILES, "dashboards/bad.yaml": "workbooks:\n  bad: [\n" });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(
      /dashboards\/bad\.yaml[\s\S]*the files have an error; what they use is not known/,
    );
  });

  it("in a project without files: says so, and exits 0 for --all", async () => {
    const ran = await uses(["--all"], { "boardwright.yaml": PROJECT });
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    expect(ran.stderr).toContain("There are no workbook files");
    expect((await uses(["--all", "--format", "dbt"], { "boardwright.yaml": PROJECT })).stdout).toBe(
      "version: 2\nexposures: []\n",
    );
  });
});

describe("uses in a project of several targets", () => {
  const files = {
    "boardwright.yaml": `version: 1
project: acme
targets:
  one: { url: https://one.test, deployment: 1, vars: { measure: count } }
  two: { url: https://two.test, deployment: 1, vars: { measure: revenue } }
`,
    "dashboards/a.yaml": `workbooks:
  a:
    dashboard:
      widgets:
        - { id: a, type: CHART, position: [0, 0, 4, 4], config: { measures: ["orders.\${var.measure}"], segments: [orders.all] } }
    overrides:
      one: { dashboard: { widgets: { a: { config: { segments: [orders.paid] } } } } }
      two: { dashboard: { widgets: { a: { config: { segments: null, dimensions: [orders.status] } } } } }
`,
  };

  it("finds what any of them uses, and with --target what that one does", async () => {
    const members = async (...args: string[]) =>
      rowsOf(await uses(["--all", "--json", ...args], files)).map(({ member }) => member);
    expect(await members()).toEqual(["orders.count", "orders.paid", "orders.revenue", "orders.status"]);
    expect(await members("--target", "one")).toEqual(["orders.count", "orders.paid"]);
    expect(await members("--target", "two")).toEqual(["orders.revenue", "orders.status"]);
  });
});

describe("uses of very many", () => {
  it("reads a thousand reports and their dashboards", async () => {
    const count = 1000;
    const files: Record<string, string> = { "boardwright.yaml": PROJECT };
    const reports: string[] = [];
    for (let at = 0; at < count; at += 1) {
      reports.push(
        `  r${at}: { name: R${at}, workbook: w${at % 50}, query: { measures: [v${at % 10}.m${at}] } }`,
      );
      if (at < 50) {
        const widgets = Array.from({ length: 20 }, (_, index) => {
          const report = at + index * 50;
          return `        - { id: c${report}, type: CHART, position: [0, ${index * 4}, 4, 4], config: { reportId: { $report: r${report} } } }`;
        });
        files[`dashboards/w${at}.yaml`] =
          `workbooks:\n  w${at}:\n    dashboard:\n      widgets:\n${widgets.join("\n")}\n`;
      }
    }
    files["dashboards/reports.yaml"] = `reports:\n${reports.join("\n")}\n`;
    const ran = await uses(["--all", "--json"], files);
    const rows = rowsOf(ran);
    expect(rows).toHaveLength(count);
    expect(
      rows.every(({ member, report, places }) => {
        const at = Number(report?.slice(1));
        return member === `v${at % 10}.m${at}` && places.join() === `dashboards/reports.yaml:${at + 2}`;
      }),
    ).toBe(true);
  });
});
