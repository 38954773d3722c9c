import { describe, expect, it } from "vitest";
import { EXIT, UserError } from "../../src/model/index.ts";
import {
  type DeviceLoginOptions,
  PlatformError,
  pollDeviceToken,
  refreshTokens,
  startDeviceLogin,
} from "../../src/platform/index.ts";
import { type Answer, failure, html, json, serve, stillClock } from "../support/loopback.ts";

const START = {
  device_code: "device-7f3a",
  user_code: "WDJB-MJHT",
  verification_uri: "https://acme.example.com/device",
  verification_uri_complete: "https://acme.example.com/device?user_code=WDJB-MJHT",
  expires_in: 900,
  interval: 5,
};

function formOf(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

function shownOf(error: Error): string {
  const { details = [], ...rest } = error as Error & { details?: readonly string[] };
  return [error.message, ...details, JSON.stringify(rest), error.stack].join("\n");
}

const refuse =
  (error: string, more: object = {}): Answer =>
  (_, response) =>
    json(response, 400, { error, ...more });

/** Polls a login that answers these in turn, the last one for ever. */
async function poll(answers: Answer[], options: Partial<DeviceLoginOptions> = {}, expiresIn = 900) {
  const clock = stillClock();
  const times: number[] = [];
  const start = clock.now();
  const { url, seen } = await serve((each, response, count) => {
    times.push((clock.now() - start) / 1000);
    return answers[Math.min(count, answers.length) - 1]!(each, response, count);
  });
  const login = { deviceCode: START.device_code, expiresAt: start + expiresIn * 1000, intervalMs: 5000 };
  const tokens = pollDeviceToken(url, login, { clientId: "boardwright", clock, ...options });
  // Whoever only looks at the times need not catch.
  tokens.catch(() => {});
  return { tokens, seen, times, clock, url };
}

const APPROVED: Answer = (_, response) =>
  json(response, 200, { access_token: "access-1", refresh_token: "refresh-1", token_type: "Bearer" });

describe("a login begins", () => {
  it.each([
    ["snake", START],
    [
      "camel",
      {
        deviceCode: START.device_code,
        userCode: START.user_code,
        verificationUri: START.verification_uri,
        verificationUriComplete: START.verification_uri_complete,
        expiresIn: 900,
        interval: 5,
      },
    ],
  ])("with a form, and an answer in %s case", async (_, answer) => {
    const clock = stillClock();
    const { url, seen } = await serve((_seen, response) => json(response, 200, answer));
    const login = await startDeviceLogin(`${url}/base`, { clientId: "boardwright", scope: "a b", clock });
    expect(login).toEqual({
      deviceCode: "device-7f3a",
      userCode: "WDJB-MJHT",
      verificationUri: START.verification_uri,
      verificationUriComplete: START.verification_uri_complete,
      expiresAt: clock.now() + 900_000,
      intervalMs: 5000,
    });
    expect(seen[0]).toMatchObject({ method: "POST", path: "/base/auth/device/code" });
    expect(formOf(seen[0]!.body)).toEqual({ client_id: "boardwright", scope: "a b" });
    expect(seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it("with the usual times where none are given", async () => {
    const clock = stillClock();
    const { expires_in: _, interval: __, verification_uri_complete: ___, ...bare } = START;
    const { url } = await serve((_seen, response) => json(response, 200, bare));
    const login = await startDeviceLogin(url, { clientId: "x", clock });
    expect(login).toMatchObject({ expiresAt: clock.now() + 900_000, intervalMs: 5000 });
    expect(login.verificationUriComplete).toBeUndefined();
  });

  it.each<[string, object]>([
    ["no code", { ...START, device_code: undefined }],
    ["a code that would steer a terminal", { ...START, user_code: "\u001b[31mred" }],
    ["a page that is none", { ...START, verification_uri: "javascript:alert(1)" }],
    ["a page on disc", { ...START, verification_uri: "file:///etc/passwd" }],
  ])("not with %s", async (_, answer) => {
    const { url } = await serve((_seen, response) => json(response, 200, answer));
    const error = await failure(startDeviceLogin(url, { clientId: "x" }), PlatformError);
    expect(error.code).toBe("unexpected-answer");
    expect(shownOf(error)).not.toContain("device-7f3a");
  });

  it.each<[string, Answer, string]>([
    ["a web page", (_, response) => html(response), "no-such-operation"],
    ["404 with a web page", (_, response) => html(response, 404), "no-such-operation"],
    ["an unknown client", refuse("invalid_client", { error_description: "Who?" }), "bad-request"],
    ["a failure", (_, response) => json(response, 503, {}), "server-error"],
  ])("not with %s", async (_, answer, code) => {
    const { url, seen } = await serve(answer);
    const starting = startDeviceLogin(url, { clientId: "boardwright", clientSecret: "very-secret" });
    const error = await failure(starting, PlatformError);
    expect(error.code).toBe(code);
    expect(seen).toHaveLength(1);
    expect(shownOf(error)).not.toContain("very-secret");
    if (code === "bad-request") expect(error.platformMessage).toBe("Who?");
  });

  it("only with https, loopback excepted", async () => {
    const starting = startDeviceLogin("http://acme.example.com", { clientId: "x" });
    expect((await failure(starting, UserError)).message).toContain("is not https");
  });
});

describe("a login is waited for", () => {
  it("at the interval, until it is approved", async () => {
    const pending = refuse("authorization_pending");
    const { tokens, seen, times } = await poll([pending, pending, APPROVED]);
    expect(await tokens).toEqual({ accessToken: "access-1", refreshToken: "refresh-1" });
    expect(times).toEqual([5, 10, 15]);
    expect(seen[0]?.path).toBe("/auth/device/token");
    expect(formOf(seen[0]!.body)).toEqual({
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: "device-7f3a",
      client_id: "boardwright",
    });
  });

  it("5 s slower after each slow_down, and it stays slower", async () => {
    const { tokens, times } = await poll([
      refuse("authorization_pending"),
      refuse("slow_down"),
      refuse("authorization_pending"),
      refuse("slow_down"),
      APPROVED,
    ]);
    await tokens;
    expect(times).toEqual([5, 10, 20, 30, 45]);
  });

  it("reads answers in camel case, and an address of the tenant that can be used", async () => {
    for (const [tenantUrl, expected] of [
      ["https://acme.example.com/", "https://acme.example.com"],
      ["http://acme.example.com", undefined],
      ["nonsense", undefined],
    ]) {
      const { tokens } = await poll([
        (_, response) => json(response, 200, { accessToken: "a-1", refreshToken: "r-1", tenantUrl }),
      ]);
      expect(await tokens).toEqual({
        accessToken: "a-1",
        refreshToken: "r-1",
        ...(expected !== undefined && { tenantUrl: expected }),
      });
    }
  });

  it("through failures of the network and the platform, ever more slowly, at most a minute apart", async () => {
    const broken: Answer = (_, response) => void response.socket?.destroy();
    const failing: Answer = (_, response) => json(response, 503, {});
    const { tokens, times } = await poll([
      broken,
      failing,
      broken,
      broken,
      broken,
      broken,
      refuse("authorization_pending"),
      APPROVED,
    ]);
    expect((await tokens).accessToken).toBe("access-1");
    expect(times).toEqual([5, 15, 35, 75, 135, 195, 255, 260]);
  });

  it("until the code expires, and not longer", async () => {
    const { tokens, times } = await poll([refuse("authorization_pending")], {}, 30);
    const error = await failure(tokens, PlatformError);
    expect(error.code).toBe("expired_token");
    expect(error.message).toBe("the code expired before the login was approved");
    expect(times).toEqual([5, 10, 15, 20, 25]);
  });

  it("until the code expires, also where nothing answers", async () => {
    const clock = stillClock();
    const login = { deviceCode: "d", expiresAt: clock.now() + 60_000, intervalMs: 5000 };
    const polling = pollDeviceToken("http://127.0.0.1:1", login, { clientId: "x", clock });
    expect((await failure(polling, PlatformError)).code).toBe("expired_token");
  });

  it.each<[string, Answer, string, RegExp]>([
    ["declined", refuse("access_denied"), "access_denied", /declined in the browser/],
    ["expired", refuse("expired_token"), "expired_token", /code expired/],
    ["refused", refuse("invalid_grant"), "bad-request", /rejected the request to finish the login \(400\)/],
    ["answered by a web page", (_, response) => html(response), "no-such-operation", /no such operation/],
    [
      "answered without a token",
      (_, response) => json(response, 200, {}),
      "unexpected-answer",
      /no access token/,
    ],
  ])("no longer when it is %s", async (_, answer, code, message) => {
    const { tokens, seen } = await poll([answer]);
    const error = await failure(tokens, PlatformError);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.exitCode).toBe(EXIT.failed);
    expect(shownOf(error)).not.toContain("device-7f3a");
    expect(seen).toHaveLength(1);
  });

  it("no longer when it is interrupted", async () => {
    const controller = new AbortController();
    const { tokens, seen } = await poll([() => controller.abort()], { signal: controller.signal });
    expect(await failure(tokens, PlatformError)).toMatchObject({
      code: "interrupted",
      exitCode: EXIT.interrupted,
    });
    expect(seen).toHaveLength(1);
    const before = await poll([APPROVED], { signal: AbortSignal.abort() });
    expect((await failure(before.tokens, PlatformError)).code).toBe("interrupted");
    expect(before.seen).toEqual([]);
  });

  it("and no error shows what the platform echoes of it", async () => {
    const { tokens } = await poll(
      [refuse("invalid_request", { error_description: "bad code device-7f3a for very-secret" })],
      { clientSecret: "very-secret" },
    );
    const error = await failure(tokens, PlatformError);
    expect(error.platformMessage).toBe("bad code *** for ***");
    expect(shownOf(error)).not.toMatch(/device-7f3a|very-secret/);
  });
});

describe("a saved login is renewed", () => {
  it.each([
    [{ access_token: "access-2", refresh_token: "refresh-2" }, "refresh-2"],
    [{ accessToken: "access-2" }, "refresh-1"],
  ])("by RFC 6749, 6; answer %j", async (answer, refreshToken) => {
    const { url, seen } = await serve((_, response) => json(response, 200, answer));
    expect(await refreshTokens(url, "refresh-1", { clientId: "boardwright" })).toEqual({
      accessToken: "access-2",
      refreshToken,
    });
    expect(seen[0]).toMatchObject({ method: "POST", path: "/auth/oauth2/refresh" });
    expect(formOf(seen[0]!.body)).toEqual({
      grant_type: "refresh_token",
      refresh_token: "refresh-1",
      client_id: "boardwright",
    });
    await refreshTokens(url, "refresh-1");
    expect(formOf(seen[1]!.body)).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-1" });
  });

  it.each<[string, Answer, string, RegExp]>([
    ["expired", refuse("invalid_grant"), "invalid_grant", /saved login has expired/],
    [
      "refused",
      (_, response) => json(response, 401, { error: "refresh-1?" }),
      "unauthorized",
      /renew the saved login/,
    ],
    ["failed", (_, response) => json(response, 503, {}), "server-error", /renew the saved login/],
    ["broken", (_, response) => void response.socket?.destroy(), "connection-broken", /connection broke/],
    ["a web page", (_, response) => html(response), "no-such-operation", /renew the saved login/],
    ["no token", (_, response) => json(response, 200, { ok: true }), "unexpected-answer", /no access token/],
  ])("once, or not: %s", async (_, answer, code, message) => {
    const { url, seen } = await serve(answer);
    const error = await failure(refreshTokens(url, "refresh-1"), PlatformError);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(shownOf(error)).not.toContain("refresh-1");
    expect(shownOf(error)).not.toContain("PLATFORM_API_KEY");
    expect(seen).toHaveLength(1);
  });
});
