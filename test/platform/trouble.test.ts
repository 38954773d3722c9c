// Which row of the retry table a failure is, and what it is called.
import { describe, expect, it } from "vitest";
import { ABORTED } from "../../src/platform/http/abort.ts";
import { DEADLINE, type Incoming } from "../../src/platform/http/exchange.ts";
import { ProxyFailure } from "../../src/platform/http/proxy-failure.ts";
import { troubleOfBody, troubleOfConnection, troubleOfStatus } from "../../src/platform/http/trouble.ts";

const HOST = "acme.example.com";
const failing = (code: string) => Object.assign(new Error("said by node"), { code });
const answer = (status: number, text = "", headers: Incoming["headers"] = {}): Incoming => ({
  status,
  headers,
  text,
  bytes: Buffer.from(text),
});

describe("a connection that failed", () => {
  it.each([
    [ABORTED, "final", "interrupted", "interrupted"],
    ["UND_ERR_CLOSED", "final", "interrupted", "interrupted"],
    ["UND_ERR_DESTROYED", "final", "interrupted", "interrupted"],
    [DEADLINE, "final", "timeout", `${HOST} did not answer in time`],
    ["UND_ERR_CONNECT_TIMEOUT", "unreachable", "connect-timeout", `${HOST} did not accept a connection`],
    ["UND_ERR_HEADERS_TIMEOUT", "unreachable", "connect-timeout", `${HOST} did not accept a connection`],
    ["ETIMEDOUT", "unreachable", "connect-timeout", `${HOST} did not accept a connection`],
    ["ECONNREFUSED", "unreachable", "connection-refused", `${HOST} refused the connection`],
    ["ENOTFOUND", "final", "unknown-host", `there is no host ${HOST}`],
    ["EAI_AGAIN", "unreachable", "unreachable", `${HOST} cannot be reached (EAI_AGAIN)`],
    ["EHOSTUNREACH", "unreachable", "unreachable", `${HOST} cannot be reached (EHOSTUNREACH)`],
    ["ENETUNREACH", "unreachable", "unreachable", `${HOST} cannot be reached (ENETUNREACH)`],
    ["EHOSTDOWN", "unreachable", "unreachable", `${HOST} cannot be reached (EHOSTDOWN)`],
    ["ENETDOWN", "unreachable", "unreachable", `${HOST} cannot be reached (ENETDOWN)`],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "final", "tls", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["CERT_HAS_EXPIRED", "final", "tls", `no secure connection to ${HOST} (CERT_HAS_EXPIRED)`],
    ["EPROTO", "final", "tls", "EPROTO"],
    ["ECONNRESET", "connection-broken", "connection-broken", "the connection broke (ECONNRESET)"],
    // Named like one, but not at its beginning.
    ["BAD_EPROTO", "connection-broken", "connection-broken", "the connection broke (BAD_EPROTO)"],
  ])("with %s is %s, called %s", (code, kind, called, reason) => {
    const trouble = troubleOfConnection(failing(code), HOST);
    expect(trouble).toMatchObject({ kind, code: called });
    expect(trouble.reason).toContain(reason);
  });

  it("with an answer that is no HTTP is final, whatever its code", () => {
    const error = Object.assign(failing("HPE_INVALID_CONSTANT"), { name: "HTTPParserError" });
    expect(troubleOfConnection(error, HOST)).toEqual({
      kind: "final",
      code: "not-http",
      reason: `${HOST} does not speak HTTP here`,
    });
  });

  it.each([new Error("no code"), Object.assign(new Error("a number"), { code: 7 }), "no error"])(
    "without a code broke: %s",
    (error) => {
      const reason = "the connection broke (unknown)";
      expect(troubleOfConnection(error, HOST)).toMatchObject({ kind: "connection-broken", reason });
    },
  );

  it.each<[ConstructorParameters<typeof ProxyFailure>[1], string, string]>([
    [{ status: 407 }, "final", `the proxy proxy:1 did not open a connection to ${HOST} (407)`],
    [{ status: 499 }, "final", "(499)"],
    [{ status: 500 }, "unreachable", "(500)"],
    [{ cause: failing("ECONNREFUSED") }, "unreachable", "the proxy proxy:1 refused the connection"],
    // Nothing went to the platform yet: it is as safe as a refused connection.
    [{ cause: failing("ECONNRESET") }, "unreachable", "the connection broke (ECONNRESET)"],
    [{ cause: failing("ENOTFOUND") }, "final", "there is no host the proxy proxy:1"],
  ])("at the proxy, %j, is %s", (how, kind, reason) => {
    const trouble = troubleOfConnection(new ProxyFailure("proxy:1", how), HOST);
    expect(trouble).toMatchObject({ kind, code: "proxy" });
    expect(trouble.reason).toContain(reason);
  });
});

describe("an answer that is no success", () => {
  it.each([
    [400, "bad-request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not-found"],
    [409, "conflict"],
    [418, "rejected"],
    [429, "rate-limited"],
    [499, "rejected"],
    [500, "server-error"],
    [503, "server-error"],
  ])("%i is called %s unless the platform names it", (status, code) => {
    const named = troubleOfStatus(answer(status, '{"code":"its_own","error":"x"}', { "retry-after": "5" }));
    expect(named).toMatchObject({ code: "its_own", platformMessage: "x", retryAfter: "5", status });
    expect(troubleOfStatus(answer(status))).toMatchObject({
      kind: `${status}`,
      code,
      reason: `the platform answered ${status}`,
    });
  });

  it("names the request by the header that support asks for, the first of them, not too long", () => {
    const id = (headers: Incoming["headers"]) => troubleOfStatus(answer(500, "", headers)).requestId;
    const names = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-amzn-trace-id"];
    for (const name of [...names, "cf-ray"]) expect(id({ [name]: "r" })).toBe("r");
    expect(id({ "cf-ray": "last", "x-request-id": "first" })).toBe("first");
    expect(id({ "x-request-id": ["a", "b"] } as never)).toBe("a");
    expect(id({ "x-request-id": "x".repeat(500) })).toHaveLength(128);
    expect(id({ other: "r" })).toBeUndefined();
  });

  it.each([
    [" <html>", "no-such-operation", "a web page"],
    [' {"id": 1', "truncated-json", "cut off"],
    ["\n[1,", "truncated-json", "cut off"],
    ["OK {", "not-json", "not JSON"],
  ])("a 200 with %j is %s", (text, code, reason) => {
    const trouble = troubleOfBody(answer(200, text, { "x-request-id": "r-1" }));
    expect(trouble).toMatchObject({ kind: "final", code, status: 200, requestId: "r-1" });
    expect(trouble.reason).toContain(reason);
    expect(trouble.platformMessage).toBe(code === "not-json" ? text : undefined);
  });
});
