// test --branch --against: what the branch and production compile to the same SQL is run once, and the SQL is in no output.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type DataApiOptions, serveData } from "./data-api.ts";
import { beginTest, boards, PROJECT, readJson, reports, runTest, verdicts, writeProject } from "./place.ts";

const SECRET = "column_nobody_may_see";
const FILES = {
  "dashboards/boards.yaml": boards({ sales: ["kept", "changed", "gone"] }),
  "dashboards/reports.yaml": reports({
    kept: { measures: ["o.kept"] },
    changed: { measures: ["o.changed"] },
    gone: { measures: ["o.gone"] },
  }),
};
const MODELS = { main: ["o.kept", "o.changed", "o.gone"], next: ["o.kept", "o.changed"] };

/** A repository whose branch has all the reports, and `main` none. */
function repository(project = PROJECT): string {
  const cwd = writeProject(FILES, project);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent" },
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "boardwright.yaml");
  git("commit", "--quiet", "-m", "base");
  return cwd;
}

/** Each query fails on the branch; `changed` alone compiles to other SQL, and does not fail in production. */
const refused: DataApiOptions["load"] = ({ query, branch }) =>
  branch === "main" && /changed|gone/.test(JSON.stringify(query))
    ? undefined
    : { status: 500, body: { error: "the database refused it" } };
const compile: NonNullable<DataApiOptions["sql"]> = ({ query, branch }) => {
  const text = JSON.stringify(query);
  if (text.includes("gone") && branch === "next")
    return { status: 400, body: { error: "'gone' not found for path 'o.gone'" } };
  const sql = `SELECT ${SECRET}, ${text.includes("changed") ? branch : "x"} FROM o`;
  return { body: { sql: { status: "ok", sql: [sql, []], dataSource: "default" } } };
};

const ARGS = ["--branch", "next", "--against", "main"];

async function run(options: Partial<DataApiOptions>, args = ARGS) {
  const api = await serveData({ models: MODELS, load: refused, ...options });
  const ran = await runTest(api, repository(), [...args, "--json", "--verbose"]);
  expect(ran.stdout + ran.stderr).not.toContain(SECRET);
  const production = api.loads.filter(({ branch }) => branch === "main");
  return { api, ran, production: production.map(({ query }) => JSON.stringify(query)).sort() };
}

const ALL = ["changed", "gone", "kept"].map((name) => `{"measures":["o.${name}"],"limit":1}`);

describe("compiled SQL with --against", () => {
  it("runs a query once if its SQL is the same in production, and both if it is not known", async () => {
    const { api, ran, production } = await run({ sql: compile });
    expect([ran.code, verdicts(ran)]).toEqual([1, ["kept failed-before", "changed failed", "gone failed"]]);
    expect(production).toEqual(ALL.filter((query) => !query.includes("kept")));
    expect(api.compiled.map(({ branch }) => branch).sort()).toEqual([
      ...Array(3).fill("main"),
      ...Array(3).fill("next"),
    ]);
    const said = readJson(ran).reports.map((one) => (one as { sameSql?: true }).sameSql);
    expect(said).toEqual([true, undefined, undefined]);
  });

  it("says that it was not run there", async () => {
    const api = await serveData({ models: MODELS, load: refused, sql: compile });
    const cwd = repository();
    const of = async (format: string) => (await runTest(api, cwd, [...ARGS, "--format", format])).stdout;
    for (const format of ["pretty", "github", "markdown", "junit"])
      expect(await of(format)).toContain("fails on branch next, and its SQL is the same in production");
    for (const format of ["pretty", "github", "markdown", "junit", "json"])
      expect(await of(format)).not.toContain(SECRET);
  });

  it("runs it in production if the data source is another", async () => {
    const { ran, production } = await run({
      sql: (load) => {
        const sql = ["SELECT 1", []];
        return { body: { sql: { sql, dataSource: load.branch } } };
      },
    });
    expect(production).toEqual(ALL);
    expect(verdicts(ran)).toContain("kept failed-before");
  });

  it("does not compare without --against", async () => {
    const { api, production } = await run({ sql: compile }, ["--branch", "next"]);
    expect([api.compiled, production]).toEqual([[], ALL]);
  });

  const toMain = (answer: ReturnType<NonNullable<DataApiOptions["sql"]>>) => (load: { branch: string }) =>
    load.branch === "main" ? answer : compile(load as never);
  it.each<[string, DataApiOptions["sql"]]>([
    ["is not there", undefined],
    ["refuses the token", toMain({ status: 403, body: { error: "Forbidden" } })],
    ["fails", toMain({ status: 500, body: { error: `cannot compile ${SECRET}` } })],
    ["answers something else", toMain({ body: { sql: SECRET } })],
    ["answers without SQL", toMain({ body: { sql: { status: "error", error: SECRET } } })],
    ["makes us wait", toMain({ body: { error: "Continue wait" } })],
  ])("runs both if /sql of one side %s", async (_, sql) => {
    const { ran, production } = await run({ ...(sql && { sql }) });
    expect(production).toEqual(ALL);
    expect([ran.code, verdicts(ran)]).toEqual([1, ["kept failed-before", "changed failed", "gone failed"]]);
  });

  it("asks a place that has no /sql once for each query in flight, not for all", async () => {
    const api = await serveData({ models: MODELS, load: () => ({ status: 400, body: { error: "no" } }) });
    const keys = Array.from({ length: 60 }, (_, at) => `r${at}`);
    const cwd = repository(`${PROJECT}apply: { concurrency: 4 }\n`);
    writeFileSync(`${cwd}/dashboards/boards.yaml`, boards({ sales: keys }));
    const entries = keys.map((key) => [key, { measures: [`o.${key}`] }]);
    writeFileSync(`${cwd}/dashboards/reports.yaml`, reports(Object.fromEntries(entries)));
    const ran = await runTest(api, cwd, [...ARGS, "--json"]);
    expect([ran.code, readJson(ran).summary["failed-before"]]).toEqual([0, 60]);
    expect(api.compiled.length).toBeLessThanOrEqual(4);
  });

  it("ends with 130 on Ctrl-C while SQL is compiled", async () => {
    const api = await serveData({
      models: MODELS,
      load: refused,
      sql: () => ({ body: {}, wait: new Promise(() => {}) }),
    });
    const running = beginTest(api, repository(), ARGS);
    while (api.compiled.length === 0) await new Promise((done) => setTimeout(done, 5));
    running.interrupt();
    expect([(await running.ended).code, api.loads.every(({ branch }) => branch === "next")]).toEqual([
      130,
      true,
    ]);
  });
});

describe("compiled SQL on the sandbox", () => {
  const cubes = (more: object = {}) =>
    [
      {
        name: "o",
        measures: [{ name: "kept" }, { name: "changed", sql: "a", ...more }, { name: "gone" }],
      },
    ] as never;

  it("comes from the model of each branch", async () => {
    const sandbox = await createSandbox({
      seed: {
        deployments: [{ id: 1 }],
        branches: [{ name: "main" }, { name: "next", isStagingEnvironmentEnabled: true }],
        cubes: cubes(),
        models: { next: cubes({ sql: "b", aggType: "sum" }) },
      } as never,
      faults: "failed-query:1",
    });
    onTestFinished(() => sandbox.close());
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const ran = await boardwright(["test", ...ARGS, "--json"], { cwd: repository(), env });
    expect([ran.code, verdicts(ran)]).toEqual([
      0,
      ["kept failed-before", "changed failed-before", "gone failed-before"],
    ]);
    const loads = sandbox.requests.filter(({ path }) => path.endsWith("/load"));
    // Three on the branch; of production only the one whose SQL is another.
    expect(loads.map(({ path }) => path.includes("/dev-mode/")).sort()).toEqual([false, true, true, true]);
  });
});
