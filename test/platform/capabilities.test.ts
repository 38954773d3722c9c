import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  listOperations,
  OPERATIONS,
  type OperationName,
  PlatformError,
  type WireDescription,
} from "../../src/platform/index.ts";
import { connectTo, describeApi, failure, html, json, serve, workbook } from "../support/loopback.ts";

const JUNE = new URL("../../../shared/platform/served-description-2026-06.yaml", import.meta.url);
if (!existsSync(JUNE))
  console.log("shared/platform is not beside the project: the 2026-06 description is not tried");

const NAMES = Object.keys(OPERATIONS) as OperationName[];

async function offered(description: unknown, base = ""): Promise<OperationName[]> {
  const { url } = await serve((_, response) => json(response, 200, description));
  const capabilities = await connectTo(url + base).platform.capabilities();
  expect(capabilities.described).toBe(true);
  return NAMES.filter((name) => capabilities.has(name));
}

const UPSERT = "/v1/deployments/{anything}/workbooks/by-slug/{name}";

describe("an operation is found by method and path shape", () => {
  it.each<[string, string, unknown[] | undefined, string?]>([
    ["/api in the path, no servers", `/api${UPSERT}`, undefined],
    ["/api in the path, a server without", `/api${UPSERT}`, [{ url: "https://{tenant}.platform.example" }]],
    ["/api in the server", UPSERT, [{ url: "https://{tenant}.platform.example/api" }]],
    ["/api in a relative server, slash at its end", UPSERT, [{ url: "/api/" }]],
    [
      "/api in a server's variable",
      UPSERT,
      [{ url: "https://x.example/{base}", variables: { base: { default: "api" } } }],
    ],
    ["no servers and no /api", UPSERT, undefined],
    ["a slash at the end of the path", `/api${UPSERT}/`, undefined],
    [
      "the base path repeated in the server",
      UPSERT,
      [{ url: "https://x.example/platform/api" }],
      "/platform",
    ],
  ])("%s", async (_, path, servers, base) => {
    expect(await offered(describeApi({ [path]: { put: [] } }, servers), base)).toEqual(["upsertWorkbook"]);
  });

  it.each<[string, Record<string, Record<string, string[]>>, unknown[]?]>([
    ["another method", { [`/api${UPSERT}`]: { post: [] } }],
    [
      "the build API",
      { "/v1/deployments/{id}/workbooks": { get: [] } },
      [{ url: "https://x.example/build/api" }],
    ],
    ["a longer path", { "/api/v1/deployments/{id}/workbooks/{id}/file": { get: [] } }],
    ["a fixed word where a parameter belongs", { "/api/v1/deployments/{id}/workbooks/search": { get: [] } }],
  ])("and not by %s", async (_, paths, servers) => {
    expect(await offered(describeApi(paths, servers))).toEqual([]);
  });

  it("query parameters are those of path and operation, references resolved, circles survived", async () => {
    const description = {
      openapi: "3.1.0",
      paths: {
        "/api/v1/deployments/{id}/workbooks": {
          parameters: [{ $ref: "#/components/parameters/after" }, { name: "id", in: "path" }],
          get: {
            parameters: [
              { $ref: "#/components/parameters/page~1first" },
              { $ref: "#/components/parameters/circle" },
              { $ref: "https://elsewhere.example/parameter" },
              { name: "x-trace", in: "header" },
            ],
          },
        },
      },
      components: {
        parameters: {
          after: { name: "after", in: "query" },
          "page/first": { name: "first", in: "query" },
          circle: { $ref: "#/components/parameters/circle" },
        },
      },
    };
    const { url } = await serve((_, response) => json(response, 200, description));
    const capabilities = await connectTo(url).platform.capabilities();
    expect([...capabilities.parameters("listWorkbooks")].sort()).toEqual(["after", "first"]);
    expect([...capabilities.parameters("listReports")]).toEqual([]);
  });
});

describe("the operations of the build API and SCIM", () => {
  it.each<[string, Record<string, Record<string, string[]>>, unknown[] | undefined, OperationName[]]>([
    [
      "by their whole path",
      {
        "/build/api/v1/deployments/{id}/branches": { get: ["first"] },
        "/build/api/v1/deployments/{id}/branches/staging-environment": { put: [] },
        "/build/api/v1/deployments/{id}/data-model/validate": { get: [] },
        "/api/scim/v2/Users": { get: ["count", "startIndex"] },
        "/api/v1/users/me": { get: [] },
        "/api/v1/users/{id}": { get: [], put: [] },
      },
      undefined,
      ["listBranches", "switchStaging", "validateModel", "currentUser", "listScimUsers"],
    ],
    [
      "under a server of their own",
      { "/Users": { get: [] } },
      [{ url: "https://x.example/api/scim/v2" }],
      ["listScimUsers"],
    ],
  ])("are found %s", async (_, paths, servers, names) => {
    expect(await offered(describeApi(paths, servers))).toEqual(names);
  });

  it("are found by the servers of a path and of an operation", async () => {
    const build = { servers: [{ url: "https://x.example/build/api" }] };
    const path = (more: object, operation: object) => ({ ...more, get: { responses: {}, ...operation } });
    const description = (paths: object) => ({ openapi: "3.1.0", servers: [{ url: "/api" }], paths });
    const branches = "/v1/deployments/{id}/branches";
    expect(await offered(description({ [branches]: path(build, {}) }))).toEqual(["listBranches"]);
    expect(await offered(description({ [branches]: path({}, build) }))).toEqual(["listBranches"]);
    expect(await offered(description({ [branches]: path({}, {}) }))).toEqual([]);
  });
});

describe("an operation that is there for one property of its body", () => {
  const body = (properties: object) => ({
    openapi: "3.1.0",
    paths: {
      "/api/v1/deployments/{id}/workbooks/{workbookId}": {
        put: { requestBody: { $ref: "#/components/requestBodies/Update" }, responses: {} },
      },
    },
    components: {
      requestBodies: {
        Update: { content: { "application/json": { schema: { $ref: "#/components/schemas/U" } } } },
      },
      schemas: { U: { type: "object", properties } },
    },
  });

  it("is offered where that is described, through references", async () => {
    expect(await offered(body({ name: {}, slug: {} }))).toEqual(["renameWorkbook"]);
    expect(await offered(body({ name: {} }))).toEqual([]);
  });
});

describe("a described path is called", () => {
  const at = (path: string, servers?: unknown[], base = "") =>
    listOperations(
      describeApi({ [path]: { get: [] } }, servers) as WireDescription,
      `https://acme.example.com${base}`,
    )[0]!.fullPath;

  it.each<[string, string, unknown[] | undefined, string, string]>([
    ["as it is, whole", "/api/v1/users", undefined, "", "/api/v1/users"],
    [
      "as it is, whole, under a server that repeats it",
      "/api/v1/users",
      [{ url: "https://x.example/api" }],
      "",
      "/api/v1/users",
    ],
    [
      "behind the server's path",
      "/v1/users/{id}",
      [{ url: "https://x.example/api/" }],
      "",
      "/api/v1/users/{id}",
    ],
    ["behind /api where nothing says so", "/v1/users", [{ url: "https://x.example" }], "", "/api/v1/users"],
    [
      "without the base path, which stands before it",
      "/v1/users",
      [{ url: "https://x.example/base/api" }],
      "/base/",
      "/api/v1/users",
    ],
    ["as it is, of the build API", "/build/api/v1/x", [{ url: "/api" }], "", "/build/api/v1/x"],
  ])("%s", (_, path, servers, base, expected) => {
    expect(at(path, servers, base)).toBe(expected);
  });
});

describe("the description of June 2026", () => {
  it.skipIf(!existsSync(JUNE)).each(["JSON", "YAML"])(
    "as %s offers what it offered then, found under a server that ends in /api",
    async (format) => {
      const yaml = readFileSync(JUNE, "utf8");
      const { url } = await serve((_, response) => {
        if (format === "JSON") json(response, 200, parse(yaml));
        else response.setHeader("content-type", "application/yaml").end(yaml);
      });
      const capabilities = await connectTo(url).platform.capabilities();
      expect(capabilities.described).toBe(true);
      expect(NAMES.filter((name) => !capabilities.has(name))).toEqual([
        "listVersions",
        "listBranches",
        "switchStaging",
        "fileHashes",
        "startUpload",
        "uploadFile",
        "finishUpload",
        "validateModel",
        "createUser",
        "currentUser",
        "exportAuditLog",
        "listScimUsers",
        "readDescription",
        "upsertWorkbook",
        // Its update by id takes no slug.
        "renameWorkbook",
        "upsertReport",
      ]);
      expect([...capabilities.parameters("listEnvironments")].sort()).toEqual(["limit", "offset", "type"]);
      expect([...capabilities.parameters("listWorkbooks")].sort()).toEqual(["after", "first", "folderId"]);
      expect(capabilities.parameters("listReports")).toContain("limit");
    },
  );
});

it.skipIf(!existsSync(JUNE))("every path of June 2026 is called below /api/v1", () => {
  const june = parse(readFileSync(JUNE, "utf8")) as WireDescription;
  const called = listOperations(june, "https://acme.example.com").map(({ fullPath }) => fullPath);
  expect(new Set(called)).toEqual(new Set(Object.keys(june.paths).map((path) => `/api${path}`)));
});

describe("a description that cannot be read", () => {
  it.each<[string, Parameters<typeof serve>[0], RegExp]>([
    ["404", (_, response) => json(response, 404, {}), /answered 404/],
    ["403", (_, response) => json(response, 403, {}), /answered 403/],
    ["a web page", (_, response) => html(response), /web page/],
    ["broken JSON", (_, response) => void response.end('{"paths": {'), /not answer with OpenAPI/],
    ["JSON without paths", (_, response) => json(response, 200, { error: "x" }), /not answer with OpenAPI/],
    ["prose", (_, response) => void response.end("Hello: [there"), /not answer with OpenAPI/],
    ["nothing", (_, response) => void response.end(), /not answer with OpenAPI/],
  ])("(%s) leaves the usual shapes to be tried", async (_, answer, why) => {
    const { url, seen } = await serve(answer);
    const { platform } = connectTo(url);
    const capabilities = await platform.capabilities();
    expect(capabilities).toMatchObject({ described: false, describedWhy: expect.stringMatching(why) });
    expect(NAMES.every((name) => capabilities.has(name))).toBe(true);
    await platform.capabilities();
    expect(seen).toHaveLength(1);
  });

  it("because the credential is wrong is an error, and asked again later", async () => {
    const { url } = await serve((_, response, count) =>
      json(response, count === 1 ? 401 : 200, describeApi({})),
    );
    const { platform } = connectTo(url);
    expect((await failure(platform.capabilities(), PlatformError)).status).toBe(401);
    expect((await platform.capabilities()).described).toBe(true);
  });

  it("and an operation that is not there: there is none at this address", async () => {
    for (const answer of [html, (response: Parameters<typeof html>[0]) => json(response, 404, {})]) {
      const { url } = await serve((_, response) => answer(response));
      const reading = connectTo(url).platform.listWorkbooks(12)[Symbol.asyncIterator]().next();
      const error = await failure(reading, PlatformError);
      expect(error.code).toBe("no-such-operation");
      expect(error.message).toBe(
        "could not list the workbooks of deployment 12: there is no such operation at this address",
      );
    }
  });
});

describe("the document itself", () => {
  it("is read once, for those who ask what it offers too", async () => {
    const document = describeApi({ "/api/v1/users": { post: [] } });
    const { url, seen } = await serve((_, response) => json(response, 200, document));
    const { platform } = connectTo(url);
    expect((await platform.capabilities()).has("createUser")).toBe(true);
    expect(await platform.readDescription()).toEqual(document);
    expect(seen).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof serve>[0], object]>([
    ["404", (_, response) => json(response, 404, { error: "no" }), { status: 404, code: "not-found" }],
    ["a web page", (_, response) => html(response), { code: "no-such-operation" }],
    ["something else", (_, response) => json(response, 200, []), { code: "unexpected-answer" }],
  ])("that is not there (%s) is an error", async (_, answer, facts) => {
    const { url } = await serve(answer);
    const { platform } = connectTo(url);
    await platform.capabilities();
    expect(await failure(platform.readDescription(), PlatformError)).toMatchObject(facts);
  });
});

describe("what is looked up before it is called", () => {
  it("an operation that the platform document shows is not", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, workbook(1)));
    await connectTo(url).platform.upsertWorkbook(1, "a", {});
    expect(seen.map(({ method }) => method)).toEqual(["PUT"]);
  });

  it("any other is, and where it is missing nothing but the description is asked for", async () => {
    const { url, seen } = await serve((_, response) => json(response, 200, describeApi({})));
    const { platform } = connectTo(url);
    const capabilities = await platform.capabilities();
    expect(capabilities.has("upsertWorkbook")).toBe(false);
    const attempts = [
      platform.listBranches(1)[Symbol.asyncIterator]().next(),
      platform.validateModel(1),
      platform.currentUser(),
      platform.getWorkbook(1, 2),
      platform.publishWorkbook(1, 2),
      platform.deleteWorkbook(1, 2),
      platform.listFolders(1),
      platform.createFolder(1, { name: "x" }),
      platform.listReports(1)[Symbol.asyncIterator]().next(),
      platform.getReport(1, 2),
      platform.upsertReport(1, "abcdefghijkl", {}),
    ];
    for (const attempt of attempts) {
      const { code, details } = await failure(attempt, PlatformError);
      expect(code).toBe("no-such-operation");
      expect(details.at(-1)).toMatch(/^Its API description does not include it/);
    }
    expect(seen.map(({ path }) => path)).toEqual(["/api/v1/spec"]);
  });
});
