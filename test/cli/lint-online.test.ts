// boardwright lint --online as it is run against the sandbox: findings in every format, branches with models of their own, and what goes
// wrong between here and a model.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../support/command.ts";
import { html, json, serve } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";

const cubes = (revenue: string) => [
  {
    name: "orders",
    type: "view",
    measures: [{ name: revenue, type: "number" }],
    dimensions: [{ name: "orders.status", type: "string" }],
  },
];
const SEED = {
  branches: [
    { name: "main" },
    { name: "feature/net", isStagingEnvironmentEnabled: true },
    { name: "same", isStagingEnvironmentEnabled: true },
    { name: "asleep" },
    { name: "broken", isStagingEnvironmentEnabled: true },
    { name: "dev-ann" },
  ],
  cubes: cubes("orders.revenue"),
  models: { "feature/net": cubes("orders.net_revenue") },
  modelErrors: { broken: [{ message: "orders.revenue: unexpected token", fileName: "cubes/orders.yml" }] },
  apiKeys: [{ key: "elsewhere", deployments: [2] }],
  deployments: [{ id: 1 }, { id: 2 }],
};
const PROJECT = `version: 1
project: acme
defaultTarget: test
targets:
  test: { url: https://platform.test, deployment: 1, vars: { measure: revenue } }
  other: { url: https://other.test, deployment: 1, vars: { measure: gone } }
`;
const FILES = {
  "boardwright.yaml": PROJECT,
  "dashboards/a.yaml": `workbooks:
  a:
    dashboard:
      widgets:
        - { id: a, type: CHART, position: [0, 0, 4, 4], config: { $include: ./chart.yaml } }
  b:
    dashboard:
      widgets:
        - { id: b, type: CHART, position: [0, 0, 4, 4], config: { reportId: { $report: r } } }
`,
  "dashboards/c.yaml": `workbooks:
  c:
    dashboard:
      widgets:
        - { id: c, type: CHART, position: [0, 0, 4, 4], config: { measures: ["orders.\${var.measure}"] } }
        - { id: d, type: TEXT, position: [3, 3, 4, 4], config: { markdown: main.js } }
`,
  "dashboards/chart.yaml": "title: Revenue\nquery:\n  measures: [orders.revenue]\n",
  "dashboards/reports.yaml":
    "reports:\n  r: { name: R, workbook: b, query: { measures: [orders.revenue] } }\n",
};

async function open(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await createSandbox({ seed: SEED, ...options });
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder(FILES);
  const run = async (args: string[], env: Record<string, string> = {}): Promise<Ran> => {
    const ran = await boardwright(["lint", ...args], {
      cwd,
      env: { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey, ...env },
    });
    // No token is ever shown: neither the key nor a JWT.
    expect(ran.stdout + ran.stderr).not.toContain(sandbox.apiKey);
    expect(ran.stdout + ran.stderr).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    return ran;
  };
  return { sandbox, cwd, run };
}

const OVERLAP = "widget-overlap dashboards/c.yaml:6";
const listed = ({ stdout }: Ran): string[] =>
  JSON.parse(stdout).diagnostics.map(
    ({ rule, file, line }: { rule: string; file: string; line: number }) => `${rule} ${file}:${line}`,
  );

describe("lint --online", () => {
  it("adds nothing where the production model has every member", async () => {
    const { run, sandbox } = await open();
    const ran = await run(["--online", "--json", "--target", "test"]);
    expect([ran.code, listed(ran)]).toEqual([0, [OVERLAP]]);
    expect(ran.stderr).toBe("No workbook breaks on the model of production.\n");
    expect((await run(["--online", "--quiet"])).stderr).toBe("");
    const sent = sandbox.requests.filter(({ method }) => method !== "GET");
    expect(new Set(sent.map(({ path }) => path.replace(/\d{4}/, "#")))).toEqual(
      new Set(["/api/v1/deployments/1/environments/#/tokens-for-meta-sync"]),
    );
  });

  it("keeps the findings of the files if there is no model, and says how a sandbox gets one", async () => {
    const { run, cwd } = await open({ seed: { deployments: [{ id: 1 }] } as never });
    const ran = await run(["--online", "--target", "test"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("widget-overlap");
    expect(ran.stderr).toContain("error: the model of production shows no cubes and no views");
    expect(ran.stderr).not.toContain("docs/sandbox.md");
    for (const json of [["--json"], ["--format", "json"]]) {
      const { code, stdout, stderr } = await run(["--online", ...json]);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({
        error: { code: "failed", message: expect.stringContaining("no cubes and no views") },
        summary: { errors: 0, warnings: 1, files: expect.any(Number) },
        diagnostics: [{ rule: "widget-overlap", file: "dashboards/c.yaml", line: 6 }],
      });
      expect(stderr).toContain("error: the model of production shows no cubes");
    }
    expect((await run(["--online", "--format", "sarif"])).stdout).toBe("");
    writeFileSync(`${cwd}/boardwright.yaml`, PROJECT.replace("https://platform.test", "sandbox:s.json"));
    writeFileSync(`${cwd}/s.json`, JSON.stringify({ deployments: [{ id: 1 }] }));
    const embedded = await boardwright(["lint", "--online", "--target", "test"], { cwd });
    expect([embedded.code, embedded.stdout]).toEqual([1, expect.stringContaining("widget-overlap")]);
    expect(embedded.stderr).toContain("under `cubes`: docs/sandbox.md");
  });

  it("--fix writes what is meant where it is written, and leaves what a variable puts together", async () => {
    const slip = { name: "slip", isStagingEnvironmentEnabled: true };
    const branches = [...SEED.branches, slip];
    const models = { slip: cubes("orders.revenues") };
    const { run, cwd } = await open({ seed: { ...SEED, branches, models } });
    const text = (file: string) => readFileSync(join(cwd, file), "utf8");
    const branch = ["--online", "--branch", "slip", "--target", "test"];
    const told = await run(branch);
    expect(told.stdout).toContain(
      "2 can be fixed with `boardwright lint --online --branch slip --fix --target test`.",
    );
    const fixed = await run([...branch, "--fix", "--json"]);
    expect([fixed.code, listed(fixed)]).toEqual([1, ["unknown-member dashboards/c.yaml:5", OVERLAP]]);
    expect(text("dashboards/chart.yaml")).toBe("title: Revenue\nquery:\n  measures: [orders.revenues]\n");
    expect(text("dashboards/reports.yaml")).toContain("[orders.revenues]");
    expect(text("dashboards/c.yaml")).toBe(FILES["dashboards/c.yaml"]);
  });

  it("tells which workbooks a branch would break, file and line, through includes and reports", async () => {
    const { run } = await open();
    const ran = await run(["--online", "--branch", "feature/net", "--json", "--target", "test"]);
    expect(listed(ran)).toEqual([
      "unknown-member dashboards/c.yaml:5",
      OVERLAP,
      "unknown-member dashboards/chart.yaml:3",
      "unknown-member dashboards/reports.yaml:2",
    ]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe("3 workbooks break on the model of branch feature/net: a, b, c\n");
    expect((await run(["--online", "--branch", "same", "--target", "test"])).code).toBe(0);
  });

  it("checks the default target's workbooks, and offline those of every target as before", async () => {
    const { run } = await open();
    expect(listed(await run(["--online", "--json"]))).toEqual([OVERLAP]);
    const other = await run(["--online", "--json", "--target", "other"]);
    expect(listed(other)).toEqual(["unknown-member dashboards/c.yaml:5", OVERLAP]);
  });

  it("narrows to paths: what they hold, and the reports that it shows", async () => {
    const { run } = await open();
    const branch = ["--online", "--branch", "feature/net", "--json", "--target", "test"];
    expect(listed(await run([...branch, "dashboards/a.yaml"]))).toEqual([
      "unknown-member dashboards/chart.yaml:3",
      "unknown-member dashboards/reports.yaml:2",
    ]);
    expect(listed(await run([...branch, "dashboards/c.yaml"]))).toEqual([
      "unknown-member dashboards/c.yaml:5",
      OVERLAP,
    ]);
  });

  it.each(["pretty", "sarif", "github", "junit", "codequality"])("tells them in %s", async (format) => {
    const { run } = await open();
    const { stdout, code } = await run(["--online", "--branch", "feature/net", "--format", format]);
    expect(code).toBe(1);
    for (const part of ["unknown-member", "widget-overlap", "orders.net_revenue", "dashboards/chart.yaml"])
      expect(stdout).toContain(part);
  });

  it("follows the severities of the project file, and --max-warnings", async () => {
    const { cwd, run } = await open();
    writeFileSync(`${cwd}/boardwright.yaml`, `${PROJECT}lint: { rules: { unknown-member: warning } }\n`);
    const args = ["--online", "--branch", "feature/net", "--target", "test"];
    expect((await run(args)).code).toBe(0);
    expect((await run([...args, "--max-warnings", "3"])).code).toBe(1);
  });

  it("waits while the platform says so", async () => {
    const { run } = await open({ faults: "continue-wait:2" });
    expect((await run(["--online", "--target", "test"])).code).toBe(0);
  });

  it("works on the embedded sandbox without credentials, on its model of `orders`", async () => {
    const cwd = tempFolder({
      ...FILES,
      "boardwright.yaml": PROJECT.replace(/https:\S+test/, "sandbox:s.json").replace(
        /https:\S+test/,
        "sandbox:t.json",
      ),
    });
    const ran = await boardwright(["lint", "--online", "--target", "test"], { cwd });
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("No workbook breaks on the model")]);
    const gone = await boardwright(["lint", "--online", "--target", "other"], { cwd });
    expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining("orders.gone")]);
  });
});

describe("lint --online that cannot check", () => {
  it.each([
    [
      "a branch that is not there",
      ["--branch", "nope"],
      /deployment 1 has no branch nope\n {2}It has asleep, broken, dev-ann, /,
    ],
    [
      "a branch that is off",
      ["--branch", "asleep"],
      /is off\n.*`boardwright data-model enable-branch 1 asleep`/,
    ],
    [
      "a personal branch",
      ["--branch", "dev-ann"],
      /dev-ann is a personal development branch[\s\S]*forked from, main, and name that instead/,
    ],
    [
      "a broken model",
      ["--branch", "broken"],
      /does not compile\n {2}cubes\/orders\.yml: orders\.revenue: unexpected token/,
    ],
  ])("says so of %s, and writes nothing", async (_, args, said) => {
    const { run } = await open();
    const ran = await run(["--online", "--fix", ...args]);
    expect([ran.code, ran.stdout]).toEqual([1, expect.stringContaining("widget-overlap")]);
    expect(ran.stderr).toMatch(said);
  });

  it("answers --json with one document", async () => {
    const { run } = await open();
    const { stdout } = await run(["--online", "--json", "--branch", "asleep"]);
    expect(JSON.parse(stdout).error.message).toBe("the staging environment of branch asleep is off");
  });

  it("says which credential was refused", async () => {
    const { run } = await open();
    const ran = await run(["--online"], { PLATFORM_API_KEY: "elsewhere" });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/\(403\)/);
    const wrong = await run(["--online"], { PLATFORM_API_KEY: "wrong" });
    expect(wrong.stderr).toMatch(/\(401\)[\s\S]*PLATFORM_API_KEY/);
  });

  it("says it of a deployment that lacks the operation", async () => {
    const old = await serve(({ path }, response) =>
      path === "/api/v1/spec" ? json(response, 200, { openapi: "3.1.0", paths: {} }) : html(response),
    );
    const { run } = await open();
    const ran = await run(["--online"], { PLATFORM_API_URL: old.url });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /list the environments of deployment 1: this deployment has no such operation/,
    );
  });

  it("takes no --branch without --online, no empty one, and one target", async () => {
    const { run, sandbox } = await open();
    const alone = await run(["--branch", "same"]);
    expect([alone.code, alone.stderr]).toEqual([
      64,
      expect.stringContaining("boardwright lint --online --branch same"),
    ]);
    expect((await run(["--online", "--branch", ""])).code).toBe(64);
    expect((await run(["--online", "--target", "test", "--target", "other"])).code).toBe(64);
    expect(sandbox.requests).toEqual([]);
  });
});
