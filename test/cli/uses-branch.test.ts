// boardwright uses --branch: what a branch's model changes, and for whom, against a data API that is written apart from the sandbox.
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { type Answer, json } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";
import { type ServedModel, serveModels } from "./data-api.ts";

const FILES = {
  "boardwright.yaml":
    "version: 1\nproject: acme\ntargets:\n  live: { url: https://platform.test, deployment: 12 }\n",
  "dashboards/a.yaml": `workbooks:
  revenue:
    dashboard:
      title: Revenue
      widgets:
        - { id: a, type: CHART, position: [0, 0, 4, 4], config: { title: By month, reportId: { $report: r } } }
        - { id: b, type: FILTER, position: [4, 0, 4, 2], config: { title: Status, member: orders.status } }
  stock:
    dashboard:
      title: Stock
      widgets:
        - { id: c, type: CHART, position: [0, 0, 4, 4], config: { measures: [stock.level, stock.lost] } }
        - { id: d, type: TIME_GRAIN, position: [4, 0, 4, 2], config: { member: stock.counted_at } }
        - { id: e, type: CHART, position: [0, 4, 4, 4], config: { dimensions: [suppliers.name, orders.next] } }
reports:
  r:
    name: Revenue by month
    workbook: revenue
    query: { measures: [orders.revenue], dimensions: [orders.shop] }
`,
};

const PRODUCTION = {
  cubes: [
    {
      name: "orders",
      measures: [
        { name: "orders.revenue", type: "number", title: "Money in" },
        { name: "orders.unused", type: "number" },
        { name: "orders.spare", type: "number" },
      ],
      dimensions: [
        { name: "orders.status", type: "string" },
        { name: "orders.shop", type: "string", sql: "shop_id" },
      ],
    },
    {
      name: "stock",
      measures: [
        { name: "stock.level", type: "number" },
        { name: "stock.lost", type: "number" },
      ],
      dimensions: [{ name: "stock.counted_at", type: "time", granularities: [{ name: "fiscal_week" }] }],
    },
    {
      name: "suppliers",
      dimensions: [
        { name: "suppliers.name", type: "string" },
        { name: "suppliers.city", type: "string" },
      ],
    },
  ],
};

/** Each kind of difference, and what looks like one. */
const BRANCH = {
  cubes: [
    {
      name: "orders",
      measures: [
        { name: "orders.net_income", type: "number", title: "Money in" },
        { name: "orders.spares", type: "number" },
      ],
      dimensions: [
        { name: "orders.status", type: "number" },
        { name: "orders.branch_office", type: "string", sql: "shop_id" },
        { name: "orders.next", type: "string" },
      ],
    },
    {
      name: "stock",
      measures: [{ name: "stock.level", type: "number" }],
      dimensions: [{ name: "stock.counted_at", type: "time", granularities: [] }],
    },
    {
      name: "vendors",
      dimensions: [
        { name: "vendors.name", type: "string" },
        { name: "vendors.city", type: "string" },
      ],
    },
  ],
};

async function compare(branch: ServedModel, args: string[] = [], answers: Record<string, Answer> = {}) {
  const api = await serveModels({ production: PRODUCTION, "feature/x": branch }, answers);
  const cwd = tempFolder(FILES);
  const ran = await boardwright(["uses", "--branch", "feature/x", ...args], { cwd, env: api.env });
  // No token is ever shown, and the platform's key goes to no data API.
  expect(ran.stdout + ran.stderr).not.toMatch(/token-of-|key-of-the-platform/);
  expect(JSON.stringify(api.data.seen)).not.toContain("key-of-the-platform");
  return { ...ran, api };
}

interface DifferencesJson {
  from: string;
  to: string;
  summary: Record<string, number>;
  differences: {
    change: string;
    member: string;
    renamed: { to: string; by: string } | null;
    dashboards: string[];
    uses: { places: { file: string; line: number }[] }[];
  }[];
}

describe("uses --branch", () => {
  it("says what was added, removed, retyped and renamed, and every dashboard that each touches", async () => {
    const { code, stdout, stderr, api } = await compare(BRANCH, ["--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const { from, to, summary, differences } = JSON.parse(stdout) as DifferencesJson;
    expect([from, to]).toEqual(["production", "branch feature/x"]);
    expect(
      differences.map(({ change, member, renamed, dashboards }) =>
        [change, member, ...(renamed ? [`→ ${renamed.to} by ${renamed.by}`] : []), ...dashboards].join(" "),
      ),
    ).toEqual([
      "added orders.next stock",
      "renamed orders.revenue → orders.net_income by title revenue",
      "renamed orders.shop → orders.branch_office by sql revenue",
      "renamed orders.spare → orders.spares by name",
      "retyped orders.status revenue",
      "removed orders.unused",
      "retyped stock.counted_at stock",
      "removed stock.lost stock",
      "renamed suppliers.city → vendors.city by view",
      "renamed suppliers.name → vendors.name by view stock",
    ]);
    expect(summary).toEqual({ added: 1, removed: 2, retyped: 2, renamed: 5, dashboards: 2 });
    const lost = differences.find(({ member }) => member === "stock.lost");
    expect(lost?.uses[0]?.places).toEqual([{ file: "dashboards/a.yaml", line: 12, column: 91 }]);
    // It reads, and asks for tokens for metadata.
    const writes = api.tenant.seen.filter(({ method }) => method !== "GET").map(({ path }) => path);
    expect(new Set(writes.map((path) => path.replace(/environments\/\d/, "environments/#")))).toEqual(
      new Set(["/api/v1/deployments/12/environments/#/tokens-for-meta-sync"]),
    );
    expect(writes).toHaveLength(2);
  });

  it("prints them for people", async () => {
    const { code, stdout, stderr } = await compare(BRANCH);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("looks renamed to orders.net_income: the same title");
    expect(stdout).toContain("looks renamed to vendors.name: its whole view does");
    expect(stdout).toContain("was a dimension (string), is a dimension (number)");
    expect(stdout).toContain("loses the granularity fiscal_week");
    expect(stdout.split("\n\n").at(-1)).toBe(
      "2 dashboards use what the model changes: 10 members differ from production.\n",
    );
  });

  it("takes a name of three parts for a member if a model has it", async () => {
    const cubes = (...names: string[]) => [
      ...PRODUCTION.cubes,
      { name: "shops", dimensions: names.map((name) => ({ name, type: "string" })) },
    ];
    const api = await serveModels({
      production: { cubes: cubes("shops.city", "shops.city.name") },
      b: { cubes: cubes("shops.city") },
    });
    const chart = "{ id: a, type: CHART, position: [0, 0, 4, 4], config: { dimensions: [shops.city.name] } }";
    const cwd = tempFolder({
      ...FILES,
      "dashboards/b.yaml": `workbooks:\n  b:\n    dashboard: { widgets: [${chart}] }\n`,
    });
    const { stdout } = await boardwright(["uses", "--branch", "b", "--json"], { cwd, env: api.env });
    const { differences } = JSON.parse(stdout) as DifferencesJson;
    expect(differences.map(({ member, dashboards }) => [member, dashboards])).toEqual([
      ["shops.city.name", ["b"]],
    ]);
  });

  it.each([50, 80, 120])("is in no line wider than a terminal of %i columns", async (columns) => {
    const api = await serveModels({ production: PRODUCTION, b: BRANCH });
    const ran = await boardwright(["uses", "--branch", "b"], {
      cwd: tempFolder(FILES),
      env: api.env,
      columns,
    });
    const lines = ran.stdout.replace(/\u001b\[\d+m/g, "").split("\n");
    expect(lines.filter(({ length }) => length > columns)).toEqual([]);
    expect(lines.length).toBeGreaterThan(20);
  });

  it("says so where nothing differs", async () => {
    const { code, stdout } = await compare(PRODUCTION);
    expect([code, stdout]).toEqual([0, "The model of branch feature/x has the members of production's.\n"]);
    const { stdout: markdown } = await compare(PRODUCTION, ["--format", "markdown"]);
    expect(markdown).toBe(
      "### 🟢 Boardwright · branch feature/x: the model of branch feature/x has the members of production&#39;s\n",
    );
  });

  it("is a comment in markdown, and cut to a limit", async () => {
    const { stdout } = await compare(BRANCH, ["--format", "markdown"]);
    expect(stdout.split("\n")[0]).toBe(
      "### 🔴 Boardwright · branch feature/x: <b>2 dashboards</b> use what the model changes · 10 members differ from production",
    );
    expect(stdout).toContain(
      `#### <b>stock.lost</b>  removed

| DASHBOARD | WIDGET | REPORT | FILE |
| :-- | :-- | :-- | :-- |
| Stock (stock) | c |  | dashboards/a.yaml&#58;\u200b12 |`,
    );
    expect(stdout).toContain("<details><summary>3 members that no file names</summary>");
    const many = { cubes: [{ name: "orders", measures: [] }] };
    const cut = await compare(many, ["--format", "markdown", "--limit", "1000"]);
    expect(cut.stdout.length).toBeLessThanOrEqual(1000);
    expect(cut.stdout).toContain("did not fit here");
  });

  it("tells exactly what lint --online tells of a member that is gone", async () => {
    const without = (member: string): ServedModel =>
      JSON.parse(JSON.stringify(PRODUCTION), (_, value) =>
        Array.isArray(value) ? value.filter((each) => each?.name !== member) : value,
      );
    for (const member of ["orders.revenue", "orders.status", "stock.lost", "stock.counted_at"]) {
      const api = await serveModels({ production: PRODUCTION, b: without(member) });
      const cwd = tempFolder(FILES);
      const run = (...args: string[]) =>
        boardwright([...args, "--branch", "b", "--json"], { cwd, env: api.env });
      const found = JSON.parse((await run("uses")).stdout) as DifferencesJson;
      const { diagnostics } = JSON.parse((await run("lint", "--online")).stdout) as {
        diagnostics: { rule: string; message: string; file: string; line: number }[];
      };
      const places = found.differences.flatMap(({ uses }) => uses.flatMap((use) => use.places));
      const gone = diagnostics.filter(({ message }) => message.includes(`\`${member}\``));
      expect(found.differences.map((each) => each.member)).toEqual([member]);
      expect(places.map(({ file, line }) => `${file}:${line}`)).toEqual(
        gone.map(({ file, line }) => `${file}:${line}`),
      );
    }
  });
});

describe("uses --branch that cannot compare", () => {
  const refuse =
    (status: number, error: string): Answer =>
    (_, response) =>
      json(response, status, { error });

  const validate = "/build/api/v1/deployments/{deploymentId}/data-model/validate";
  const described: Answer = (_, response) =>
    json(response, 200, { openapi: "3.1.0", paths: { [validate]: { get: { responses: {} } } } });
  const broken: Answer = (_, response) =>
    json(response, 200, { valid: false, errors: [{ message: "unexpected token", fileName: "orders.yml" }] });

  it.each([
    [
      "no permission to issue a token",
      { "/tokens-for-meta-sync": refuse(403, "Forbidden") },
      /issue a metadata token for environment 2 of deployment 12[\s\S]*403[\s\S]*Forbidden[\s\S]*`DeploymentRead` and `SchemaRead`/,
    ],
    [
      "no permission to see the environments",
      { "/environments": refuse(403, "Forbidden") },
      /list the environments of deployment 12[\s\S]*403/,
    ],
    [
      "a data API that refuses its token",
      { "/meta": refuse(403, "no scope meta") },
      /read the model of environment 2[\s\S]*no scope meta/,
    ],
    [
      "a model that does not compile",
      { "/spec": described, "/validate": broken },
      /the model of branch feature\/x does not compile\n {2}orders\.yml: unexpected token[\s\S]*boardwright validate 12 --branch feature\/x/,
    ],
  ])("%s: says which, exit 1", async (_, answers, said) => {
    const { code, stdout, stderr } = await compare(BRANCH, [], answers as Record<string, Answer>);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("a branch that no environment serves: which there are, or how to turn it on", async () => {
    const api = await serveModels({ production: PRODUCTION });
    const ran = await boardwright(["uses", "--branch", "asleep"], { cwd: tempFolder(FILES), env: api.env });
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/no environment of deployment 12 serves the branch asleep/);
    expect(ran.stderr).toContain("`boardwright data-model enable-branch 12 asleep`");
  });

  it("without a key: which variable", async () => {
    const api = await serveModels({ production: PRODUCTION, b: BRANCH });
    const env = { PLATFORM_API_URL: api.env.PLATFORM_API_URL ?? "" };
    const ran = await boardwright(["uses", "--branch", "b", "--json"], { cwd: tempFolder(FILES), env });
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout).error.code).toBe("failed");
    expect(ran.stderr).toContain("PLATFORM_API_KEY");
    expect(api.tenant.seen).toEqual([]);
  });

  it("waits while a sleeping environment says so", async () => {
    let asked = 0;
    const sleepy: Answer = (seen, response) => {
      asked += 1;
      const isProduction = seen.path.startsWith("/production");
      json(response, 200, asked < 3 ? { error: "Continue wait" } : isProduction ? PRODUCTION : BRANCH);
    };
    const { code, stdout } = await compare(BRANCH, ["--json"], { "/meta": sleepy });
    expect([code, JSON.parse(stdout).summary.removed]).toEqual([0, 2]);
  });
});
