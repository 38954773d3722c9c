import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { begin } from "../support/command.ts";
import { endedWith, home, sandboxFor } from "./saved.ts";
import { standBy } from "./server.ts";

/** Starts a login and resolves once it shows its code. */
async function beginLogin(url: string, env: Record<string, string> = {}, more: string[] = []) {
  const at = home();
  const login = begin(["login", "--url", url, "--name", "acme", ...more], { cwd: at.folder, env });
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  login.ended.then(over, over);
  for (;;) {
    const code = /shows the code (\S+?)\.$/m.exec(login.said())?.[1];
    if (code !== undefined) return { ...at, ...login, code };
    if (isOver) throw new Error(login.said());
    await new Promise((next) => setImmediate(next));
  }
}

describe("login with a browser", () => {
  it("shows address and code, waits, and saves what an approval brings; denial, expiry and Ctrl-C save nothing", async () => {
    let ahead = 0;
    const sandbox = await sandboxFor();
    const later = await sandboxFor({ clock: () => new Date(Date.now() + ahead) });
    const [approved, denied, interrupted, expired] = await Promise.all([
      beginLogin(sandbox.url, {}, ["--json"]),
      beginLogin(sandbox.url),
      beginLogin(sandbox.url),
      beginLogin(later.url),
    ]);
    sandbox.approveDevice(approved.code);
    sandbox.denyDevice(denied.code);
    interrupted.interrupt();
    ahead = 901_000;

    const done = await approved.ended;
    endedWith(done, 0, `${sandbox.url}/auth/device?user_code=${approved.code}`);
    expect(JSON.parse(done.stdout)).toEqual({
      context: "acme",
      url: sandbox.url,
      deployments: [{ id: 1, name: "sandbox" }],
    });
    expect(parse(approved.text())).toEqual({
      default_context: "acme",
      contexts: {
        acme: {
          url: sandbox.url,
          api_key: expect.stringMatching(/^access-/),
          refresh_token: expect.stringMatching(/^refresh-/),
        },
      },
    });
    expect(statSync(approved.config).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(approved.config)).mode & 0o777).toBe(0o700);
    endedWith(await approved.run(["whoami"]), 0, "acme", sandbox.url, "sandbox@example.com");

    endedWith(await denied.ended, 1, "the login was declined in the browser", "boardwright login");
    endedWith(await expired.ended, 1, "the code expired before the login was approved", "boardwright login");
    endedWith(await interrupted.ended, 130, "interrupted");
    for (const { config } of [denied, expired, interrupted]) expect(existsSync(config)).toBe(false);
  });

  it("asks until it is approved, and says which client it is", async () => {
    let polls = 0;
    const forms: string[] = [];
    const server = await standBy((request, response) => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      let form = "";
      request.on("data", (chunk) => {
        form += chunk;
      });
      request.on("end", () => {
        if (form !== "") forms.push(decodeURIComponent(form));
        if (request.url === "/auth/device/code")
          return answer(200, {
            device_code: "device-SECRET",
            user_code: "WDJB-MJHT",
            verification_uri: "https://acme.example.com/device",
            expires_in: 60,
            interval: 0.05,
          });
        if (request.url === "/auth/device/token") {
          polls += 1;
          if (polls < 3) return answer(400, { error: "authorization_pending" });
          return answer(200, { access_token: "access-SECRET" });
        }
        return answer(200, { data: { deployments: [{ id: 7, name: "acme" }] }, pagination: { total: 1 } });
      });
    });
    onTestFinished(() => server.close());
    const login = await beginLogin(server.url, {
      PLATFORM_OAUTH_CLIENT_ID: "our-client",
      PLATFORM_OAUTH_CLIENT_SECRET: "client-SECRET",
      PLATFORM_OAUTH_SCOPE: "api offline",
    });
    endedWith(await login.ended, 0, "https://acme.example.com/device", "Logged in", "context acme");
    expect(polls).toBe(3);
    expect(forms[0]).toBe("client_id=our-client&client_secret=client-SECRET&scope=api+offline");
    expect(forms[1]).toContain("device_code=device-SECRET&client_id=our-client");
    expect(login.text()).not.toContain("refresh_token");
  });

  it("is told where an address has no such login", async () => {
    const server = await standBy((_, response) => response.writeHead(404).end("{}"));
    onTestFinished(() => server.close());
    endedWith(await home().run(["login", "--url", server.url]), 1, "begin the login", "404");
  });
});
