// The key goes to the configured host, whatever a path, a redirect, a description or an environment names.
import { describe, expect, it } from "vitest";
import { describeApi } from "../../support/loopback.ts";
import { openHosts } from "./hosts.ts";

const json = (body: unknown) => JSON.stringify(body);

describe("a path of `api` that names a foreign host", () => {
  it.each([
    "http://FOREIGN/x",
    "https://FOREIGN/x",
    "//FOREIGN/x",
    "/\\FOREIGN/x",
    "\\\\FOREIGN\\x",
    "/\t/FOREIGN/x",
    "/\n/FOREIGN/x",
    "http:FOREIGN/x",
    "@FOREIGN/x",
    "/x\r\nhost: FOREIGN",
    "/.//FOREIGN/x",
    "/..//FOREIGN/x",
  ])("is refused, or a path at home: %j", async (path) => {
    const { home, at, run } = await openHosts(() => (_, response) => response.writeHead(200).end("{}"));
    for (const method of ["GET", "POST"]) {
      const { code } = await run("api", method, path.replace("FOREIGN", at), "-d", "{}");
      // Two slashes behind a first segment are a path, which stays at home.
      if (code === 0) expect(home.requests.at(-1)).toContain(`//${at}/x`);
      else expect({ code, sent: home.requests }).toEqual({ code: 64, sent: [] });
    }
  });
});

describe("a redirect to a foreign host", () => {
  const STATUSES = [301, 302, 303, 307, 308];
  const PLACES = ["http://FOREIGN/x", "//FOREIGN/x", "http://127.0.0.1@FOREIGN/x"];
  const cases = STATUSES.flatMap((status) => PLACES.map((place) => ({ status, place })));

  it.each(cases)("by $status to $place is followed by no command", async ({ status, place }) => {
    const { home, run } = await openHosts((at) => (_, response) => {
      response.writeHead(status, { location: place.replace("FOREIGN", at) }).end();
    });
    for (const args of [
      ["plan", "--target", "t"],
      ["apply", "--target", "t", "--yes"],
      ["api", "GET", "/api/v1/x"],
      ["api", "PUT", "/api/v1/x", "-d", "{}"],
      ["call", "listThings"],
      ["whoami"],
    ])
      expect((await run(...args)).code, args.join(" ")).toBe(1);
    expect(home.requests.length).toBeGreaterThan(4);
  });
});

describe("a served description", () => {
  const PATH = "/api/v1/things";
  const operation = { operationId: "getThings", responses: { 200: { description: "" } } };
  const item = (servers: unknown) => ({ [PATH]: { servers, get: operation } });

  it.each([
    ["its servers", (url: string) => ({ servers: [{ url }], paths: { [PATH]: { get: operation } } })],
    ["the servers of a path", (url: string) => ({ paths: item([{ url }]) })],
    [
      "the servers of an operation",
      (url: string) => ({ paths: { [PATH]: { get: { ...operation, servers: [{ url }] } } } }),
    ],
    [
      "a variable of a server",
      (url: string) => ({
        servers: [{ url: "{where}", variables: { where: { default: url } } }],
        paths: { [PATH]: { get: operation } },
      }),
    ],
    ["a path", (url: string) => ({ paths: { [`${url}${PATH}`]: { get: operation } } })],
    [
      "a path without a scheme",
      (url: string) => ({ paths: { [`${url.slice(5)}${PATH}`]: { get: operation } } }),
    ],
    ["a reference", (url: string) => ({ paths: { [PATH]: { $ref: `${url}/paths.json` } } })],
    [
      "a reference of a parameter",
      (url: string) => ({
        paths: { [PATH]: { get: { ...operation, parameters: [{ $ref: `${url}/p.json` }] } } },
      }),
    ],
  ])("sends the key nowhere by %s", async (_, described) => {
    const { home, run } = await openHosts((at) => ({ url = "" }, response) => {
      const body = url.includes("spec") || url.includes("openapi") ? described(`http://${at}`) : {};
      const document = { ...(describeApi({}) as object), ...body };
      response.writeHead(200, { "content-type": "application/json" }).end(json(document));
    });
    await run("call", "getThings");
    await run("spec");
    await run("plan", "--target", "t");
    await run("deployments", "list");
    expect(home.requests.length).toBeGreaterThan(2);
  });
});

describe("a parameter of a described operation", () => {
  it.each(["//FOREIGN", "..//FOREIGN", "http://FOREIGN/x", "..\\..\\FOREIGN", "%2e%2e/FOREIGN"])(
    "is one segment of the path at home: %s",
    async (value) => {
      const { home, at, run } = await openHosts(() => (_, response) => {
        const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
        const get = { operationId: "getThing", parameters, responses: { 200: { description: "" } } };
        const body = { openapi: "3.1.0", paths: { "/api/v1/things/{id}": { get } } };
        response.writeHead(200, { "content-type": "application/json" }).end(json(body));
      });
      await run("call", "getThing", "--param", `id=${value.replace("FOREIGN", at)}`);
      for (const request of home.requests) expect(request).not.toMatch(/things\/.*[/\\]/);
    },
  );
});
