import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { connect, proxyFor } from "../../src/platform/index.ts";
import { failure, TOKEN } from "../support/loopback.ts";

describe("which proxy", () => {
  const P = "http://proxy.example.com:3128";

  it.each<[Record<string, string>, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY: P }, P],
    [{ https_proxy: P }, P],
    [{ https_proxy: "http://lower:1", HTTPS_PROXY: P }, "http://lower:1"],
    [{ https_proxy: " ", HTTPS_PROXY: P }, P],
    [{ HTTP_PROXY: P }, P],
    [{ http_proxy: P }, P],
    [{ HTTPS_PROXY: P, HTTP_PROXY: "http://plain:1" }, P],
    [{ HTTPS_PROXY: P, NO_PROXY: "other.example.com" }, P],
    [{ HTTPS_PROXY: P, NO_PROXY: "*" }, undefined],
    [{ HTTPS_PROXY: P, no_proxy: "acme.example.com" }, undefined],
    [{ HTTPS_PROXY: P, no_proxy: "other", NO_PROXY: "*" }, P],
  ])("%j", (env, proxy) => {
    expect(proxyFor("https://acme.example.com/path", env)).toBe(proxy);
  });

  it.each([
    "https://localhost:8443",
    "https://127.0.0.1",
    "https://[::1]:8443",
    "http://127.0.0.1:4000",
    "http://acme.example.com",
    "not a url",
  ])("none for %s", (url) => {
    expect(proxyFor(url, { HTTPS_PROXY: P, HTTP_PROXY: P })).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ["example.com", "https://acme.example.com", true],
    [".example.com", "https://acme.example.com", true],
    ["*.example.com", "https://acme.example.com", true],
    [".example.com", "https://example.com", true],
    ["EXAMPLE.com", "https://acme.EXAMPLE.com", true],
    ["example.com.", "https://acme.example.com.", true],
    ["ample.com", "https://acme.example.com", false],
    ["acme", "https://acme.example.com", false],
    ["a.test, b.test example.com", "https://acme.example.com", true],
    ["example.com:443", "https://acme.example.com", true],
    ["example.com:8443", "https://acme.example.com", false],
    ["example.com:8443", "https://acme.example.com:8443", true],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["1.2.3", "https://10.1.2.3", false],
    ["10.1.2.3:8443", "https://10.1.2.3", false],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["fd00::/8", "https://[fd00::7]", true],
    ["fd00::7", "https://[fd00:0::7]", true],
    ["[fd00::7]:443", "https://[fd00::7]", true],
    ["[fd00::7]:8443", "https://[fd00::7]", false],
    ["fd00::8", "https://[fd00::7]", false],
    [", ,", "https://acme.example.com", false],
    [".", "https://acme.example.com", false],
  ])("NO_PROXY=%s and %s: excepted %s", (rules, url, excepted) => {
    expect(proxyFor(url, { HTTPS_PROXY: P, NO_PROXY: rules })).toBe(excepted ? undefined : P);
  });

  it.each(["socks5://user:geheim@proxy:1080", "http://", "user:geheim@pro xy:1"])(
    "one like %s is refused, and no password shown",
    async (proxy) => {
      const connecting = (async () => connect({ url: "https://acme.example.com", token: TOKEN, proxy }))();
      const error = await failure(connecting, UserError);
      expect([error.message, ...error.details].join()).not.toContain("geheim");
      expect(error.message).toContain("is not the address of a proxy");
    },
  );
});
