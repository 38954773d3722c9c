import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { endedWith, home, sandboxFor } from "./saved.ts";

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
    endedWith(ran, 1, "Nothing was saved.", "(401)", "The API key is unknown or has expired", "request req-");
    expect(JSON.parse(ran.stdout).error.requestId).toMatch(/^req-/);
    expect(existsSync(at.config)).toBe(false);
  });

  it("saves and sends none that is too short to be blanked", async () => {
    const sandbox = await sandboxFor();
    const at = home();
    const ran = await at.run(["login", "--url", sandbox.url, "--api-key", "sevenXY"]);
    endedWith(ran, 64, "this is no key of a platform: it has fewer than 8 characters");
    expect(ran.stdout + ran.stderr).not.toContain("sevenXY");
    expect(sandbox.requests).toEqual([]);
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
    endedWith(nobody, 64, 'there is no saved context "nope"');
  });
});

describe("login refuses, with nothing sent and nothing saved,", () => {
  it.each([
    [["login"], 64, "login needs the platform's address"],
    [["login", "--url", "sandbox:x.json"], 64, "the embedded sandbox needs no login"],
    [["login", "--url", "acme.example.com"], 64, "is not the address of a platform"],
    [["login", "--url", "http://acme.example.com"], 1, "is not https"],
    [["login", "--url", "http://acme.example.com", "--api-key", "k-SECRET"], 1, "is not https"],
    [["login", "--url", "https://me:SECRET@acme.example.com"], 1, "contains a user name or password"],
    [
      ["login", "--url", "https://acme.example.com", "--name", "a b"],
      64,
      '"a b" cannot be the name of a context',
    ],
    [["login", "--url", "https://acme.example.com", "--api-key", ""], 64, "--api-key is empty"],
    [["login", "--url", "https://acme.example.com", "--api-key", "-"], 64, "standard input holds no API key"],
  ])("%j", async (args, code, message) => {
    const at = home();
    endedWith(await at.run(args, { input: "" }), code, message);
    expect(existsSync(at.config)).toBe(false);
  });
});
