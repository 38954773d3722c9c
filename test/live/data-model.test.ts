// The model of an environment: asked for with a metadata token alone, waited for until a deadline on a clock that only tests move.
import { describe, expect, it } from "vitest";
import { EXIT, UserError } from "../../src/model/index.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { failure, json } from "../support/loopback.ts";
import { META, open, production, rest } from "./model-place.ts";

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
    expect(error.details.join()).toMatch(/Environment 1 of deployment 12.*private or hidden/);
    expect(error.exitCode).toBe(EXIT.failed);
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
    expect(error.details.join()).toContain("look at the deployment's build");
  });

  it("whose answer is a refusal when time is over is refused, not late", async () => {
    const { fetch, clock } = await open({
      environments,
      meta: async (_, response) => {
        await clock.sleep(60_000, []);
        json(response, 400, { error: "no such cube" });
      },
    });
    const error = await failure(fetch({ deadlineMs: 60_000 }), PlatformError);
    expect(error.details.join()).toContain("no such cube");
  });

  it("is not late where everything is ended before the deadline", async () => {
    const stop = new AbortController();
    const { fetch } = await open({ environments, signal: stop.signal, meta: () => stop.abort() });
    expect((await failure(fetch(), PlatformError)).exitCode).toBe(EXIT.interrupted);
  });

  it("is given up at once when the caller says so", async () => {
    const stop = new AbortController();
    const { fetch } = await open({ environments, meta: () => stop.abort() });
    const error = await failure(fetch({ signal: stop.signal }), PlatformError);
    expect(error.exitCode).toBe(EXIT.interrupted);
  });

  it.each([
    [1_000, 61],
    [60_500, 121],
    [3_540_000, 3600],
    [9_000_000, 3600],
  ])(
    "is asked for with a token that outlives a deadline of %i ms by a minute, an hour at most: %i s",
    async (deadlineMs, seconds) => {
      const { fetch, tenant, alarms } = await open({ environments });
      await fetch({ deadlineMs });
      const [post] = tenant.seen.filter(({ method }) => method === "POST");
      expect(JSON.parse(post?.body ?? "")).toMatchObject({ expires_in: seconds });
      expect(alarms()).toBe(0);
    },
  );

  const staging = { id: "2", name: "f/x", type: "staging", api_credentials: rest("/x") };
  const served = { id: "1", branch: "main", type: "production", api_credentials: rest("/data-api") };
  it.each([
    [undefined, undefined, ""],
    ["main", undefined, ""],
    ["f/x", "f/x", " --branch f/x"],
  ])("of %s is compiled on the branch %s", async (branch, compiled, flag) => {
    const validation = { status: 200, body: { valid: false, errors: [{ message: "wrong" }] } };
    const { fetch, tenant } = await open({ environments: () => [staging, served], validation });
    const error = await failure(fetch(branch === undefined ? {} : { branch }), UserError);
    expect(tenant.seen.find(({ path }) => path.endsWith("/validate"))?.query.branchName).toBe(compiled);
    expect(error.message).toBe(
      `the model of ${branch === undefined ? "production" : `branch ${branch}`} does not compile`,
    );
    expect(error.details).toEqual(["wrong", expect.stringContaining(`\`boardwright validate 12${flag}\``)]);
  });

  it("is not compiled where the platform does not describe that", async () => {
    const { fetch, tenant } = await open({ environments, described: false });
    expect((await fetch()).cubes).toHaveLength(2);
    expect(tenant.seen.some(({ path }) => path.endsWith("/validate"))).toBe(false);
  });

  it("whose compilation is cut short by the caller is not read", async () => {
    const stop = new AbortController();
    const { fetch, host } = await open({ environments, validation: () => stop.abort() });
    const error = await failure(fetch({ signal: stop.signal }), PlatformError);
    expect(error.exitCode).toBe(EXIT.interrupted);
    expect(host.seen).toEqual([]);
  });

  it("whose host fails says so, and is not asked again for that", async () => {
    const { fetch, host } = await open({
      environments,
      meta: (_, response) => json(response, 400, { error: "no such cube" }),
    });
    const error = await failure(fetch(), PlatformError);
    expect(error.details.join()).toContain("no such cube");
    expect(host.seen).toHaveLength(1);
  });

  it.each<[unknown, string[]]>([
    [{ cubes: {} }, []],
    [{ cubes: [null, "text", { name: 7 }, { name: "a" }] }, ["a"]],
    [{ cubes: [{ name: "a", measures: ["text", null, { name: 7 }, { name: "n", type: 7 }] }] }, ["a", "a.n"]],
    [
      {
        cubes: [
          {
            name: "a",
            dimensions: [{ name: "b.t", granularities: [null, { title: "x" }, { name: "week" }] }],
          },
        ],
      },
      ["a", "b.t week"],
    ],
  ])("is read without what it cannot be: %j", async (meta, names) => {
    const { fetch } = await open({ environments, meta: (_, response) => json(response, 200, meta) });
    const read = await fetch().catch((error: unknown) => {
      expect(error).toBeInstanceOf(UserError);
      return { cubes: [] };
    });
    const told = read.cubes.flatMap(({ name, members }) => [
      name,
      ...members.map((member) => {
        expect(member).not.toHaveProperty("type");
        return [member.name, ...member.granularities].join(" ");
      }),
    ]);
    expect(told).toEqual(names);
  });
});
