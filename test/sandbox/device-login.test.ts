import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { handClock, start } from "./support.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

async function open(options: Parameters<typeof start>[0] = {}) {
  const time = handClock();
  const client = await start({ clock: time.clock, ...options });
  const post = (path: string, fields: Record<string, string>) =>
    client.call("POST", path, new URLSearchParams(fields), null);
  const begin = async () => (await post("/auth/device/code", { client_id: "cli", scope: "x" })).body;
  const poll = (device_code: string, more: Record<string, string> = {}) =>
    post("/auth/device/token", { grant_type: GRANT, device_code, client_id: "cli", ...more });
  /** The `error` of a poll. */
  const said = async (device_code: string, more?: Record<string, string>) => {
    const { status, body } = await poll(device_code, more);
    expect([status, typeof body.error_description]).toEqual([400, "string"]);
    return body.error;
  };
  const login = async () => {
    const { device_code, user_code } = await begin();
    client.sandbox.approveDevice(user_code);
    return (await poll(device_code)).body;
  };
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    post("/auth/oauth2/refresh", { grant_type: "refresh_token", refresh_token, client_id: "cli", ...more });
  const me = async (token: string) => client.call("GET", "/users/me", undefined, `Bearer ${token}`);
  return { ...client, ...time, post, begin, poll, said, login, refresh, me };
}

describe("POST /auth/device/code", () => {
  it("answers the codes, where to go, and how long they live", async () => {
    const { begin, sandbox } = await open();
    const [one, two] = [await begin(), await begin()];
    expect(one).toEqual({
      device_code: expect.stringMatching(/^[\w-]{32}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${sandbox.url}/auth/device`,
      verification_uri_complete: `${sandbox.url}/auth/device?user_code=${one.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(two.device_code).not.toBe(one.device_code);
    expect(two.user_code).not.toBe(one.user_code);
  });

  it("needs a client_id", async () => {
    const { post } = await open();
    const { status, body } = await post("/auth/device/code", {});
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });
});

describe("POST /auth/device/token", () => {
  it("is pending until somebody approves, and gives tokens once", async () => {
    const { begin, poll, said, pass, sandbox, me } = await open();
    const { device_code, user_code } = await begin();
    expect(await said(device_code)).toBe("authorization_pending");
    pass(5);
    expect(await said(device_code)).toBe("authorization_pending");
    sandbox.approveDevice(user_code);
    pass(5);
    const { status, body, headers } = await poll(device_code);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      accessToken: expect.stringMatching(/^access-[\w-]{32}$/),
      refreshToken: expect.stringMatching(/^refresh-[\w-]{32}$/),
      tokenType: "Bearer",
      expiresIn: 3600,
      tenantUrl: sandbox.url,
    });
    expect((await me(body.accessToken)).body).toMatchObject({ id: 1, lastLogin: "2026-01-01T12:00:10.000Z" });
    pass(5);
    expect(await said(device_code)).toBe("invalid_grant");
  });

  it("tells a client that polls too soon to slow down, five seconds more each time", async () => {
    const { begin, said, pass } = await open();
    const { device_code } = await begin();
    expect(await said(device_code)).toBe("authorization_pending");
    pass(4);
    expect(await said(device_code)).toBe("slow_down");
    pass(9);
    expect(await said(device_code)).toBe("slow_down");
    pass(14.9);
    expect(await said(device_code)).toBe("authorization_pending");
    pass(14.8);
    expect(await said(device_code)).toBe("slow_down");
    pass(20);
    expect(await said(device_code)).toBe("authorization_pending");
  });

  it("counts the interval for each login apart", async () => {
    const { begin, said } = await open();
    const [one, two] = [await begin(), await begin()];
    expect(await said(one.device_code)).toBe("authorization_pending");
    expect(await said(two.device_code)).toBe("authorization_pending");
    expect(await said(one.device_code)).toBe("slow_down");
  });

  it("says that the login was denied, and when the code has expired", async () => {
    const { begin, said, pass, sandbox } = await open();
    const [denied, late] = [await begin(), await begin()];
    sandbox.denyDevice(denied.user_code.toLowerCase().replace("-", ""));
    expect(await said(denied.device_code)).toBe("access_denied");
    pass(899);
    expect(await said(late.device_code)).toBe("authorization_pending");
    pass(1);
    expect(await said(late.device_code)).toBe("expired_token");
    expect(() => sandbox.approveDevice(late.user_code)).toThrow(UserError);
    expect(() => sandbox.denyDevice("BBBB-BBBB")).toThrow('no login with the code "BBBB-BBBB"');
  });

  it("refuses other grants, missing fields, unknown codes and codes of another client", async () => {
    const { begin, said, post } = await open();
    const { device_code } = await begin();
    expect(await said(device_code, { grant_type: "password" })).toBe("unsupported_grant_type");
    expect(await said("")).toBe("invalid_request");
    expect(await said(device_code, { client_id: "" })).toBe("invalid_request");
    expect(await said("nope")).toBe("invalid_grant");
    expect(await said(device_code, { client_id: "other" })).toBe("invalid_grant");
    expect((await post("/auth/device/token", {})).body.error).toBe("unsupported_grant_type");
  });

  it("keeps codes apart from a reset on", async () => {
    const { begin, said, sandbox } = await open();
    const { device_code } = await begin();
    sandbox.reset();
    expect(await said(device_code)).toBe("invalid_grant");
  });

  it("writes down who logged in, and no token", async () => {
    const { login, call } = await open();
    const { accessToken, refreshToken } = await login();
    const log = (await call("GET", "/audit-logs/export?eventName=Logged%20in")).body;
    expect(log).toContain("Logged in,sandbox@example.com");
    expect(log).not.toContain(accessToken);
    expect(log).not.toContain(refreshToken);
  });
});

describe("tokens", () => {
  it("open everything for as long as they live, and not a second longer", async () => {
    const { login, me, pass, call } = await open({ accessTokenSeconds: 60 });
    const { accessToken, expiresIn } = await login();
    expect(expiresIn).toBe(60);
    pass(59);
    expect((await me(accessToken)).status).toBe(200);
    const put = await call("PUT", "/deployments/1/workbooks/by-slug/a", {}, `Bearer ${accessToken}`);
    expect(put.status).toBe(200);
    expect((await call("GET", "/audit-logs/export", undefined, `Bearer ${accessToken}`)).status).toBe(200);
    pass(1);
    const { status, body } = await me(accessToken);
    expect([status, body.error]).toEqual([401, "The access token has expired"]);
  });

  it("are refreshed with another pair; a refresh token works once", async () => {
    const { login, refresh, me, pass } = await open({ accessTokenSeconds: 60 });
    const first = await login();
    pass(61);
    const { status, body: second } = await refresh(first.refreshToken);
    expect(status).toBe(200);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect((await me(second.accessToken)).status).toBe(200);
    const again = await refresh(first.refreshToken);
    expect([again.status, again.body.error]).toEqual([400, "invalid_grant"]);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it("let the access token of before live its time", async () => {
    const { login, refresh, me, pass } = await open({ accessTokenSeconds: 60 });
    const { accessToken, refreshToken } = await login();
    pass(10);
    await refresh(refreshToken);
    pass(49);
    expect((await me(accessToken)).status).toBe(200);
    pass(1);
    expect((await me(accessToken)).status).toBe(401);
  });

  it("of one refresh token that two ask with are given to one of them", async () => {
    const { login, refresh } = await open();
    const { refreshToken } = await login();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refreshToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it("are refreshed by form or by JSON; anything else is refused", async () => {
    const { login, sandbox, post, refresh } = await open();
    const { refreshToken } = await login();
    const json = await fetch(`${sandbox.url}/auth/oauth2/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refreshToken }),
    });
    expect(json.status).toBe(200);
    const broken = await fetch(`${sandbox.url}/auth/oauth2/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect([broken.status, ((await broken.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_request",
    ]);
    expect((await post("/auth/oauth2/refresh", {})).body.error).toBe("invalid_request");
    expect((await refresh("nope")).body.error).toBe("invalid_grant");
    expect((await refresh("x", { grant_type: "password" })).body.error).toBe("unsupported_grant_type");
  });
});

describe("the page", () => {
  it("shows the code, and takes the decision of a form", async () => {
    const { begin, call, post, poll, said } = await open();
    const approved = await begin();
    const shown = await call("GET", approved.verification_uri_complete, undefined, null);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(shown.body).toContain(approved.user_code);
    const done = await post("/auth/device", { user_code: approved.user_code, action: "approve" });
    expect([done.status, done.body]).toEqual([200, expect.stringContaining("The login was approved")]);
    expect((await poll(approved.device_code)).status).toBe(200);
    const denied = await begin();
    expect((await post("/auth/device", { user_code: denied.user_code, action: "deny" })).body).toContain(
      "denied",
    );
    expect(await said(denied.device_code)).toBe("access_denied");
  });

  it("asks for the code where it is not given or not known", async () => {
    const { call, post, begin, pass } = await open();
    const empty = await call("GET", "/auth/device", undefined, null);
    expect([empty.status, empty.body]).toEqual([200, expect.stringContaining('name="user_code"')]);
    expect((await call("GET", "/auth/device?user_code=XXXX-XXXX", undefined, null)).status).toBe(404);
    expect((await post("/auth/device", { user_code: "XXXX-XXXX", action: "approve" })).status).toBe(404);
    const { user_code } = await begin();
    expect((await post("/auth/device", { user_code, action: "maybe" })).status).toBe(400);
    pass(900);
    expect((await post("/auth/device", { user_code, action: "approve" })).status).toBe(404);
  });

  it("escapes what the client calls itself", async () => {
    const { post, call } = await open();
    const { verification_uri_complete } = (await post("/auth/device/code", { client_id: "<b>&\"'" })).body;
    const { body } = await call("GET", verification_uri_complete, undefined, null);
    expect(body).toContain("&#60;b&#62;&#38;&#34;&#39; wants");
    expect(body).not.toContain("<b>");
  });
});
