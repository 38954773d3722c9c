// What the sandbox's data API refuses, and the faults of queries: both as `boardwright test` meets them.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

const seed: Seed = {
  cubes: [
    {
      name: "orders",
      connectedComponent: 1,
      measures: [{ name: "orders.count", type: "number" }],
      dimensions: [
        { name: "orders.status", type: "string" },
        { name: "orders.at", type: "time", granularities: [{ name: "fiscal" }] },
      ],
      segments: [{ name: "orders.paid" }],
    },
    { name: "users", connectedComponent: 1, dimensions: [{ name: "users.city", type: "string" }] },
    { name: "logs", connectedComponent: 2, measures: [{ name: "logs.count", type: "number" }] },
    { name: "loose", measures: [{ name: "loose.count", type: "number" }] },
  ] as never,
};

async function open(options: Parameters<typeof start>[0] = {}) {
  const client = await start({ seed, ...options });
  const { body } = await client.at("GET", "/environments");
  const { id } = body.data.environments[0];
  const issued = await client.at("POST", `/environments/${id}/tokens`, { security_context: {} });
  const post = (name: string) => (query: JsonObject) =>
    client.call("POST", `/hosts/1/data-api/v1/${name}`, { query }, issued.body.data.token);
  return { ...client, load: post("load"), sql: post("sql") };
}

const filter = (operator: string, values?: string[], member = "orders.status") => ({
  measures: ["orders.count"],
  filters: [{ or: [{ and: [{ member, operator, ...(values && { values }) }] }] }],
});

describe("the data API refuses", () => {
  it.each<[string, JsonObject, string]>([
    ["nothing", {}, "Query should contain either measures"],
    ["filters alone", { filters: [] }, "Query should contain either measures"],
    [
      "a member that is not there",
      { measures: ["orders.gone"] },
      "'orders.gone' not found for path 'orders.gone'",
    ],
    ["a cube that is not there", { dimensions: ["carts.id"] }, "'carts.id' not found"],
    ["a filter's member", filter("equals", ["a"], "orders.gone"), "'orders.gone' not found"],
    ["a segment", { measures: ["orders.count"], segments: ["orders.gone"] }, "'orders.gone' not found"],
    [
      "a dimension among measures",
      { measures: ["orders.status"] },
      "'orders.status' is a dimension, not a measure",
    ],
    [
      "a measure among dimensions",
      { dimensions: ["orders.count"] },
      "'orders.count' is a measure, not a dimension",
    ],
    [
      "an operator that does not exist",
      filter("is", ["a"]),
      "Operator 'is' of the filter on 'orders.status'",
    ],
    [
      "a filter without values",
      filter("equals"),
      "Values are required for the filter 'equals' on 'orders.status'",
    ],
    ["no values", filter("gt", []), "Values are required"],
    [
      "a time that is none",
      { timeDimensions: [{ dimension: "orders.status", granularity: "day" }] },
      "'orders.status' is not a time dimension",
    ],
    [
      "a granularity that does not exist",
      { timeDimensions: [{ dimension: "orders.at", granularity: "fortnight" }] },
      "Granularity 'fortnight' does not exist in dimension 'orders.at'",
    ],
    [
      "cubes without a join",
      { measures: ["orders.count", "logs.count"] },
      "Can't find join path to join 'orders', 'logs'",
    ],
    [
      "a filter on a cube without a join",
      filter("set", undefined, "logs.count"),
      "Can't find join path to join 'orders', 'logs'",
    ],
  ])("%s", async (_, query, words) => {
    const { load, sql } = await open();
    for (const ask of [load, sql]) {
      const { status, body } = await ask(query);
      expect([status, body.error]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  it.each<[string, JsonObject]>([
    ["members that are joined", { measures: ["orders.count"], dimensions: ["users.city"] }],
    ["a cube of which the model says no part", { measures: ["orders.count", "loose.count"] }],
    ["a granularity of its own", { timeDimensions: [{ dimension: "orders.at", granularity: "fiscal" }] }],
    ["a filter that needs no values", filter("notSet")],
    ["a segment", { measures: ["orders.count"], segments: ["orders.paid"] }],
  ])("but not %s", async (_, query) => {
    const { load, sql } = await open();
    expect([(await load(query)).status, (await sql(query)).status]).toEqual([200, 200]);
  });
});

describe("faults of queries", () => {
  const QUERY = { measures: ["orders.count"] };

  it("hit and count queries for rows alone", async () => {
    const { load, sql, at } = await open({ faults: "empty-query@2,failed-query@3" });
    const answers: unknown[] = [];
    for (let count = 0; count < 6; count += 1) {
      expect([(await sql(QUERY)).status, (await at("GET", "/environments")).status]).toEqual([200, 200]);
      const { status, body } = await load(QUERY);
      answers.push(status === 200 ? body.data.length : body.error);
    }
    const failed = "Injected fault: the database refused the query";
    expect(answers).toEqual([1, 0, failed, 0, 1, 0]);
  });

  it("make queries slow, and nothing else", async () => {
    const { load, sql } = await open({ faults: "slow-query:80" });
    const timed = async (ask: () => Promise<unknown>) => {
      const started = performance.now();
      await ask();
      return performance.now() - started;
    };
    await load(QUERY);
    expect(await timed(() => load(QUERY))).toBeGreaterThan(75);
    expect(await timed(() => sql(QUERY))).toBeLessThan(75);
  });
});
