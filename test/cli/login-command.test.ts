import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Ran, start } from "../support/command.ts";
import { expectNoSecret, home, sandboxFor } from "./saved.ts";
import { standBy } from "./server.ts";

/** Starts a login and resolves once it shows its code. */
async function beginLogin(url: string, env: Record<string, string> = {}, more: string[] = []) {
  const at = home();
  const { child, ended } = start(["login", "--url", url, "--name", "acme", ...more], {
    cwd: at.folder,
    env,
  });
  let said = "";
  const code = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (text: string) => {
      said += text;
      const found = /shows the code (\S+?)\.$/m.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.on("close", () => reject(new Error(said)));
  });
  return { ...at, child, ended, code };
}

function endedWith(ran: Ran, code: number, ...words: string[]): void {
  expectNoSecret(ran);
  for (const word of words) expect(ran.stdout + ran.stderr).toContain(word);
  expect(ran.code, ran.stderr).toBe(code);
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
    interrupted.child.kill("SIGINT");
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

describe("login with an API key", () => {
  it("reads it from standard input or an argument, and names the context after the host", async () => {
    const sandbox = await sandboxFor();
    const at = home();
    const piped = await at.run(["login", "--url", `${sandbox.url}/`, "--api-key", "-"], {
      input: "sandbox-key\n",
    });
    endedWith(piped, 0, "context 127.0.0.1: 1 deployment (1)");
    const local = sandbox.url.replace("127.0.0.1", "localhost");
    const env = { PLATFORM_API_URL: local };
    endedWith(await at.run(["login", "--api-key", "sandbox-key"], { env }), 0, "context localhost");
    expect(parse(at.text())).toEqual({
      default_context: "localhost",
      contexts: {
        "127.0.0.1": { url: sandbox.url, api_key: "sandbox-key" },
        localhost: { url: local, api_key: "sandbox-key" },
      },
    });
    expect(statSync(at.config).mode & 0o777).toBe(0o600);
  });

  it("writes where XDG_CONFIG_HOME says", async () => {
    const sandbox = await sandboxFor();
    const at = home();
    const env = { XDG_CONFIG_HOME: join(at.folder, "xdg"), PLATFORM_API_URL: sandbox.url };
    endedWith(await at.run(["login", "--api-key", "sandbox-key"], { env }), 0);
    expect(existsSync(join(at.folder, "xdg/boardwright/config.toml"))).toBe(true);
    expect(existsSync(at.config)).toBe(false);
  });

  it("saves no key that is refused", async () => {
    const sandbox = await sandboxFor();
    const at = home();
    const ran = await at.run(["login", "--url", sandbox.url, "--api-key", "key-SECRET", "--json"]);
    endedWith(
      ran,
      1,
      "Nothing was saved.",
      "(401)",
      "The API key is not known or has expired",
      "request req-",
    );
    expect(JSON.parse(ran.stdout).error.requestId).toMatch(/^req-/);
    expect(existsSync(at.config)).toBe(false);
  });

  it("takes nobody else's name unless told to", async () => {
    const sandbox = await sandboxFor();
    const saved = { url: "https://127.0.0.1:9", api_key: "other-SECRET" };
    const at = home({ "127.0.0.1": saved }, { current: "127.0.0.1" });
    const login = ["login", "--url", sandbox.url, "--api-key", "sandbox-key"];
    endedWith(await at.run(login), 1, "the context 127.0.0.1 is saved for https://127.0.0.1:9", "--name");
    expect(at.text()).toContain("other-SECRET");
    endedWith(await at.run([...login, "--name", "127.0.0.1"]), 0);
    expect(at.text()).not.toContain("other-SECRET");
  });
});

describe("logging in again", () => {
  it("is for the current context or the named one, at its address", async () => {
    const sandbox = await sandboxFor();
    const old = { url: sandbox.url, api_key: "old-SECRET" };
    const at = home({ prod: old, other: old }, { current: "prod" });
    const input = "sandbox-key";
    endedWith(await at.run(["login", "--api-key", "-"], { input }), 0, "as context prod");
    endedWith(
      await at.run(["login", "--api-key", "-", "--context", "other"], { input }),
      0,
      "as context other",
    );
    const saved = { url: sandbox.url, api_key: "sandbox-key" };
    expect(parse(at.text())).toEqual({ default_context: "other", contexts: { prod: saved, other: saved } });
    const nobody = await at.run(["login", "--api-key", "-", "--context", "nope"], { input });
    endedWith(nobody, 1, 'there is no saved context "nope"');
  });
});

describe("login refuses, with nothing sent and nothing saved,", () => {
  it.each([
    [["login"], 64, "login needs the platform's address"],
    [["login", "--url", "sandbox:x.json"], 64, "the embedded sandbox needs no login"],
    [["login", "--url", "acme.example.com"], 64, "is not the address of a platform"],
    [["login", "--url", "http://acme.example.com"], 1, "is not https"],
    [["login", "--url", "http://acme.example.com", "--api-key", "k-SECRET"], 1, "is not https"],
    [["login", "--url", "https://me:SECRET@acme.example.com"], 1, "holds a user name or password"],
    [["login", "--url", "https://acme.example.com", "--name", "a b"], 64, '"a b" is no name for a context'],
    [["login", "--url", "https://acme.example.com", "--api-key", ""], 64, "--api-key is empty"],
    [["login", "--url", "https://acme.example.com", "--api-key", "-"], 64, "standard input holds no API key"],
  ])("%j", async (args, code, message) => {
    const at = home();
    endedWith(await at.run(args, { input: "" }), code, message);
    expect(existsSync(at.config)).toBe(false);
  });
});
