// The data API of the sandbox: whom it answers, and rows that look like a business and stay as they are.
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

const seed: Seed = {
  branches: [
    { name: "main", environmentId: 1 },
    { name: "feature/x", environmentId: 2, isStagingEnvironmentEnabled: true },
  ],
  cubes: [
    {
      name: "orders",
      measures: [
        { name: "orders.revenue", title: "Orders Revenue", type: "number", format: "currency" },
        { name: "orders.count", type: "number" },
      ],
      dimensions: [
        { name: "orders.region", type: "string" },
        { name: "orders.is_paid", type: "boolean" },
        { name: "orders.created_at", type: "time" },
      ],
    },
  ],
  models: { "feature/x": [{ name: "orders", measures: [{ name: "orders.margin" }] }] },
};
const clock = () => new Date("2026-11-20T12:00:00Z");

async function open(options: Parameters<typeof start>[0] = {}) {
  const client = await start({ seed, clock, ...options });
  const issue = async (environment = 1, kind = "tokens"): Promise<string> => {
    const asked = { security_context: {}, expires_in: 600 };
    const { status, body } = await client.at("POST", `/environments/${environment}/${kind}`, asked);
    expect(status).toBe(200);
    return body.data.token;
  };
  const token = await issue();
  const post = (path: string, query: JsonObject, authorization: string | null = token) =>
    client.call("POST", `/hosts/1/${path}`, { query }, authorization);
  const load = (query: JsonObject, authorization?: string | null) =>
    post("data-api/v1/load", query, authorization ?? token);
  return { ...client, issue, token, post, load };
}

const BY_MONTH = {
  measures: ["orders.revenue"],
  timeDimensions: [{ dimension: "orders.created_at", granularity: "month", dateRange: "last 6 months" }],
};

describe("a token for data", () => {
  it("opens rows and metadata of its environment, with or without Bearer, and nothing else", async () => {
    const { token, call, load, issue } = await open();
    expect(decodeJwt(token)).toMatchObject({ scope: "data", environmentId: 1 });
    expect((await load(BY_MONTH)).status).toBe(200);
    expect((await load(BY_MONTH, `Bearer ${token}`)).status).toBe(200);
    expect((await call("GET", "/hosts/1/data-api/v1/meta", undefined, token)).body.cubes).toHaveLength(1);
    expect((await call("GET", "/deployments", undefined, `Bearer ${token}`)).body).toEqual({
      error: "A token for data is valid for the data API only",
    });
    expect((await load(BY_MONTH, await issue(2))).body).toEqual({
      error: "The token belongs to another environment",
    });
  });

  it("is asked for: keys and metadata tokens get no rows", async () => {
    const { load, issue, sandbox, call } = await open();
    expect((await load(BY_MONTH, `Bearer ${sandbox.apiKey}`)).status).toBe(403);
    expect((await load(BY_MONTH, await issue(1, "tokens-for-meta-sync"))).body).toEqual({
      error: "A metadata token cannot query data",
    });
    expect((await call("POST", "/hosts/1/data-api/v1/load", { query: BY_MONTH }, null)).status).toBe(401);
  });

  it("lives for an hour at most", async () => {
    const { at } = await open();
    const ask = (expires_in: number) =>
      at("POST", "/environments/1/tokens", { security_context: {}, expires_in });
    expect((await ask(3601)).status).toBe(400);
    expect((await at("POST", "/environments/1/tokens", { security_context: {} })).body.data.expires_at).toBe(
      "2026-11-20T13:00:00.000Z",
    );
  });
});

describe("rows", () => {
  it("are one for each bucket of a time, oldest first, numbers as text, with title and type of each member", async () => {
    const { load } = await open();
    const { body } = await load(BY_MONTH);
    expect(body.data.map((row: JsonObject) => row["orders.created_at.month"])).toEqual(
      [6, 7, 8, 9, 10, 11].map((month) => `2026-${String(month).padStart(2, "0")}-01T00:00:00.000`),
    );
    for (const row of body.data) expect(row["orders.revenue"]).toMatch(/^\d+(\.\d+)?$/);
    expect(body.annotation).toEqual({
      measures: {
        "orders.revenue": {
          title: "Orders Revenue",
          shortTitle: "Revenue",
          type: "number",
          format: "currency",
        },
      },
      dimensions: {},
      segments: {},
      timeDimensions: {
        "orders.created_at.month": { title: "Created at", shortTitle: "Created at", type: "time" },
      },
    });
  });

  it("are the same for the same query, in another sandbox too, and others for another", async () => {
    const [one, other] = [await open(), await open()];
    const first = (await one.load(BY_MONTH)).body.data;
    expect((await one.load(BY_MONTH)).body.data).toEqual(first);
    expect((await other.load(BY_MONTH)).body.data).toEqual(first);
    expect(new Set(first.map((row: JsonObject) => row["orders.revenue"])).size).toBe(6);
  });

  it("keep order, limit, offset and values that a filter names", async () => {
    const { load } = await open();
    const query = {
      measures: ["orders.revenue"],
      dimensions: ["orders.region"],
      order: { "orders.revenue": "desc" },
    };
    const all = (await load(query)).body.data;
    const figures = all.map((row: JsonObject) => Number(row["orders.revenue"]));
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
    expect(figures.length).toBeGreaterThan(3);
    expect((await load({ ...query, limit: 2, offset: 1 })).body.data).toEqual(all.slice(1, 3));
    const filters = [{ member: "orders.region", operator: "equals", values: ["Mars"] }];
    expect((await load({ ...query, filters })).body.data).toMatchObject([{ "orders.region": "Mars" }]);
    const paid = { measures: ["orders.count"], dimensions: ["orders.is_paid"] };
    expect((await load(paid)).body.data.map((row: JsonObject) => row["orders.is_paid"])).toEqual([
      true,
      false,
    ]);
  });

  it("are of the branch's model, and a member that it lacks is a 400", async () => {
    const { load, post, issue } = await open();
    expect((await load({ measures: ["orders.margin"] })).body).toEqual({
      error: "'orders.margin' not found for path 'orders.margin'",
    });
    expect((await load({ measures: ["orders.margin"] })).status).toBe(400);
    const branch = await post(
      "dev-mode/feature%2Fx/data-api/v1/load",
      { measures: ["orders.margin"] },
      await issue(2),
    );
    expect(branch.body.data).toHaveLength(1);
    expect((await load({})).status).toBe(400);
  });

  it("exist for any member of a seed without a model, and not of an empty sandbox", async () => {
    const { load } = await open({ seed: { branches: seed.branches ?? [] } });
    const { body } = await load({ measures: ["deals.count"], dimensions: ["deals.stage", "owners.name"] });
    expect(body.data.length).toBeGreaterThan(10);
    const { sandbox, call } = await start();
    const { environments } = (await call("GET", "/deployments/1/environments?type=production")).body.data;
    const asked = await call("POST", `/deployments/1/environments/${environments[0].id}/tokens`, {
      security_context: {},
    });
    const answer = await call(
      "POST",
      `${sandbox.url}/hosts/1/data-api/v1/load`,
      { query: { measures: ["deals.count"] } },
      asked.body.data.token,
    );
    // An empty sandbox has a model, and this is not in it.
    expect([answer.status, answer.body.error]).toEqual([
      400,
      "'deals.count' not found for path 'deals.count'",
    ]);
  });

  it("have to be waited for where a fault says so", async () => {
    const { load } = await open({ faults: "continue-wait:1" });
    expect((await load(BY_MONTH)).body).toEqual({ error: "Continue wait" });
    expect((await load(BY_MONTH)).body.data).toHaveLength(6);
  });
});

describe("SQL", () => {
  it("shows what a query asks for", async () => {
    const { post } = await open();
    const { body } = await post("data-api/v1/sql", { ...BY_MONTH, limit: 5 });
    expect(body.sql.sql[0]).toBe(
      'SELECT date_trunc(\'month\', "orders"."created_at"), measure("orders"."revenue") FROM "orders" WHERE "orders"."created_at" inDateRange $1 GROUP BY 1 LIMIT 5',
    );
    expect(body.sql.sql[1]).toEqual([JSON.stringify(BY_MONTH.timeDimensions[0]!.dateRange)]);
  });
});
