// boardwright test against a data API that was written from the field notes: verdicts, places, what is asked and how often.
import { describe, expect, it } from "vitest";
import { json, TOKEN } from "../support/loopback.ts";
import { ROW, serveData } from "./data-api.ts";
import { beginTest, boards, PROJECT, readJson, reports, runTest, verdicts, writeProject } from "./place.ts";

const MEMBERS = ["orders.revenue", "orders.status", "orders.created_at"];
const MODELS = { main: MEMBERS, "feature/net": ["orders.net", "orders.status", "orders.created_at"] };
const FILES = {
  "dashboards/boards.yaml": boards({ sales: ["revenue", "status"], finance: ["revenue", "both"] }),
  "dashboards/reports.yaml": reports({
    revenue: { measures: ["orders.revenue"] },
    status: { dimensions: ["orders.status"] },
    both: { dimensions: ["orders.status"], measures: ["orders.gone"] },
    idle: { measures: ["orders.revenue"] },
  }),
};

describe("test", () => {
  it("asks production for a row of each query, with a token of the environment and no key", async () => {
    const api = await serveData({ models: MODELS });
    const ran = await runTest(api, writeProject(FILES), ["--json"]);
    expect([ran.code, ran.stderr]).toEqual([1, ""]);
    expect(verdicts(ran)).toEqual(["revenue ok", "status ok", "both failed"]);
    const sent = api.loads.map(({ branch, query }) => `${branch} ${JSON.stringify(query)}`);
    expect(sent.sort()).toEqual([
      'main {"dimensions":["orders.status"],"limit":1}',
      'main {"dimensions":["orders.status"],"measures":["orders.gone"],"limit":1}',
      'main {"measures":["orders.revenue"],"limit":1}',
    ]);
    const { broken, undrawn, environment, of, reports: tested } = readJson(ran);
    expect({ broken, undrawn, environment, of }).toEqual({
      broken: ["finance"],
      undrawn: ["idle"],
      environment: "7",
      of: "production",
    });
    expect(tested[2]).toMatchObject({
      file: "dashboards/reports.yaml",
      line: 4,
      workbooks: ["finance"],
      error: { code: "bad-request", message: "'gone' not found for path 'orders.gone'" },
    });
    expect(tested[0]?.workbooks).toEqual(["finance", "sales"]);
    const tokens = api.seen.filter(({ path }) => path.endsWith("/tokens"));
    expect(tokens.map(({ body }) => JSON.parse(body))).toEqual([
      { security_context: {}, expires_in: expect.any(Number) },
    ]);
    const elsewhere = api.seen.filter(({ path }) => path.startsWith("/data/"));
    const tokensSent = elsewhere.map(({ headers }) => headers.authorization?.replace(/^Bearer /, ""));
    expect([...new Set(tokensSent)]).toEqual(["jwt.of.main"]);
  });

  it("tells what fails on a branch from what failed before", async () => {
    const api = await serveData({ models: MODELS });
    const ran = await runTest(api, writeProject(FILES), ["--json", "--branch", "feature/net"]);
    expect([ran.code, verdicts(ran)]).toEqual([1, ["revenue failed", "status ok", "both failed-before"]]);
    expect(readJson(ran).broken).toEqual(["finance", "sales"]);
    expect(api.loads.map(({ branch }) => branch)).toEqual([
      ...Array(3).fill("feature/net"),
      ...Array(2).fill("main"),
    ]);
    // What fails in production alone is not asked there: only its own failures count.
    const only = await runTest(api, writeProject(FILES), [
      "--json",
      "--branch",
      "feature/net",
      "--only",
      "finance",
    ]);
    expect(verdicts(only)).toEqual(["revenue failed", "both failed-before"]);
    const before = { ...FILES, "dashboards/boards.yaml": boards({ sales: ["status"], finance: ["both"] }) };
    expect((await runTest(api, writeProject(before), ["--branch", "feature/net"])).code).toBe(0);
  });

  it("runs queries alike once, whatever they leave out", async () => {
    const api = await serveData({ models: MODELS });
    const keys = Array.from({ length: 1000 }, (_, at) => `r${at}`);
    const entries = keys.map((key, at) => [
      key,
      { limit: at + 1, measures: [`orders.${at % 5 === 0 ? "revenue" : `m${at % 50}`}`] },
    ]);
    const cwd = writeProject({
      "dashboards/boards.yaml": boards({ sales: keys }),
      "dashboards/reports.yaml": reports(Object.fromEntries(entries)),
    });
    const ran = await runTest(api, cwd, ["--json"]);
    const { queries, summary, reports: tested } = readJson(ran);
    expect(tested).toHaveLength(1000);
    expect([queries, api.loads.length]).toEqual([41, 41]);
    expect(summary).toMatchObject({ ok: 200, failed: 800 });
    expect(tested[999]).toMatchObject({ report: "r999", line: 1001 });
    expect(api.most()).toBeGreaterThan(1);
    expect(api.most()).toBeLessThanOrEqual(8);
  });

  it("keeps to the concurrency of the project", async () => {
    const api = await serveData({
      models: MODELS,
      load: () => ({ body: { data: [] }, wait: new Promise((done) => setTimeout(done, 5)) }),
    });
    const keys = Array.from({ length: 20 }, (_, at) => `r${at}`);
    const files = {
      "dashboards/boards.yaml": boards({ sales: keys }),
      "dashboards/reports.yaml": reports(
        Object.fromEntries(keys.map((key) => [key, { measures: [`orders.${key}`] }])),
      ),
    };
    await runTest(api, writeProject(files, `${PROJECT}apply: { concurrency: 2 }\n`));
    expect([api.loads.length, api.most()]).toEqual([20, 2]);
  });

  it("says empty for no rows, and slow for more time than --slow or the project allows", async () => {
    const api = await serveData({
      models: MODELS,
      load: ({ query }) =>
        JSON.stringify(query).includes("status")
          ? { body: { data: [] } }
          : {
              body: { data: [{ "orders.revenue": ROW }] },
              wait: new Promise((done) => setTimeout(done, 30)),
            },
    });
    const files = { ...FILES, "dashboards/boards.yaml": boards({ sales: ["revenue", "status"] }) };
    const slow = await runTest(api, writeProject(files), ["--slow", "10ms", "--json"]);
    expect([slow.code, verdicts(slow)]).toEqual([0, ["revenue slow", "status empty"]]);
    const project = `${PROJECT}test: { slow: 10ms }\n`;
    expect(verdicts(await runTest(api, writeProject(files, project), ["--json"]))).toContain("revenue slow");
    expect(verdicts(await runTest(api, writeProject(files), ["--json"]))).toContain("revenue ok");
    expect((await runTest(api, writeProject(files), ["--slow", "soon"])).code).toBe(64);
  });

  it("says what a duration looks like for one without a unit, with quotes and without", async () => {
    const api = await serveData({ models: MODELS });
    for (const slow of ["5", '"5"']) {
      const { code, stderr } = await runTest(api, writeProject(FILES, `${PROJECT}test: { slow: ${slow} }\n`));
      expect([code, stderr.includes("quotes")]).toEqual([1, false]);
      expect(stderr).toContain("A duration such as 10s, 500ms or 2m.");
    }
  });

  it("waits while the platform says so, and asks again where something in between is busy", async () => {
    const answers = [
      { body: { error: "Continue wait" } },
      { body: { error: "Continue wait" } },
      { status: 503, body: { error: "starting" } },
      { status: 429, body: { error: "slow down" } },
    ];
    const api = await serveData({ models: MODELS, load: ({ count }) => answers[count - 1] });
    const ran = await runTest(
      api,
      writeProject({ ...FILES, "dashboards/boards.yaml": boards({ sales: ["revenue"] }) }),
    );
    expect([ran.code, api.loads.length]).toEqual([0, 5]);
    expect(ran.stdout).toMatch(/^Of 1 report on production, 1 is ok: 1 query in /);
  });

  it("waits for an environment that sleeps before it asks anything", async () => {
    const sleeping = { status: 200, body: { error: "Continue wait" } };
    const api = await serveData({
      models: MODELS,
      meta: (count) => (count < 4 ? sleeping : { status: 200, body: { cubes: [] } }),
    });
    const ran = await runTest(api, writeProject(FILES), ["--only", "sales"]);
    expect(ran.code).toBe(0);
    const asked = api.seen.flatMap(({ path }) => /\/data\/0\/v1\/(\w+)/.exec(path)?.[1] ?? []);
    expect(asked).toEqual([...Array(4).fill("meta"), "load", "load"]);
  });

  it.each([
    ["an error in words", { status: 400, body: { error: "no join path" } }, "no join path"],
    ["a message", { status: 500, body: { message: "out of memory", code: "db_oom" } }, "out of memory"],
    ["a list", { status: 403, body: { error: [{ message: "not for you" }] } }, "not for you"],
    ["an error with status 200", { status: 200, body: { error: "cube is gone" } }, "cube is gone"],
  ])("shows the platform's words: %s", async (_, answer, words) => {
    const api = await serveData({ models: MODELS, load: () => answer });
    const ran = await runTest(api, writeProject(FILES), ["--json", "--only", "sales"]);
    expect(readJson(ran).reports.map(({ verdict, error }) => [verdict, error?.message])).toEqual([
      ["failed", words],
      ["failed", words],
    ]);
    // 500 is the last word on a query: it is not sent again.
    expect(api.loads).toHaveLength(2);
  });

  it.each([
    ["an object", { status: 500, body: { rows: [{ a: ROW }] } }],
    ["a list", { status: 400, body: [[ROW]] }],
    ["a list, as a success", { status: 200, body: [{ a: ROW }] }],
    ["a text, as a success", { status: 200, body: ROW }],
  ])("shows no row of an answer without words: %s", async (_, answer) => {
    const api = await serveData({ models: MODELS, load: () => answer });
    // runTest fails for an output that holds the row.
    for (const format of ["pretty", "json", "junit", "markdown", "github"]) {
      const args = ["--only", "sales", "--verbose", "--format", format];
      expect((await runTest(api, writeProject(FILES), args)).code).toBe(1);
    }
  });

  it("shows no row of an answer of another shape, and cuts long words", async () => {
    const other = await serveData({
      models: MODELS,
      load: () => ({ body: { rows: [{ a: ROW }] } }),
    });
    const ran = await runTest(other, writeProject(FILES), ["--only", "sales", "--verbose"]);
    expect([ran.code, ran.stdout.includes("holds no rows")]).toEqual([1, true]);
    const long = await serveData({
      models: MODELS,
      load: () => ({ status: 400, body: { error: "x".repeat(9000) } }),
    });
    const { stdout } = await runTest(long, writeProject(FILES), ["--only", "sales"]);
    expect(stdout.length).toBeLessThan(2000);
  });

  it("blanks a credential in the platform's words, before they are cut", async () => {
    const echo = `${"x".repeat(380)} Authorization: jwt.of.main and ${TOKEN}`;
    const api = await serveData({ models: MODELS, load: () => ({ status: 400, body: { error: echo } }) });
    for (const format of ["pretty", "json", "junit", "markdown", "github"]) {
      const { code, stdout } = await runTest(api, writeProject(FILES), [
        "--only",
        "sales",
        "--format",
        format,
      ]);
      expect([code, /jwt|key-4f/.test(stdout)]).toEqual([1, false]);
    }
  });

  it("says which permission is missing for a token, and asks nothing", async () => {
    const api = await serveData({
      models: MODELS,
      token: () => ({ status: 403, body: { error: "Access denied" } }),
    });
    const { code, stdout, stderr } = await runTest(api, writeProject(FILES));
    expect([code, stdout, api.loads]).toEqual([1, "", []]);
    expect(stderr).toContain("issue a token for data for environment 7");
    expect(stderr).toContain("Access denied");
    expect(stderr).toContain("`DeploymentRead`");
  });

  it("sends the security context of the project, and asks nothing if the platform dropped it", async () => {
    const project = `${PROJECT}test: { securityContext: { tenant: north } }\n`;
    const api = await serveData({ models: MODELS });
    expect((await runTest(api, writeProject(FILES, project), ["--only", "sales"])).code).toBe(0);
    const tokens = api.seen.filter(({ path }) => path.endsWith("/tokens"));
    expect(JSON.parse(tokens[0]!.body)).toMatchObject({ security_context: { tenant: "north" } });
    const dropping = await serveData({
      models: MODELS,
      token: () => ({
        status: 200,
        body: {
          data: {
            token: "jwt.of.main",
            security_context: {},
            created_at: "",
            expires_at: "2099-01-01T00:00:00Z",
          },
        },
      }),
    });
    const { code, stderr } = await runTest(dropping, writeProject(FILES, project));
    expect([code, dropping.loads]).toEqual([1, []]);
    expect(stderr).toContain("the platform dropped the security context of the token: tenant");
    expect(stderr).toContain("`DeploymentUpdate`");
  });

  it("names SQL, what has no query, what is skipped, and a query without members", async () => {
    const api = await serveData({ models: MODELS });
    const files = {
      "dashboards/boards.yaml": boards({ sales: ["sql", "wip-a", "none", "nothing", "revenue"] }),
      "dashboards/reports.yaml": `${reports({
        sql: { sqlQuery: "SELECT 1" },
        "wip-a": { measures: ["orders.gone"] },
        none: { query: {} },
        revenue: { measures: ["orders.revenue"] },
      })}  nothing: { name: nothing, workbook: sales }\n`,
    };
    const project = `${PROJECT}test: { skip: ["wip-*", "nobody"] }\n`;
    const cwd = writeProject(files, project);
    const ran = await runTest(api, cwd, ["--json"]);
    const { skipped, reports: tested, notes } = readJson(ran);
    expect(skipped.map(({ report, why }) => `${report} ${why}`)).toEqual([
      "sql sql",
      "wip-a skip",
      "nothing no-query",
    ]);
    expect(tested.map(({ report, verdict, error }) => [report, verdict, error?.help])).toEqual([
      ["none", "failed", "The query names no members: add a measure or a dimension to it."],
      ["revenue", "ok", undefined],
    ]);
    expect(notes).toEqual(["`test.skip` has `nobody`, which no drawn report matches."]);
    const { stdout } = await runTest(api, cwd);
    for (const words of ["no query of the model: sql", "in `test.skip`: wip-a", "having no query: nothing"])
      expect(stdout).toContain(words);
  });

  it("asks what the platform has under a number, and says if it has nothing", async () => {
    const api = await serveData({
      models: MODELS,
      first({ path }, response) {
        const [, id] = /\/reports\/(\d+)$/.exec(path) ?? [];
        if (id === undefined) return false;
        const found: Record<string, object> = {
          41: { jsonQuery: JSON.stringify({ measures: ["orders.revenue"] }) },
          42: { jsonQuery: null, sqlQuery: "SELECT 1" },
        };
        if (found[id]) json(response, 200, { id: Number(id), ...found[id] });
        else json(response, 404, { error: "Report not found" });
        return true;
      },
    });
    const cwd = writeProject({ "dashboards/boards.yaml": boards({ sales: [41, 42, 43], finance: [41] }) });
    const ran = await runTest(api, cwd, ["--json"]);
    const { reports: tested, skipped } = readJson(ran);
    expect(
      tested.map(({ report, verdict, workbooks, error }) => [report, verdict, workbooks, error?.code]),
    ).toEqual([
      ["41", "ok", ["finance", "sales"], undefined],
      ["43", "failed", ["sales"], "no-such-report"],
    ]);
    expect(skipped).toMatchObject([{ report: "42", why: "sql" }]);
  });

  it("says plainly why a branch cannot be asked", async () => {
    const api = await serveData({ models: MODELS, isUp: false });
    const { code, stderr } = await runTest(api, writeProject(FILES), ["--branch", "feature/net"]);
    expect([code, api.loads]).toEqual([1, []]);
    expect(stderr).toContain("no environment of deployment 1 serves the branch feature/net");
    expect(stderr).toContain("`boardwright data-model enable-branch 1 feature/net`");
  });

  it("ends with 130 on Ctrl-C, and leaves nothing in flight", async () => {
    const api = await serveData({
      models: MODELS,
      load: () => ({ body: { data: [] }, wait: new Promise(() => {}) }),
    });
    const running = beginTest(api, writeProject(FILES));
    while (api.loads.length === 0) await new Promise((done) => setTimeout(done, 5));
    running.interrupt();
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("stopped before 3 of 3 reports had an answer");
    expect(stderr).toContain("Not known: both, revenue, status.");
  });

  it("does not connect where there is nothing to ask, and stops for files with errors", async () => {
    const api = await serveData({ models: MODELS });
    const none = await runTest(api, writeProject({ "dashboards/boards.yaml": boards({ sales: [] }) }));
    expect([none.code, api.seen]).toEqual([0, []]);
    expect(none.stdout).toMatch(/^No report was asked on production: 0 queries/);
    const wrong = await runTest(api, writeProject({ "dashboards/boards.yaml": boards({ sales: ["nope"] }) }));
    expect([wrong.code, api.seen]).toEqual([1, []]);
    expect(wrong.stderr).toContain("nothing was asked");
  });

  it("narrows to slugs, files of dashboards, and files of reports", async () => {
    const api = await serveData({ models: MODELS });
    const cwd = writeProject(FILES);
    const of = async (...args: string[]) => verdicts(await runTest(api, cwd, ["--json", ...args]));
    expect(await of("sales")).toEqual(["revenue ok", "status ok"]);
    expect(await of("--only", "fin*")).toEqual(["revenue ok", "both failed"]);
    expect(await of("dashboards/reports.yaml")).toEqual(["revenue ok", "status ok", "both failed"]);
    expect(await of("dashboards/boards.yaml")).toEqual(["revenue ok", "status ok", "both failed"]);
    expect((await runTest(api, cwd, ["nope"])).code).toBe(64);
    expect((await runTest(api, cwd, ["--only", "nope"])).code).toBe(64);
  });
});
