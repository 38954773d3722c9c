import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/platform/http/clock.ts";
import { readErrorBody } from "../../src/platform/http/error-body.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, html, json, serve, workbook } from "../support/loopback.ts";

describe("the platform's words in an error body", () => {
  it.each<[unknown, string | undefined]>([
    [{ error: "no access" }, "no access"],
    [{ message: "Bad name", error: "Bad Request", statusCode: 400 }, "Bad name"],
    [{ message: "", error: "second" }, "second"],
    [{ message: ["name is too long", "folderId is unknown"] }, "name is too long; folderId is unknown"],
    [{ error: { message: "deep" } }, "deep"],
    [{ error: { name: ["too long", "empty"], kind: "odd" } }, "name: too long; empty; kind: odd"],
    [{ error: [{ path: ["widgets", 0, "id"], message: "is missing" }] }, "widgets.0.id: is missing"],
    [{ message: [{ field: "name", msg: "too long" }, "other"] }, "name: too long; other"],
    [
      { statusCode: 400, reason: "none of the usual keys" },
      '{"statusCode":400,"reason":"none of the usual keys"}',
    ],
    ["just text", "just text"],
    [["a", "b"], "a; b"],
    [{ error: "two\nlines \u001b[31mred" }, "two lines [31mred"],
  ])("%j", (body, message) => {
    expect(readErrorBody(JSON.stringify(body)).message).toBe(message);
  });

  it("of a web page are its title; of no body none; a long body is cut", () => {
    expect(readErrorBody("<html><title> 502 Bad Gateway </title><body>x").message).toBe("502 Bad Gateway");
    expect(readErrorBody("<p>gone <b>away</b></p>").message).toBe("gone away");
    expect(readErrorBody("")).toEqual({});
    expect(readErrorBody("plain text").message).toBe("plain text");
    expect(readErrorBody(JSON.stringify({ error: "x".repeat(9000) })).message).toHaveLength(400);
  });

  it("keeps a code that is one, and nothing else", () => {
    expect(readErrorBody('{"code":"ambiguous_legacy_id"}').code).toBe("ambiguous_legacy_id");
    expect(readErrorBody('{"code":409}').code).toBeUndefined();
    expect(readErrorBody('{"code":"a b\\n"}').code).toBeUndefined();
  });
});

describe("an error", () => {
  it("says what was tried, what came back, where, and what next", async () => {
    const { url } = await serve((_, response) =>
      json(response, 403, { error: "Manage access is required" }, { "x-request-id": "req-81f2" }),
    );
    const error = await failure(
      connectTo(url).platform.upsertWorkbook(12, "revenue", { folderId: 3 }),
      PlatformError,
    );
    expect(error.message).toBe("the platform refused to write workbook revenue (403)");
    expect(error.details).toEqual([
      `PUT ${url}/api/v1/deployments/12/workbooks/by-slug/revenue   request req-81f2`,
      '"Manage access is required"',
      "The credential is valid but not authorized here: the key may be scoped to other deployments than deployment 12. " +
        "Moving a workbook needs manage access to it and edit access to the folder; " +
        "creating one needs the role AI BI User or higher.",
    ]);
    expect(error).toMatchObject({ status: 403, code: "forbidden", method: "PUT", requestId: "req-81f2" });
  });

  it.each([
    [400, "bad-request", "Fix what the platform names"],
    [401, "unauthorized", "PLATFORM_API_KEY"],
    [404, "not-found", "deployment 12 does not exist"],
    [409, "conflict", "does not fix"],
    [422, "rejected", "Fix what the platform names"],
    [429, "rate-limited", "`apply.concurrency`"],
    [500, "server-error", "support"],
  ])("of a %i is called %s and says what next", async (status, code, next) => {
    const { url } = await serve((_, response) => json(response, status, { error: "x" }));
    const error = await failure(connectTo(url).platform.upsertWorkbook(12, "a", {}), PlatformError);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`(${status})`);
    expect(error.details.at(-1)).toContain(next);
  });

  it.each([
    ["Branch nope does not exist", "`boardwright data-model branches`"],
    ["Deployment 12 does not exist", "Either deployment 12 does not exist"],
    [undefined, "Either deployment 12 does not exist"],
  ])("of a 404 that says %j points to what is missing", async (error, next) => {
    const { url } = await serve((_, response) => json(response, 404, { error }));
    const met = await failure(
      connectTo(url).platform.switchStaging(12, { branchName: "nope" }, true),
      PlatformError,
    );
    expect(met.details.at(-1)).toContain(next);
  });

  it("of a 404 that names an environment points to their list", async () => {
    const { url } = await serve((_, response) =>
      json(response, 404, { error: "Environment 9 is not active" }),
    );
    const issued = connectTo(url).platform.issueMetadataToken(12, 9, { securityContext: {} });
    expect((await failure(issued, PlatformError)).details.at(-1)).toContain(
      "`boardwright environments list`",
    );
  });

  it("of a 403 of the whole account speaks of no deployment", async () => {
    const { url } = await serve((_, response) => json(response, 403, { error: "Forbidden" }));
    const error = await failure(connectTo(url).platform.listDeployments(), PlatformError);
    expect(error.details.at(-1)).toBe(
      "The credential is valid but not authorized here: this is for the whole account, and its role, permissions or scope may not allow it.",
    );
  });

  it.each(["request-id", "cf-ray", "x-correlation-id"])("finds the request id in %s", async (header) => {
    const { url } = await serve((_, response) => json(response, 400, {}, { [header]: "r-1" }));
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.requestId).toBe("r-1");
  });
});

describe("a 200 that is no success", () => {
  it("HTML: this deployment has no such operation", async () => {
    const { url, seen } = await serve((_, response) => html(response));
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.message).toBe("could not write workbook a: this deployment has no such operation");
    expect(error).toMatchObject({ code: "no-such-operation", status: 200 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['{"id": 1, "name": "br', "truncated-json"],
    ["OK", "not-json"],
    ["", "unexpected-answer"],
    ["[]", "unexpected-answer"],
    ['{"error":"something else"}', "unexpected-answer"],
  ])("%j: %s", async (body, code) => {
    const { url } = await serve((_, response) => void response.end(body));
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.code).toBe(code);
  });

  it("but one object under `data`, or behind a byte order mark, is one", async () => {
    const { url } = await serve((_, response, count) =>
      count === 1
        ? json(response, 200, { data: workbook(5) })
        : void response.end(`\ufeff${JSON.stringify(workbook(6))}`),
    );
    const { platform } = connectTo(url);
    expect((await platform.upsertWorkbook(1, "a", {})).id).toBe(5);
    expect((await platform.upsertWorkbook(1, "a", {})).id).toBe(6);
  });
});

describe("a redirect", () => {
  it("to another host is not followed, and says where it leads", async () => {
    const other = await serve((_, response) => json(response, 200, []));
    const { url, seen } = await serve(
      (_, response) => void response.writeHead(302, { location: `${other.url}/elsewhere` }).end(),
    );
    const error = await failure(connectTo(url).platform.listDeployments(), PlatformError);
    expect(error.code).toBe("redirect");
    expect(error.message).toContain(new URL(other.url).host);
    expect(other.seen).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it("on the same origin is followed for GET, the credential included", async () => {
    const { url, seen } = await serve(({ path }, response) =>
      path.endsWith("/")
        ? json(response, 200, [{ id: "1", name: "a" }])
        : void response.writeHead(308, { location: "/api/v1/deployments/" }).end(),
    );
    expect(await connectTo(url).platform.listDeployments()).toEqual([{ id: "1", name: "a" }]);
    expect(seen.map((each) => each.headers.authorization)).toEqual(
      Array(2).fill(seen[0]?.headers.authorization),
    );
  });

  it("that goes round in circles ends", async () => {
    const { url, seen } = await serve(
      (_, response) => void response.writeHead(302, { location: "/api/v1/deployments" }).end(),
    );
    const error = await failure(connectTo(url).platform.listDeployments(), PlatformError);
    expect(error.code).toBe("redirect");
    expect(seen).toHaveLength(6);
  });

  it("of a write is not followed", async () => {
    const { url, seen } = await serve(
      (_, response) => void response.writeHead(307, { location: "/else" }).end(),
    );
    const error = await failure(connectTo(url).platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.code).toBe("redirect");
    expect(seen).toHaveLength(1);
  });
});

describe("a connection that cannot be", () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(onData: (write: (text: string) => void, end: () => void) => void): Promise<number> {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        onData(
          (text) => socket.write(text),
          () => socket.end(),
        ),
      );
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  it("TLS to something that speaks none", async () => {
    const port = await listen((write, end) => {
      write("HTTP/1.1 400 Bad Request\r\n\r\n");
      end();
    });
    const error = await failure(
      connectTo(`https://127.0.0.1:${port}`).platform.upsertWorkbook(1, "a", {}),
      PlatformError,
    );
    expect(error.code).toBe("tls");
    expect(error.details.at(-1)).toContain("NODE_EXTRA_CA_CERTS");
  });

  it("HTTP to something that speaks none", async () => {
    const port = await listen((write) => write("SSH-2.0-OpenSSH_9.2\r\n"));
    const error = await failure(
      connectTo(`http://127.0.0.1:${port}`).platform.upsertWorkbook(1, "a", {}),
      PlatformError,
    );
    expect(error.code).toBe("not-http");
  });

  it("a TLS handshake that is never answered: the connect deadline", async () => {
    const port = await listen(() => {});
    let now = 0;
    const { platform } = connectTo(`https://127.0.0.1:${port}`, {
      deadlines: { connectMs: 20 },
      // Each look at the clock is 20 s later than the one before: one attempt is all that fits.
      clock: { ...systemClock, now: () => (now += 20_000) },
    });
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    expect(error.code).toBe("connect-timeout");
  });

  it("a host that does not exist", async () => {
    const { platform, clock } = connectTo("https://no-such-host.invalid");
    const error = await failure(platform.upsertWorkbook(1, "a", {}), PlatformError);
    // A machine without a name server cannot tell; both are no bug and both name the host.
    expect(["unknown-host", "unreachable"]).toContain(error.code);
    expect(error.message).toContain("no-such-host.invalid");
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(15_000);
  });
});

it("sends what front ends ask for: a length with a body that is none, JSON accepted, a user agent", async () => {
  const { url, seen } = await serve(({ method }, response) =>
    method === "GET"
      ? json(response, 200, { paths: { "/api/v1/deployments/{d}/workbooks/{w}": { delete: {} } } })
      : json(response, 200, {}),
  );
  const { platform } = connectTo(url, { userAgent: "boardwright/0.1.0" });
  await platform.deleteWorkbook(1, 7);
  const { method, headers } = seen[1]!;
  expect(method).toBe("DELETE");
  expect(headers).toMatchObject({
    "content-length": "0",
    accept: "application/json",
    "user-agent": "boardwright/0.1.0",
  });
  expect(headers["content-type"]).toBeUndefined();
});
