import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { start, tickingClock } from "./support.ts";

const BUILD = "/build/api/v1/deployments/1";

async function open(options: Parameters<typeof start>[0] = {}) {
  const client = await start(options);
  const put = (body: Record<string, unknown>) =>
    client.call("PUT", `${BUILD}/branches/staging-environment`, body as never);
  const staging = async () =>
    (await client.at("GET", "/environments?type=staging")).body.data.environments.map(
      ({ branch }: { branch: string }) => branch,
    );
  return { ...client, put, staging };
}

describe("GET …/branches", () => {
  it("has one branch of each kind in an empty sandbox, by first and after", async () => {
    const { call } = await open();
    const { body } = await call("GET", `${BUILD}/branches`);
    expect(body.items).toMatchObject([
      { id: 1001, name: "main", parentBranch: null, isStagingEnvironmentEnabled: false },
      { id: 1002, name: "new-metrics", parentBranch: "main", isStagingEnvironmentEnabled: false },
      { id: 1003, name: "dev-sandbox-new-metrics", parentBranch: "new-metrics" },
    ]);
    for (const branch of body.items) {
      expect(Object.keys(branch).sort()).toEqual([
        "id",
        "isStagingEnvironmentEnabled",
        "lastHash",
        "name",
        "parentBranch",
      ]);
      expect(branch.lastHash).toMatch(/^[0-9a-f]{40}$/);
    }
    expect(body.data).toEqual(body.items);
    expect(body.pageInfo.hasNextPage).toBe(false);
    const first = (await call("GET", `${BUILD}/branches?first=2`)).body;
    expect(first.items).toHaveLength(2);
    const rest = (await call("GET", `${BUILD}/branches?first=2&after=${first.pageInfo.endCursor}`)).body;
    expect(rest.items).toMatchObject([{ id: 1003 }]);
    expect((await call("GET", `${BUILD}/branches?first=0`)).status).toBe(400);
    expect((await call("GET", "/build/api/v1/deployments/9/branches")).status).toBe(404);
    expect((await call("GET", `${BUILD}/branches`, undefined, null)).status).toBe(401);
  });
});

describe("PUT …/branches/staging-environment", () => {
  it("enables and disables a shared branch by name or id, and the environments list follows", async () => {
    const { put, staging, call } = await open();
    expect(await staging()).toEqual([]);
    const on = await put({ enabled: true, branchName: "new-metrics" });
    expect(on.status).toBe(200);
    expect(on.body).toEqual({
      data: {
        id: 1002,
        name: "new-metrics",
        parentBranch: "main",
        lastHash: expect.any(String),
        isStagingEnvironmentEnabled: true,
      },
    });
    expect(await staging()).toEqual(["new-metrics"]);
    expect((await call("GET", `${BUILD}/branches`)).body.items[1].isStagingEnvironmentEnabled).toBe(true);
    const off = await put({ enabled: false, branchId: 1002 });
    expect(off.body.data).toMatchObject({ id: 1002, isStagingEnvironmentEnabled: false });
    expect(await staging()).toEqual([]);
  });

  it("changes nothing where it is so already, and keeps the environment's id", async () => {
    const { put, at, call } = await open({ clock: tickingClock() });
    expect((await put({ enabled: false, branchName: "new-metrics" })).status).toBe(200);
    await put({ enabled: true, branchName: "new-metrics" });
    const before = (await at("GET", "/environments?type=staging")).body;
    expect((await put({ enabled: true, branchName: "new-metrics" })).status).toBe(200);
    await put({ enabled: false, branchName: "new-metrics" });
    await put({ enabled: true, branchName: "new-metrics" });
    expect((await at("GET", "/environments?type=staging")).body).toEqual(before);
    const log = (await call("GET", "/audit-logs/export")).body as string;
    expect(log.match(/Staging environment (en|dis)abled/g)).toHaveLength(3);
  });

  it.each([
    ["the production branch", { branchName: "main" }, "main is the production branch"],
    ["the production branch by id", { branchId: 1001 }, "main is the production branch"],
    ["a personal branch", { branchName: "dev-sandbox-new-metrics" }, "personal development branch"],
    ["a personal branch by id", { branchId: 1003 }, "personal development branch"],
  ])("rejects %s with 400, on and off", async (_, branch, message) => {
    const { put, staging } = await open();
    for (const enabled of [true, false]) {
      const { status, body } = await put({ enabled, ...branch });
      expect(status).toBe(400);
      expect(body.error).toContain(message);
    }
    expect(await staging()).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["neither of name and id", { enabled: true }, "Exactly one of branchName and branchId"],
    ["both of name and id", { enabled: true, branchName: "new-metrics", branchId: 1002 }, "Exactly one of"],
    ["no enabled", { branchName: "new-metrics" }, "enabled is required"],
    [
      "an enabled that is no boolean",
      { enabled: "true", branchName: "new-metrics" },
      "enabled must be boolean",
    ],
    ["an id that is no number", { enabled: true, branchId: "1002" }, "branchId must be integer"],
    ["a name that is none", { enabled: true, branchName: null }, "branchName must be string"],
  ])("answers 400 for %s", async (_, body, message) => {
    const { put } = await open();
    const answer = await put(body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it("answers 404 for a branch that is not there, also one of another deployment", async () => {
    const { put } = await open({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }],
        branches: [{ name: "elsewhere", id: 77, deploymentId: 2 }],
      },
    });
    for (const branch of [
      { branchName: "gone" },
      { branchId: 9 },
      { branchName: "elsewhere" },
      { branchId: 77 },
    ]) {
      const { status, body } = await put({ enabled: true, ...branch });
      expect([branch, status]).toEqual([branch, 404]);
      expect(body.error).toContain("does not exist in deployment 1");
    }
  });
});

describe("GET …/data-model/validate", () => {
  const seed = {
    branches: [{ name: "main" }, { name: "broken" }, { name: "fine" }, { name: "dev-x" }],
    cubes: [{ name: "orders" }, { name: "users" }],
    models: { fine: [{ name: "orders" }] },
    modelErrors: { broken: [{ message: "no column amount", fileName: "orders.yml" }, { message: "cycle" }] },
  };
  const validate = async (query: string, options: Parameters<typeof start>[0] = { seed }) =>
    (await start(options)).call("GET", `${BUILD}/data-model/validate${query}`);

  it("compiles the production branch without a parameter", async () => {
    const { status, body } = await validate("");
    expect([status, body]).toEqual([
      200,
      { deploymentId: 1, branchName: "main", mode: "production", valid: true, errors: [], cubesCount: 2 },
    ]);
    expect((await validate("?devMode=false")).body.branchName).toBe("main");
  });

  it("answers 200 and valid: false for a model that does not compile", async () => {
    const { status, body } = await validate("?branchName=broken");
    expect([status, body]).toEqual([
      200,
      {
        deploymentId: 1,
        branchName: "broken",
        mode: "dev_mode",
        valid: false,
        errors: [{ message: "no column amount", fileName: "orders.yml" }, { message: "cycle" }],
      },
    ]);
  });

  it("counts the cubes of the branch, and takes the personal branch for dev mode", async () => {
    expect((await validate("?branchName=fine")).body).toMatchObject({ valid: true, cubesCount: 1 });
    expect((await validate("?devMode=true")).body).toMatchObject({ branchName: "dev-x", mode: "dev_mode" });
  });

  it("answers 400 for both parameters, for a devMode that is none, and without a branch to be in dev mode on", async () => {
    expect((await validate("?branchName=fine&devMode=true")).status).toBe(400);
    expect((await validate("?devMode=yes")).status).toBe(400);
    const none = await validate("?devMode=true", { seed: { branches: [{ name: "main" }] } });
    expect([none.status, none.body.error]).toEqual([400, expect.stringContaining("dev mode")]);
  });

  it("answers 404 for an unknown branch, and for names that every object has", async () => {
    expect((await validate("?branchName=gone")).status).toBe(404);
    const odd = { branches: [{ name: "main" }, { name: "constructor" }], cubes: [1] };
    expect((await validate("?branchName=constructor", { seed: odd })).body).toMatchObject({
      valid: true,
      cubesCount: 1,
    });
  });
});

describe("DELETE …/branches", () => {
  const seed = {
    deployments: [{ id: 1 }, { id: 2 }],
    branches: [
      { name: "main" },
      { name: "feature/x", isStagingEnvironmentEnabled: true },
      { name: "both" },
      { name: "both", deploymentId: 2 },
    ],
    models: { "feature/x": [{ name: "refunds" }], both: [{ name: "orders" }] },
    modelErrors: { "feature/x": [{ message: "no" }] },
  };
  const remove = (query: string) => `${BUILD}/branches?${query}`;

  it("takes the branch, its environment and its model away", async () => {
    const { call, staging, sandbox } = await open({ seed });
    expect(await staging()).toEqual(["feature/x"]);
    const gone = await call("DELETE", remove("branchName=feature%2Fx&removeOnUpstream=true"));
    expect([gone.status, gone.body]).toEqual([200, {}]);
    expect(await staging()).toEqual([]);
    const { body } = await call("GET", `${BUILD}/branches`);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["main", "both"]);
    expect((await call("GET", `${BUILD}/data-model/validate?branchName=feature%2Fx`)).status).toBe(404);
    expect((await call("DELETE", remove("branchName=feature%2Fx"))).status).toBe(404);
    expect(sandbox.requests.at(-1)?.method).toBe("DELETE");
  });

  it("keeps a model that a branch of the same name in another deployment has", async () => {
    const { call } = await open({ seed });
    expect((await call("DELETE", remove("branchName=both"))).status).toBe(200);
    const other = await call("GET", "/build/api/v1/deployments/2/data-model/validate?branchName=both");
    expect(other.body.cubesCount).toBe(1);
  });

  it("leaves a data file that can be read again", async () => {
    const data = `${tempFolder()}/sandbox.json`;
    const first = await open({ seed, data });
    await first.call("DELETE", remove("branchName=feature%2Fx"));
    await first.sandbox.close();
    const second = await open({ data });
    const { body } = await second.call("GET", `${BUILD}/branches`);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["main", "both"]);
  });

  it.each([
    ["branchName=main", 400, /production branch/],
    ["branchName=nope", 404, /does not exist/],
    ["", 400, /branchName/],
    ["branchName=both&removeOnUpstream=maybe", 400, /removeOnUpstream/],
  ])("refuses %j with %i", async (query, status, said) => {
    const { call } = await open({ seed });
    const answer = await call("DELETE", remove(query));
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(said)]);
  });
});
