// The model of an environment: found by its branch in every form that platforms list it, asked for with a metadata token alone, waited
// for until a deadline on a clock that only tests move.
import { describe, expect, it } from "vitest";
import { type FetchModelOptions, fetchModel } from "../../src/live/index.ts";
import { EXIT, UserError } from "../../src/model/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { type Answer, connectTo, failure, html, json, serve, TOKEN } from "../platform/loopback.ts";

const JWT = "eyJ0eXAi.metadata.jwt";
const META = {
  cubes: [
    {
      name: "orders",
      type: "cube",
      measures: [{ name: "orders.count", type: "number" }],
      dimensions: [
        { name: "orders.created_at", type: "time", granularities: [{ name: "fortnight" }] },
        { name: "status" },
      ],
      segments: [{ name: "orders.paid" }],
      hierarchies: [{ name: "orders.geo" }],
    },
    { name: "empty", measures: null },
    { title: "nameless" },
  ],
};
const DESCRIBED = {
  openapi: "3.1.0",
  paths: Object.fromEntries(
    ["/branches", "/data-model/validate"].map((path) => [
      `/build/api/v1/deployments/{deploymentId}${path}`,
      { get: { responses: {} } },
    ]),
  ),
};

interface Place {
  /** What the list of environments holds at its nth reading; `{host}` stands for the deployment's own host. */
  environments(reading: number): unknown[];
  branches?: unknown[];
  described?: boolean;
  validation?: { status: number; body: unknown };
  token?: Answer;
  meta?: Answer;
}

async function open(place: Place) {
  const host = await serve(place.meta ?? ((_, response) => json(response, 200, META)));
  let readings = 0;
  const tenant = await serve((seen, response, count) => {
    const { path, method } = seen;
    if (path.endsWith("/environments")) {
      readings += 1;
      const written = JSON.stringify(place.environments(readings)).replaceAll("{host}", host.url);
      return json(response, 200, { data: { environments: JSON.parse(written) } });
    }
    if (method === "POST" && path.endsWith("/tokens-for-meta-sync")) {
      if (place.token) return place.token(seen, response, count);
      return json(response, 200, { data: { token: JWT, created_at: "", expires_at: "" } });
    }
    if (path === "/api/v1/spec" && place.described !== false) return json(response, 200, DESCRIBED);
    if (path.endsWith("/branches")) return json(response, 200, { items: place.branches ?? [] });
    if (path.endsWith("/validate")) {
      const { status, body } = place.validation ?? { status: 200, body: { valid: true, errors: [] } };
      return json(response, status, body);
    }
    return html(response);
  });
  const { platform, clock } = connectTo(tenant.url);
  const fetch = (options: Partial<FetchModelOptions> = {}) =>
    fetchModel(platform, 12, { clock, deadlineMs: 60_000, ...options });
  return { host, tenant, clock, fetch, readings: () => readings };
}

const rest = (path: string) => ({ rest: { url: `{host}${path}` } });
const production = { id: "1", name: "production", type: "production", api_credentials: rest("/data-api") };

describe("the environment", () => {
  it("is production without a branch; its model is read into cubes and members", async () => {
    const staging = { id: "2", name: "x", type: "staging", api_credentials: rest("/dev-mode/x/data-api") };
    const { fetch, host, tenant } = await open({ environments: () => [staging, production] });
    expect(await fetch()).toEqual({
      of: "production",
      cubes: [
        {
          name: "orders",
          members: [
            { name: "orders.count", kind: "measure", type: "number", granularities: [] },
            { name: "orders.created_at", kind: "dimension", type: "time", granularities: ["fortnight"] },
            { name: "orders.status", kind: "dimension", granularities: [] },
            { name: "orders.paid", kind: "segment", granularities: [] },
            { name: "orders.geo", kind: "hierarchy", granularities: [] },
          ],
        },
        { name: "empty", members: [] },
      ],
    });
    expect(host.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /data-api/v1/meta"]);
    // The one that writes is the token's; it is asked for a short time, and the API key never leaves the tenant.
    const posts = tenant.seen.filter(({ method }) => method !== "GET");
    expect(posts.map(({ path }) => path)).toEqual([
      "/api/v1/deployments/12/environments/1/tokens-for-meta-sync",
    ]);
    expect(JSON.parse(posts[0]!.body)).toEqual({ security_context: {}, expires_in: 120 });
    expect(JSON.stringify(host.seen)).not.toContain(TOKEN);
  });

  it.each([
    ["its branch", { id: 7, type: "staging", branch: "f/x", name: "other", api_credentials: rest("/a/v1") }],
    ["its name", { id: 7, type: "staging", name: "f/x", api_credentials: rest("/a/v1") }],
    ["its address", { id: 7, type: "staging", api_credentials: rest("/dev-mode/f%2Fx/a/v1") }],
    [
      "its address as it is",
      { id: 7, type: "staging", name: "env 7", api_credentials: rest("/dev-mode/f/x/a/v1") },
    ],
    [
      "a list of credentials",
      {
        id: 7,
        type: "staging",
        branch: "f/x",
        api_credentials: [{ type: "sql" }, { type: "rest", version: 1, url: "{host}/a/v1" }],
      },
    ],
  ])("of a branch is found by %s", async (_, environment) => {
    const decoys = [
      production,
      { id: 8, type: "staging", branch: "x", name: "f/x", api_credentials: rest("/dev-mode/f/x/") },
      { id: 9, type: "staging", branch: "f", api_credentials: rest("/dev-mode/f/a/v1") },
    ];
    const { fetch, tenant, host } = await open({ environments: () => [...decoys, environment] });
    expect((await fetch({ branch: "f/x" })).of).toBe("branch f/x");
    expect(tenant.seen.some(({ path }) => path.includes("/environments/7/"))).toBe(true);
    expect(host.seen.at(-1)?.path).toMatch(/\/v1\/meta$/);
  });

  it("is waited for where it is being turned on", async () => {
    const up = { id: 7, type: "staging", branch: "x", api_credentials: rest("/x") };
    const starting = { ...up, api_credentials: {} };
    const { fetch, clock, readings } = await open({
      environments: (reading) => [production, ...(reading < 3 ? [] : reading < 5 ? [starting] : [up])],
    });
    expect((await fetch({ branch: "x", awaitEnvironment: true })).of).toBe("branch x");
    expect(readings()).toBe(5);
    expect(clock.slept).toEqual([3000, 3000, 3000, 3000]);
  });

  it("is not waited for beyond the deadline", async () => {
    const branches = [{ id: 1, name: "x", isStagingEnvironmentEnabled: true }];
    const { fetch, clock } = await open({ environments: () => [production], branches });
    const error = await failure(
      fetch({ branch: "x", awaitEnvironment: true, deadlineMs: 10_000 }),
      UserError,
    );
    expect(error.message).toBe("the staging environment of branch x is on, but not up yet");
    expect(clock.slept).toEqual([3000, 3000, 3000, 1000]);
  });
});

describe("a branch without an environment", () => {
  const branches = [
    { id: 1, name: "main", isStagingEnvironmentEnabled: false },
    { id: 2, name: "asleep", isStagingEnvironmentEnabled: false },
  ];
  const told = async (branch: string | undefined, place: Partial<Place> = {}) => {
    const { fetch, tenant } = await open({ environments: () => [], branches, ...place });
    const error = await failure(fetch(branch === undefined ? {} : { branch }), UserError);
    expect(error.exitCode).toBe(EXIT.failed);
    expect(tenant.seen.every(({ method }) => method === "GET")).toBe(true);
    return [error.message, ...error.details].join("\n");
  };

  it("that does not exist: which ones do", async () => {
    expect(await told("nope")).toMatch(/deployment 12 has no branch nope\nIt has asleep, main\./);
    expect(await told("nope", { branches: [] })).toContain("It has none that this credential can see.");
  });

  it("that is off: how to turn it on", async () => {
    expect(await told("asleep")).toMatch(/is off\n.*`boardwright data-model enable-branch 12 asleep`/);
  });

  it("of which the platform tells nothing: both ways out", async () => {
    const said = await told("asleep", { described: false });
    expect(said).toMatch(/no environment of deployment 12 serves the branch asleep/);
    expect(said).toMatch(/the branch does not exist, or its staging environment is off/);
  });

  it("and production that is not there", async () => {
    expect(await told(undefined)).toContain("deployment 12 has no production environment");
  });
});

describe("the model", () => {
  const environments = () => [production];

  it("that does not compile is told with its errors, and nothing is checked", async () => {
    const errors = Array.from({ length: 7 }, (_, index) => ({
      message: `wrong ${index}`,
      fileName: "orders.yml",
    }));
    const { fetch, host } = await open({
      environments,
      validation: { status: 200, body: { valid: false, errors } },
    });
    const error = await failure(fetch(), UserError);
    expect(error.message).toBe("the model of production does not compile");
    expect(error.details.slice(0, 6)).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `orders.yml: wrong ${index}`),
      "and 2 more",
    ]);
    expect(host.seen).toEqual([]);
  });

  it("is read all the same by who may not compile it", async () => {
    const { fetch } = await open({
      environments,
      validation: { status: 403, body: { error: "SchemaRead" } },
    });
    expect((await fetch()).cubes).toHaveLength(2);
  });

  it("that shows nothing is no model to check against", async () => {
    const { fetch } = await open({ environments, meta: (_, response) => json(response, 200, { cubes: [] }) });
    const error = await failure(fetch(), UserError);
    expect(error.message).toBe("the model of production shows no cubes and no views");
  });

  it.each([401, 403])("whose token is refused (%i) says by whom and which permission", async (status) => {
    const { fetch, host } = await open({
      environments,
      token: (_, response) => json(response, status, { error: "no" }),
    });
    const error = await failure(fetch(), PlatformError);
    expect(error.message).toContain("metadata token");
    if (status === 403) expect(error.details.join()).toMatch(/`DeploymentRead` and `SchemaRead`/);
    expect(host.seen).toEqual([]);
  });

  it("is waited for longer than one request may: the same one again, until the deadline", async () => {
    const slow = await open({
      environments,
      meta: (_, response, count) => json(response, 200, count < 60 ? { error: "Continue wait" } : META),
    });
    const start = slow.clock.now();
    expect((await slow.fetch({ deadlineMs: 1_000_000 })).cubes).toHaveLength(2);
    expect(slow.clock.now() - start).toBeGreaterThan(120_000);
    expect(new Set(slow.host.seen.map(({ url }) => url)).size).toBe(1);

    const never = await open({
      environments,
      meta: (_, response) => json(response, 200, { error: "Continue wait" }),
    });
    const error = await failure(never.fetch({ deadlineMs: 200_000 }), UserError);
    expect(error.message).toBe("the model of production did not answer within 200 s");
    expect(error.details.join()).toContain("run this again");
    expect(never.clock.now() - start).toBeLessThan(400_000);
  });

  it("that never answers ends with the deadline", async () => {
    const { fetch, clock } = await open({
      environments,
      // What a real clock does by itself.
      meta: async () => {
        await clock.sleep(60_000, []);
        clock.ring();
      },
    });
    const error = await failure(fetch({ deadlineMs: 60_000 }), UserError);
    expect(error.message).toBe("the model of production did not answer within 60 s");
  });

  it("is given up at once when the caller says so", async () => {
    const stop = new AbortController();
    const { fetch } = await open({ environments, meta: () => stop.abort() });
    const error = await failure(fetch({ signal: stop.signal }), PlatformError);
    expect(error.exitCode).toBe(EXIT.interrupted);
  });
});
