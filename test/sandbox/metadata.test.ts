import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { handClock, start } from "./support.ts";

const BUILD = "/build/api/v1/deployments/1";
const seed = {
  branches: [
    { name: "main", environmentId: 1 },
    { name: "feature/x", environmentId: 2, isStagingEnvironmentEnabled: true },
    { name: "asleep", environmentId: 3 },
    { name: "dev-me", environmentId: 4, viewed: true },
  ],
  cubes: [{ name: "orders", measures: [{ name: "orders.count" }] }],
  models: { "feature/x": [{ name: "orders" }, { name: "refunds" }] },
};

async function open(options: Parameters<typeof start>[0] = {}) {
  const client = await start({ seed, ...options });
  const ask = (environment: number | string, body: unknown) =>
    client.at("POST", `/environments/${environment}/tokens-for-meta-sync`, body as never);
  const issue = async (environment: number, expires_in?: number): Promise<string> => {
    const { status, body } = await ask(environment, {
      security_context: {},
      ...(expires_in ? { expires_in } : {}),
    });
    expect(status).toBe(200);
    return body.data.token;
  };
  const urlOf = async (branch: string): Promise<string> => {
    const { environments } = (await client.at("GET", "/environments")).body.data;
    const found = environments.find((environment: { branch: string }) => environment.branch === branch);
    return `${found.api_credentials.rest.url}/v1/meta`;
  };
  const meta = async (branch: string, authorization: string | null) =>
    client.call("GET", await urlOf(branch), undefined, authorization);
  return { ...client, ask, issue, meta, urlOf };
}

describe("POST …/tokens-for-meta-sync", () => {
  it("issues a JWT that holds the security context, for a day by default", async () => {
    const { ask } = await open({ clock: () => new Date("2026-01-01T12:00:00.250Z") });
    const security_context = { tenant: "acme", roles: ["a", "b"], exp: 1 };
    const { status, body } = await ask(2, { security_context });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        token: expect.any(String),
        created_at: "2026-01-01T12:00:00.250Z",
        expires_at: "2026-01-02T12:00:00.250Z",
      },
    });
    expect(decodeProtectedHeader(body.data.token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(decodeJwt(body.data.token)).toMatchObject({ security_context, exp: 1767355201, iat: 1767268800 });
  });

  it("takes another lifetime, in seconds", async () => {
    const { ask } = await open({ clock: () => new Date("2026-01-01T12:00:00Z") });
    const { data } = (await ask(1, { security_context: {}, expires_in: 90 })).body;
    expect(data.expires_at).toBe("2026-01-01T12:01:30.000Z");
    expect((await ask(1, { security_context: {}, expires_in: 0.5 })).status).toBe(200);
  });

  it.each<[string, unknown, string]>([
    ["expires_in of 0", { security_context: {}, expires_in: 0 }, "expires_in must be above 0"],
    ["a negative expires_in", { security_context: {}, expires_in: -1 }, "expires_in must be above 0"],
    [
      "an expires_in that is no number",
      { security_context: {}, expires_in: "60" },
      "expires_in must be number",
    ],
    ["an expires_in of null", { security_context: {}, expires_in: null }, "expires_in must be number"],
    ["an expires_in without end", { security_context: {}, expires_in: 1e300 }, "expires_in"],
    ["no security_context", { expires_in: 60 }, "security_context is required"],
    ["a security_context that is a list", { security_context: [] }, "security_context must be object"],
    ["a security_context of null", { security_context: null }, "security_context must be object"],
    ["no body", undefined, "security_context is required"],
  ])("answers 400 for %s", async (_, body, message) => {
    const { ask } = await open();
    const answer = await ask(1, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(message)]);
  });

  it("answers 404 for an environment that does not exist or is not active", async () => {
    const { ask, call } = await open();
    for (const environment of [9, 3, "x", "-1"]) {
      const { status, body } = await ask(environment, { security_context: {} });
      expect([environment, status]).toEqual([environment, 404]);
      expect(body.error).toBe(`Environment ${environment} does not exist in deployment 1`);
    }
    const path = "/environments/1/tokens-for-meta-sync";
    expect((await call("POST", `/deployments/9${path}`, { security_context: {} })).status).toBe(404);
    expect((await call("POST", `/deployments/1${path}`, { security_context: {} }, null)).status).toBe(401);
  });
});

describe("metadata", () => {
  it("are the cubes of the environment's branch, for a bare token and as Bearer", async () => {
    const { meta, issue } = await open();
    const [production, staging, development] = [await issue(1), await issue(2), await issue(4)];
    expect(await meta("main", production)).toMatchObject({ status: 200, body: { cubes: seed.cubes } });
    expect((await meta("main", `Bearer ${production}`)).body).toEqual({ cubes: seed.cubes });
    expect((await meta("feature/x", staging)).body).toEqual({ cubes: seed.models["feature/x"] });
    expect((await meta("dev-me", development)).body).toEqual({ cubes: seed.cubes });
  });

  it("are refused with 401 without, with a malformed, with a forged and with an expired token", async () => {
    const { clock, pass } = handClock();
    const { meta, issue, call, urlOf } = await open({ clock });
    const token = await issue(1, 60);
    const url = await urlOf("main");
    const forged = await new SignJWT({ deploymentId: 1, environmentId: 1, scope: "meta" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode("another secret"));
    const unsigned = `${btoa('{"alg":"none"}')}.${token.split(".")[1]}.`;
    const cut = token.slice(0, -4);
    for (const header of [
      null,
      "",
      "Bearer",
      "x.y.z",
      forged,
      unsigned,
      cut,
      `Api-Key ${token}`,
      "Basic abc",
    ])
      expect([header, (await call("GET", url, undefined, header)).status]).toEqual([header, 401]);
    pass(59);
    expect((await meta("main", token)).status).toBe(200);
    pass(1);
    const { status, body } = await meta("main", token);
    expect([status, body.error]).toEqual([401, "The metadata token has expired"]);
  });

  it("are refused with 403 to API keys and logins, and to tokens of another environment", async () => {
    const { meta, issue } = await open();
    for (const header of ["Bearer sandbox-key", "Api-Key sandbox-key", "sandbox-key"])
      expect([header, (await meta("main", header)).status]).toEqual([header, 403]);
    expect((await meta("main", await issue(2))).body.error).toBe("The token belongs to another environment");
    expect((await meta("feature/x", await issue(1))).status).toBe(403);
  });

  it("are gone with the staging environment, and there again with it", async () => {
    const { call, issue, urlOf } = await open();
    const url = await urlOf("feature/x");
    const token = await issue(2);
    const put = (enabled: boolean) =>
      call("PUT", `${BUILD}/branches/staging-environment`, { enabled, branchName: "feature/x" });
    await put(false);
    expect((await call("GET", url, undefined, token)).status).toBe(404);
    await put(true);
    expect((await call("GET", url, undefined, token)).status).toBe(200);
    expect((await call("GET", "/hosts/1/dev-mode/main/data-api/v1/meta", undefined, token)).status).toBe(404);
    expect((await call("GET", "/hosts/x/data-api/v1/meta", undefined, token)).status).toBe(404);
  });

  it("may have to be waited for: as often as the fault says, and again after a reset", async () => {
    const { meta, issue, sandbox } = await open({ faults: "continue-wait:2" });
    const round = async () => {
      const token = await issue(1);
      const bodies: unknown[] = [];
      // Refused requests are not counted.
      await meta("main", null);
      for (let n = 0; n < 3; n += 1) bodies.push((await meta("main", token)).body);
      return bodies;
    };
    const wait = { error: "Continue wait" };
    expect(await round()).toEqual([wait, wait, { cubes: seed.cubes }]);
    sandbox.reset();
    expect(await round()).toEqual([wait, wait, { cubes: seed.cubes }]);
  });
});

describe("a metadata token elsewhere", () => {
  it("is refused with 403 while it is valid, and with 401 after it, wherever a key is asked for", async () => {
    const { clock, pass } = handClock();
    const { issue, call } = await open({ clock });
    const token = await issue(1, 60);
    const paths = [
      "/spec",
      "/deployments",
      "/deployments/1/workbooks",
      "/users/me",
      "/audit-logs/export",
      "/api/scim/v2/Users",
      `${BUILD}/branches`,
    ];
    for (const path of paths)
      for (const scheme of ["Bearer", "Api-Key"])
        expect([path, (await call("GET", path, undefined, `${scheme} ${token}`)).status]).toEqual([
          path,
          403,
        ]);
    pass(60);
    for (const path of paths)
      expect([path, (await call("GET", path, undefined, `Bearer ${token}`)).status]).toEqual([path, 401]);
  });
});
