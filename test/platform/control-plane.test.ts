import { describe, expect, it } from "vitest";
import { EXIT, UsageError } from "../../src/model/index.ts";
import { type Environment, type Platform, PlatformError } from "../../src/platform/index.ts";
import { connectTo, describeApi, failure, html, json, serve } from "../support/loopback.ts";

async function collect<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const BRANCH = {
  id: 4,
  name: "feature/x",
  parentBranch: "main",
  lastHash: "9f1",
  isStagingEnvironmentEnabled: true,
};
const VERSIONS = ["1.6.2", "1.5.0"].map((version, index) => ({
  releaseChannelVersion: `registry/app:v${version}`,
  version,
  releaseChannel: "latest",
  isLatestInChannel: index === 0,
  isCurrent: index === 1,
}));

describe("environments", () => {
  const shown = {
    id: "7",
    name: "Production",
    type: "production",
    api_credentials: {
      rest: { url: "https://acme.example.com/api" },
      sql: { host: "sql.acme.example.com", port: 15432 },
    },
  };
  const described = {
    id: "8",
    type: "staging",
    branch: "feature/x",
    api_credentials: [
      { type: "sql", version: 1, host: "sql", port: 5432 },
      { type: "rest", version: 2, url: "https://x.example/v2" },
      { type: "rest", version: 1, url: "https://x.example/v1" },
    ],
  };
  const expected: Environment[] = [
    {
      id: "7",
      name: "Production",
      type: "production",
      credentials: {
        restUrl: "https://acme.example.com/api",
        sqlHost: "sql.acme.example.com",
        sqlPort: 15432,
      },
      raw: shown as Environment["raw"],
    },
    {
      id: "8",
      type: "staging",
      branch: "feature/x",
      credentials: { restUrl: "https://x.example/v1", sqlHost: "sql", sqlPort: 5432 },
      raw: described as Environment["raw"],
    },
  ];

  it.each<[string, (environments: unknown[]) => object]>([
    ["data.environments", (environments) => ({ data: { environments } })],
    ["items", (items) => ({ items })],
    ["data", (data) => ({ data })],
    ["items beside an empty data", (items) => ({ data: [], items })],
  ])("come in both forms, in %s, without a look at the description", async (_, envelope) => {
    const { url, seen } = await serve((_seen, response) =>
      json(response, 200, {
        ...envelope([shown, described]),
        pagination: { offset: 0, limit: 100, total: 2 },
      }),
    );
    expect(await collect(connectTo(url).platform.listEnvironments(12))).toEqual(expected);
    expect(seen.map((each) => each.url)).toEqual(["/api/v1/deployments/12/environments?offset=0&limit=100"]);
  });

  it("are filtered by type, page after page", async () => {
    const all = Array.from({ length: 130 }, (_, index) => ({ ...described, id: index + 1 }));
    const { url, seen } = await serve(({ query }, response) => {
      const [offset, limit] = [Number(query.offset), Number(query.limit)];
      // A live deployment slices `data` only; `items` stays whole, and there is no total.
      json(response, 200, { items: all, data: all.slice(offset, offset + limit) });
    });
    const listed = await collect(connectTo(url).platform.listEnvironments(1, { type: "staging" }));
    expect(listed.map(({ id }) => id)).toEqual(all.map(({ id }) => `${id}`));
    expect(seen.map(({ query }) => query)).toEqual([
      { type: "staging", offset: "0", limit: "100" },
      { type: "staging", offset: "100", limit: "100" },
    ]);
  });

  it("without credentials have none", async () => {
    const { url } = await serve((_, response) =>
      json(response, 200, { items: [{ id: "1", type: "development" }] }),
    );
    const [environment] = await collect(connectTo(url).platform.listEnvironments(1));
    expect(environment?.credentials).toEqual({});
  });
});

describe("a metadata token", () => {
  const issued = {
    token: "eyJ.metadata.token",
    created_at: "2026-11-20T08:00:00Z",
    expires_at: "2026-11-20T09:00:00Z",
  };

  it("is asked for in snake case, and never shown afterwards", async () => {
    const { url, seen } = await serve(({ method }, response) =>
      method === "POST"
        ? json(response, 200, { data: issued })
        : json(response, 400, { error: `what is ${issued.token}?` }),
    );
    const { platform } = connectTo(url);
    expect(
      await platform.issueMetadataToken(12, "7", { securityContext: { team: "x" }, expiresIn: 60 }),
    ).toEqual({
      token: issued.token,
      createdAt: issued.created_at,
      expiresAt: issued.expires_at,
    });
    await platform.issueMetadataToken(12, 7, { securityContext: {} });
    expect(seen.map(({ url: asked, body }) => [asked, body])).toEqual([
      [
        "/api/v1/deployments/12/environments/7/tokens-for-meta-sync",
        '{"security_context":{"team":"x"},"expires_in":60}',
      ],
      ["/api/v1/deployments/12/environments/7/tokens-for-meta-sync", '{"security_context":{}}'],
    ]);
    const error = await failure(platform.listDeployments(), PlatformError);
    expect(error.platformMessage).toBe("what is ***?");
  });

  it("for an environment that does not exist: the platform's words", async () => {
    const { url } = await serve((_, response) =>
      json(response, 404, { error: "Environment 9 not found" }, { "x-request-id": "r-9" }),
    );
    const error = await failure(
      connectTo(url).platform.issueMetadataToken(12, 9, { securityContext: {} }),
      PlatformError,
    );
    expect(error).toMatchObject({
      status: 404,
      requestId: "r-9",
      platformMessage: "Environment 9 not found",
      message: "could not issue a metadata token for environment 9 of deployment 12: not found (404)",
    });
  });
});

describe("the staging environment of a branch", () => {
  it.each([
    [{ branchName: "feature/x" }, true, '{"enabled":true,"branchName":"feature/x"}'],
    [{ branchId: 4 }, false, '{"enabled":false,"branchId":4}'],
  ] as const)("is switched for %j to %s", async (branch, enabled, body) => {
    const { url, seen } = await serve((_, response) => json(response, 200, { data: BRANCH }));
    expect(await connectTo(url).platform.switchStaging(12, branch, enabled)).toEqual(BRANCH);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: "PUT",
      path: "/build/api/v1/deployments/12/branches/staging-environment",
      body,
    });
  });

  it("is refused by the platform for a personal branch", async () => {
    const { url } = await serve((_, response) =>
      json(response, 400, { error: "Only shared branches can be enabled" }),
    );
    const switching = connectTo(url).platform.switchStaging(12, { branchName: "dev-ann" }, true);
    expect(await failure(switching, PlatformError)).toMatchObject({
      status: 400,
      platformMessage: "Only shared branches can be enabled",
      message: "the platform rejected the request to turn on the staging environment of branch dev-ann (400)",
    });
  });
});

describe("branches", () => {
  it("are paged by cursor where that is described", async () => {
    const { url, seen } = await serve(({ path, query }, response) => {
      const list = "/build/api/v1/deployments/{id}/branches";
      if (path === "/api/v1/spec")
        return json(response, 200, describeApi({ [list]: { get: ["first", "after"] } }));
      const next = query.after === undefined;
      return json(response, 200, {
        items: [{ ...BRANCH, id: next ? 4 : 5 }],
        data: [],
        pageInfo: { hasNextPage: next, endCursor: "c" },
      });
    });
    const branches = await collect(connectTo(url).platform.listBranches(12));
    expect(branches.map(({ id }) => id)).toEqual([4, 5]);
    expect(seen[1]?.path).toBe("/build/api/v1/deployments/12/branches");
  });
});

describe("the data model", () => {
  const BROKEN = { valid: false, errors: [{ message: "no such column", fileName: "a.yml" }], cubesCount: 3 };

  it.each([
    [undefined, "/build/api/v1/deployments/12/data-model/validate"],
    [{ branchName: "feature/x" }, "/build/api/v1/deployments/12/data-model/validate?branchName=feature%2Fx"],
    [{ devMode: true }, "/build/api/v1/deployments/12/data-model/validate?devMode=true"],
  ])("is validated (%j), and errors in it are an answer", async (choice, path) => {
    const { url, seen } = await serve((each, response) =>
      each.path === "/api/v1/spec" ? html(response) : json(response, 200, BROKEN),
    );
    expect(await connectTo(url).platform.validateModel(12, choice)).toEqual(BROKEN);
    expect(seen[1]?.url).toBe(path);
  });
});

describe("versions", () => {
  it.each(["data", "items"])("are listed, in %s", async (envelope) => {
    const { url, seen } = await serve((_, response) => json(response, 200, { [envelope]: VERSIONS }));
    expect(await collect(connectTo(url).platform.listVersions(12))).toEqual(VERSIONS);
    expect(seen.map((each) => each.url)).toEqual(["/api/v1/deployments/12/versions"]);
  });
});

describe("users", () => {
  const USER = { id: 3, email: "a@b.example", username: "a", isAdmin: false, notifications: {} };

  it("are created, and a password is never shown", async () => {
    const { url, seen } = await serve(({ body }, response, count) =>
      count === 1 ? json(response, 200, USER) : json(response, 400, { error: `bad ${body}` }),
    );
    const { platform } = connectTo(url);
    const input = { email: "a@b.example", username: "a", isExternal: null, password: "geheim123" };
    expect(await platform.createUser(input)).toEqual(USER);
    expect(seen[0]).toMatchObject({ method: "POST", path: "/api/v1/users", body: JSON.stringify(input) });
    const error = await failure(platform.createUser(input), PlatformError);
    expect(JSON.stringify([error.message, error.details])).not.toContain("geheim123");
    expect(error.message).toContain("create user a@b.example");
  });

  it("the one that the credential belongs to", async () => {
    const { url, seen } = await serve(({ path }, response) =>
      path === "/api/v1/spec"
        ? json(response, 200, describeApi({ "/api/v1/users/me": { get: [] } }))
        : json(response, 200, USER),
    );
    expect(await connectTo(url).platform.currentUser()).toEqual(USER);
    expect(seen[1]?.path).toBe("/api/v1/users/me");
  });
});

describe("what cannot be is said before anything is sent", () => {
  it("an empty branch", async () => {
    const { url, seen } = await serve((_seen, response) => html(response));
    const { platform } = connectTo(url);
    const error = await failure((async () => platform.validateModel(1, { branchName: "" }))(), UsageError);
    expect(error.message).toMatch(/empty/);
    expect(error.exitCode).toBe(EXIT.usage);
    expect(seen).toEqual([]);
  });
});

describe("every operation that the platform document shows", () => {
  const CALLS: [string, (platform: Platform) => Promise<unknown>][] = [
    ["listDeployments", (p) => p.listDeployments()],
    ["listEnvironments", (p) => collect(p.listEnvironments(1))],
    ["issueMetadataToken", (p) => p.issueMetadataToken(1, 1, { securityContext: {} })],
    ["switchStaging", (p) => p.switchStaging(1, { branchId: 1 }, true)],
    ["listVersions", (p) => collect(p.listVersions(1))],
    ["createUser", (p) => p.createUser({ email: "a@b.example" })],
    ["exportAuditLog", (p) => p.exportAuditLog()],
    ["listScimUsers", (p) => collect(p.listScimUsers())],
    ["readDescription", (p) => p.readDescription()],
  ];

  it.each(CALLS)("%s: 401 and 403 are told with the platform's words and the request id", async (_, call) => {
    for (const [status, code] of [
      [401, "unauthorized"],
      [403, "forbidden"],
    ] as const) {
      const { url, seen } = await serve((_seen, response) =>
        json(response, status, { error: "No." }, { "x-request-id": "r-1" }),
      );
      const error = await failure(call(connectTo(url).platform), PlatformError);
      expect(error).toMatchObject({ status, code, platformMessage: "No.", requestId: "r-1" });
      expect(seen).toHaveLength(1);
    }
  });

  it.each(CALLS)("%s: an answer that is something else is no success", async (_, call) => {
    const { url } = await serve((_seen, response) => json(response, 200, { unrelated: true }));
    expect((await failure(call(connectTo(url).platform), PlatformError)).code).toBe("unexpected-answer");
  });

  it.each(CALLS)("%s: a web page means that there is no such operation", async (_, call) => {
    const { url } = await serve((_seen, response) => html(response));
    expect((await failure(call(connectTo(url).platform), PlatformError)).code).toBe("no-such-operation");
  });
});
