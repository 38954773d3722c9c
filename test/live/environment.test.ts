// The environment that serves a branch: found in every form that platforms list it, waited for, or told why there is none.
import { describe, expect, it } from "vitest";
import { EXIT, UserError } from "../../src/model/index.ts";
import { failure, TOKEN } from "../support/loopback.ts";
import { open, type Place, production, rest } from "./model-place.ts";

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

describe("waiting for an environment", () => {
  it("ends when the caller says so", async () => {
    const stop = new AbortController();
    const branches = [{ id: 1, name: "x", isStagingEnvironmentEnabled: true }];
    const { fetch, readings, clock } = await open({
      environments: (reading) => {
        if (reading === 2) stop.abort();
        return [production];
      },
      branches,
    });
    await failure(fetch({ branch: "x", awaitEnvironment: true, signal: stop.signal }), Error);
    expect(readings()).toBe(2);
    expect(clock.slept).toEqual([3000]);
  });

  it("ends in the middle of a pause, too", async () => {
    const stop = new AbortController();
    const { fetch, readings, clock } = await open({ environments: () => [production] });
    const sleep: typeof clock.sleep = async (_, signals) => {
      stop.abort();
      if (!signals.some(({ aborted }) => aborted)) throw new Error("slept on");
    };
    const asked = { branch: "x", awaitEnvironment: true, signal: stop.signal };
    await failure(fetch({ ...asked, clock: { ...clock, sleep } }), UserError);
    expect(readings()).toBe(2);
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
    expect(await told("nope")).toMatch(
      /deployment 12 has no branch nope\nIt has asleep, main\.\n`boardwright data-model branches`/,
    );
    expect(await told("nope", { branches: [] })).toContain("It has none that this credential can see.");
  });

  it("that does not exist, where there are many: the first twelve, and how many more", async () => {
    const names = Array.from({ length: 14 }, (_, at) => `b${String(at + 10)}`);
    const many = (count: number) => names.slice(0, count).map((name, id) => ({ id, name }));
    const twelve = names.slice(0, 12).join(", ");
    expect(await told("nope", { branches: many(12) })).toContain(`It has ${twelve}.\n`);
    expect(await told("nope", { branches: many(14) })).toContain(`It has ${twelve} and 2 more.\n`);
  });

  it.each([
    ["dev-ada", "staging", "it was forked from, staging, and"],
    ["dev-ada", null, "it was forked from and"],
  ])(
    "that is a personal one, %s of %s, which never has one: where to go instead",
    async (name, parentBranch, way) => {
      const said = await told(name, {
        branches: [{ id: 3, name, parentBranch, isStagingEnvironmentEnabled: false }],
      });
      expect(said).toContain(`${name} is a personal development branch`);
      expect(said).toContain("Deployment 12 serves it only while");
      expect(said).toContain(way);
      expect(said).not.toContain("enable-branch");
    },
  );

  it("that is on and not up yet: to wait", async () => {
    const on = [{ id: 3, name: "dev-ada", isStagingEnvironmentEnabled: true }];
    expect(await told("dev-ada", { branches: on })).toMatch(
      /on, but not up yet\n.*run this again in a minute.*\n`boardwright environments list --type staging`/,
    );
  });

  it("though another of that type has an address that is none, or no address at all", async () => {
    const strange = ["nonsense", "{host}/dev-mode/asleeper/v1", undefined].map((url, at) => ({
      ...{ id: at, type: "staging", api_credentials: url === undefined ? {} : { rest: { url } } },
    }));
    expect(await told("asleep", { environments: () => strange })).toContain("is off");
  });

  it("that is off: how to turn it on", async () => {
    expect(await told("asleep")).toMatch(
      /is off\n.*`boardwright data-model enable-branch 12 asleep`.*\n.*without --branch/,
    );
  });

  it("of which the platform tells nothing: both ways out", async () => {
    const said = await told("asleep", { described: false });
    expect(said).toMatch(/no environment of deployment 12 serves the branch asleep/);
    expect(said).toMatch(/the branch does not exist, or its staging environment is off/);
  });

  it("and production that is not there", async () => {
    expect(await told(undefined)).toMatch(
      /deployment 12 has no production environment\n.*`boardwright environments list`/,
    );
  });
});
