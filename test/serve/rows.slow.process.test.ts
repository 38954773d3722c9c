// `serve --data`: rows for charts, asked for by the built command with a token that stays in it.
import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import type { RowsAnswer } from "../../src/serve/studio/protocol.ts";
import { type Answer, describeApi, html, json, serve } from "../support/loopback.ts";
import { startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/sales.yaml";
const DATA = ["--data"];

/** A chart for each query, drawn by a report of the same key. */
const sales = (queries: Record<string, string>, more = "") => `workbooks:
  sales:
    name: Sales
    dashboard:
      layout: { cols: { lg: 12 } }
      widgets:
${Object.keys(queries)
  .map(
    (key, at) =>
      `        - { id: ${key}, type: CHART, position: [0, ${at * 4}, 6, 4], config: { title: ${key}, reportId: { $report: ${key} } } }`,
  )
  .join("\n")}
        - { id: note, type: TEXT, position: [6, 0, 6, 4], config: { markdown: Hello } }
${more}reports:
${Object.entries(queries)
  .map(([key, query]) => `  ${key}: { name: ${key}, workbook: sales, query: ${query} }`)
  .join("\n")}
`;

const REGIONS = "{ measures: [orders.revenue], dimensions: [orders.region] }";

const filesFor = (url: string, deployment: number, text: string) => ({
  "boardwright.yaml": `version: 1\nproject: studio\ntargets:\n  prod: { url: "${url}", deployment: ${deployment} }\n`,
  [FILE]: text,
});

/** Without a model of its own, it has every member. */
async function onSandbox(text: string, options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ seed: {}, ...options });
  onTestFinished(() => sandbox.close());
  const files = filesFor(sandbox.url, sandbox.deployments[0]!, text);
  return { sandbox, files, env: { PLATFORM_API_KEY: sandbox.apiKey } };
}

const path = (widget: string) => `/api/rows?slug=sales&widget=${widget}`;

describe("serve --data", () => {
  it("answers with the rows of a chart, and sends nothing that writes", async () => {
    const { sandbox, files, env } = await onSandbox(sales({ regions: REGIONS }));
    const server = await startStudio(files, { env, args: DATA });
    expect((await server.project()).hasData).toBe(true);
    const answer = await server.get<RowsAnswer>(path("regions"));
    expect(answer).toMatchObject({
      status: "rows",
      columns: [
        { name: "orders.region", kind: "dimension" },
        { name: "orders.revenue", title: "Revenue", kind: "measure" },
      ],
      isCut: false,
    });
    const rows = answer.status === "rows" ? answer.rows : [];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every(([region, revenue]) => typeof region === "string" && typeof revenue === "number")).toBe(
      true,
    );
    expect(await server.get(path("regions"))).toEqual(answer);
    const sent = sandbox.requests.map(({ method, path }) => `${method} ${path}`);
    expect(sent.filter((one) => !one.startsWith("GET "))).toEqual([
      expect.stringMatching(/^POST \/api\/v1\/deployments\/1\/environments\/\d+\/tokens$/),
      "POST /hosts/1/data-api/v1/load",
      "POST /hosts/1/data-api/v1/load",
    ]);
  });

  it("is needed: without it no chart asks, and no token is asked for", async () => {
    const { sandbox, files, env } = await onSandbox(sales({ regions: REGIONS }));
    const server = await startStudio(files, { env });
    await until(server.project, ({ live }) => live.status === "read");
    expect((await server.project()).hasData).toBe(false);
    await expect(server.get(path("regions"))).rejects.toThrow(/^404 .*asks for no rows/);
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect((await server.send(path("regions"))).status).toBe(401);
  });

  it("knows which widgets ask: no text, no widget that is not there", async () => {
    const { files, env } = await onSandbox(sales({ regions: REGIONS }));
    const server = await startStudio(files, { env, args: DATA });
    for (const widget of ["note", "none", ""])
      await expect(server.get(path(widget))).rejects.toThrow(/^404 .*asks for no rows/);
  });

  it("says that the platform is still at it, and has the rows when it has them", async () => {
    const { files, env } = await onSandbox(sales({ regions: REGIONS }), { faults: "continue-wait:2" });
    const server = await startStudio(files, { env, args: DATA });
    expect(await server.get(path("regions"))).toEqual({ status: "waiting" });
    expect(await server.get(path("regions"))).toEqual({ status: "waiting" });
    expect(await server.get(path("regions"))).toMatchObject({ status: "rows" });
  });

  it("says what the platform says of a query that it refuses", async () => {
    const cubes = [{ name: "orders", measures: [{ name: "orders.revenue" }] }];
    const { files, env } = await onSandbox(sales({ regions: REGIONS }), { seed: { cubes } });
    const server = await startStudio(files, { env, args: DATA });
    expect(await server.get(path("regions"))).toMatchObject({
      status: "failed",
      message: "The platform refuses the query: 'orders.region' not found for path 'orders.region'.",
    });
  });

  it("follows the file: another query has another name, and other rows", async () => {
    const { files, env } = await onSandbox(sales({ regions: REGIONS }));
    const server = await startStudio(files, { env, args: DATA });
    const nameOf = async () => {
      const { drawing } = (await server.board("sales")).widgets[0]!;
      return drawing.kind === "chart" ? drawing.rows : null;
    };
    const before = await nameOf();
    server.write(FILE, sales({ regions: "{ measures: [orders.count] }" }));
    await until(nameOf, (name) => name !== before);
    expect(await server.get(path("regions"))).toMatchObject({
      columns: [{ name: "orders.count" }],
      rows: [[expect.any(Number)]],
    });
  });

  it("reads a report that the file names by its number, with the chart that it draws", async () => {
    const reports = [
      { id: 5201, name: "Open", jsonQuery: '{"measures":["orders.count"]}', meta: { kind: "kpi" } },
      { id: 5202, name: "By hand", sqlQuery: "SELECT 1" },
    ];
    const numbered = sales({ regions: REGIONS }).replace("{ $report: regions }", "5201");
    const { files, env } = await onSandbox(numbered, { seed: { reports } });
    const server = await startStudio(files, { env, args: DATA });
    expect(await server.get(path("regions"))).toMatchObject({
      status: "rows",
      chart: "kpi",
      rows: [[expect.any(Number)]],
    });
    const ask = async (id: number, message: string) => {
      server.write(FILE, numbered.replace("5201", String(id)));
      await until(
        () => server.get<RowsAnswer>(path("regions")),
        (answer) => answer.status === "failed" && answer.message === message,
      );
    };
    await ask(5202, "Report 5202 is written in SQL, or has no query.");
    await ask(9999, "The platform has no report 9999.");
  });

  it("works on the embedded sandbox, whose data file others may use meanwhile", async () => {
    const server = await startStudio(
      {
        "boardwright.yaml":
          "version: 1\nproject: studio\ntargets:\n  local: { url: sandbox:.boardwright/sandbox.json, deployment: 1 }\n",
        ".boardwright/sandbox.json": "{}",
        [FILE]: sales({ regions: REGIONS, total: "{ measures: [orders.revenue] }" }),
      },
      { args: DATA },
    );
    const both = await Promise.all(["regions", "total"].map((one) => server.get<RowsAnswer>(path(one))));
    expect(both.map(({ status }) => status)).toEqual(["rows", "rows"]);
    const { code, stderr } = await server.end();
    expect([code, stderr]).toEqual([0, ""]);
  });
});

const TOKEN = "eyJhbGciOiJub25l.data-token-of-the-studio.c2ln";
const KEY = "key-of-the-studio-8d1f";

/** A platform with a data API that answers as the test wants; `widgets` are more of them. */
async function platform(load: Answer, widgets: readonly string[] = []) {
  let origin = "";
  const served = await serve((each, response, count) => {
    const { path } = each;
    const tokens = "/api/v1/deployments/{d}/environments/{e}/tokens";
    const reports = "/api/v1/deployments/{d}/reports/{r}";
    if (path === "/api/v1/spec")
      return json(response, 200, describeApi({ [tokens]: { post: [] }, [reports]: { get: [] } }));
    if (path.includes("/reports/")) return json(response, 404, { error: "no such report" });
    if (path.endsWith("/environments"))
      return json(response, 200, {
        items: [
          {
            id: "7",
            type: "production",
            api_credentials: [{ type: "rest", version: 1, url: `${origin}/data` }],
          },
        ],
      });
    if (path.endsWith("/tokens"))
      return json(response, 200, {
        data: {
          token: TOKEN,
          created_at: new Date().toISOString(),
          expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        },
      });
    return path === "/data/v1/load" ? load(each, response, count) : html(response);
  });
  origin = served.url;
  const files = filesFor(
    served.url,
    1,
    sales(
      { regions: REGIONS, top: "{ measures: [a.b], dimensions: [a.c], limit: 3 }" },
      widgets.map((widget) => `        - ${widget}\n`).join(""),
    ),
  );
  const server = await startStudio(files, { env: { PLATFORM_API_KEY: KEY }, args: DATA });
  const loads = () => served.seen.filter(({ path }) => path === "/data/v1/load");
  return { ...served, server, loads };
}

describe("the token of serve --data", () => {
  it("goes to the data API alone, is asked for once, and is in no answer, even where the platform echoes it", async () => {
    const { server, seen, loads } = await platform(({ headers }, response) =>
      json(response, 400, { error: `no: ${headers.authorization} ${KEY}` }),
    );
    const answers = await Promise.all(
      ["regions", "top", "regions"].map((one) =>
        server.send(path(one), { headers: { authorization: server.authorization } }),
      ),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ status: "failed", message: expect.stringContaining("***") });
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(KEY);
    }
    expect(seen.filter(({ path }) => path.endsWith("/tokens"))).toHaveLength(1);
    expect(JSON.parse(seen.find(({ path }) => path.endsWith("/tokens"))!.body)).toEqual({
      security_context: {},
      expires_in: 3600,
    });
    for (const { headers } of loads()) expect(headers.authorization).toContain(TOKEN);
    expect(JSON.stringify(loads())).not.toContain(KEY);
    const others = seen.filter(({ path }) => path !== "/data/v1/load");
    expect(JSON.stringify(others)).not.toContain(TOKEN);
  });

  it.each([
    ["whole", ""],
    ["cut by the length of a cell", "x".repeat(190)],
  ])("is in no rows either: %s", async (_, before) => {
    const { server } = await platform(({ headers }, response) =>
      json(response, 200, {
        data: [{ "orders.region": `${before}${headers.authorization}`, "orders.revenue": "1" }],
      }),
    );
    const { text } = await server.send(path("regions"), { headers: { authorization: server.authorization } });
    expect(text).not.toContain(TOKEN.slice(0, 8));
    expect(JSON.parse(text)).toMatchObject({
      status: "failed",
      message: "The answer holds a credential, so it is not shown.",
    });
  });
});

describe("a query of serve --data", () => {
  it("has a limit: 500 rows and one to know of more, or the lower one of its own", async () => {
    const row = {
      "orders.region": "x".repeat(500),
      "orders.revenue": "12.5",
      "a.b": "9007199254740993",
      "a.c": null,
    };
    const { server, loads } = await platform(({ body }, response) =>
      json(response, 200, {
        data: Array.from(
          { length: (JSON.parse(body) as { query: { limit: number } }).query.limit },
          () => row,
        ),
      }),
    );
    const many = await server.get<RowsAnswer>(path("regions"));
    expect(many).toMatchObject({ isCut: true, rows: { length: 500 } });
    expect(many.status === "rows" && many.rows[0]).toEqual([`${"x".repeat(199)}…`, 12.5]);
    const few = await server.get<RowsAnswer>(path("top"));
    // No number holds it: it stays what it is.
    expect(few).toMatchObject({ isCut: false, rows: [[null, "9007199254740993"], {}, {}] });
    expect(loads().map(({ body }) => (JSON.parse(body) as { query: { limit: number } }).query.limit)).toEqual(
      [501, 3],
    );
  });

  it("ends when nobody waits for it any more", async () => {
    let isEnded = false;
    const { server, loads } = await platform((_, response) => {
      response.on("close", () => {
        isEnded = true;
      });
    });
    const asked = request({
      host: "127.0.0.1",
      port: server.url.port,
      path: path("regions"),
      headers: { authorization: server.authorization },
    });
    asked.on("error", () => undefined);
    asked.end();
    await until(
      async () => loads().length,
      (count) => count === 1,
    );
    expect(isEnded).toBe(false);
    asked.destroy();
    await until(async () => isEnded, Boolean);
  });

  it("waits while the platform is overloaded, and is a sentence where it answers with a page", async () => {
    let count = 0;
    const { server } = await platform((_, response) => {
      count += 1;
      if (count === 1) return json(response, 503, { error: "busy" });
      return html(response);
    });
    expect(await server.get(path("regions"))).toEqual({ status: "waiting" });
    expect(await server.get(path("regions"))).toMatchObject({
      status: "failed",
      message: expect.stringMatching(/\S.*\.$/),
    });
  });

  it("that fails costs nothing but itself: the served description is read once, not for each", async () => {
    const ids = Array.from({ length: 15 }, (_, at) => at);
    const { seen, server, loads } = await platform(
      (_, response) => json(response, 400, { error: "no such member" }),
      [
        ...ids.map(
          (id) =>
            `{ id: q${id}, type: CHART, position: [9, 0, 1, 1], config: { reportId: { $report: top } } }`,
        ),
        ...ids.map(
          (id) => `{ id: r${id}, type: CHART, position: [9, 0, 1, 1], config: { reportId: ${id + 100} } }`,
        ),
      ],
    );
    await until(server.project, ({ live }) => live.status !== "reading" && live.status !== "off");
    const descriptions = () => seen.filter(({ path }) => path === "/api/v1/spec").length;
    const environments = () => seen.filter(({ path }) => path.endsWith("/environments")).length;
    await server.get(path("regions"));
    const before = [descriptions(), environments()];
    for (const id of ids) {
      const both = [server.get<RowsAnswer>(path(`q${id}`)), server.get<RowsAnswer>(path(`r${id}`))];
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    }
    expect(loads()).toHaveLength(1 + ids.length);
    expect(seen.filter(({ path }) => path.includes("/reports/"))).toHaveLength(ids.length);
    expect([descriptions(), environments()]).toEqual(before);
  });
});
