import { describe, expect, it } from "vitest";
import { home } from "./saved.ts";

const CONTEXTS = {
  acme: { url: "https://acme.example.com", api_key: "key-SECRET-1" },
  staging: { url: "https://staging.example.com", api_key: "access-SECRET", refresh_token: "refresh-SECRET" },
};

describe("context", () => {
  it("lists what is saved and marks the current one", async () => {
    const at = home(CONTEXTS, { current: "staging" });
    const { code, stdout } = await at.run(["context", "list"]);
    expect([code, stdout]).toEqual([
      0,
      [
        "  acme     https://acme.example.com     api-key",
        "* staging  https://staging.example.com  browser",
        "",
      ].join("\n"),
    ]);
    expect(JSON.parse((await at.run(["context", "list", "--json"])).stdout)).toEqual({
      current: "staging",
      contexts: [
        { name: "acme", url: "https://acme.example.com", login: "api-key", current: false },
        { name: "staging", url: "https://staging.example.com", login: "browser", current: true },
      ],
    });
  });

  it("is chosen, and removed for good", async () => {
    const at = home(CONTEXTS, { current: "staging" });
    expect((await at.run(["context", "use", "acme"])).stdout).toBe("Context acme is the current one.\n");
    expect(JSON.parse((await at.run(["context", "remove", "staging", "--json"])).stdout)).toEqual({
      current: "acme",
    });
    expect(at.text()).not.toContain("access-SECRET");
    expect((await at.run(["context", "remove", "acme"])).stdout).toContain("none is the current one");
    const empty = await at.run(["context", "list"]);
    expect([empty.code, empty.stdout]).toEqual([0, ""]);
    expect(empty.stderr).toContain("No context is saved");
    expect(at.text()).not.toContain("SECRET");
  });

  it.each([
    [
      ["context", "use", "stagin"],
      64,
      'there is no saved context "stagin". Did you mean `staging`?',
      "There are acme, staging.",
    ],
    [["context", "remove", "nope"], 64, 'there is no saved context "nope"', "There are acme, staging."],
    [["whoami", "--context", "nope"], 64, 'there is no saved context "nope"', "There are acme, staging."],
    [["logout", "--context", "nope"], 64, 'there is no saved context "nope"', "There are acme, staging."],
    [["context", "use"], 64, "the argument <name> is missing", "boardwright context use --help"],
    [["context", "list", "acme"], 64, "too many arguments", "boardwright context list --help"],
    [["context", "show"], 64, 'there is no command "show"', "boardwright context --help"],
    [["logout", "--name", "acme", "--context", "staging"], 64, "name different contexts", ""],
  ])("%j is refused", async (args, code, message, help) => {
    const at = home(CONTEXTS, { current: "acme" });
    const before = at.text();
    const ran = await at.run(args);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(help);
    expect(ran.code).toBe(code);
    expect(at.text()).toBe(before);
  });
});

describe("logout", () => {
  it("forgets the current context, and only that", async () => {
    const at = home(CONTEXTS, { current: "acme" });
    const first = await at.run(["logout"]);
    expect([first.code, first.stdout]).toEqual([
      0,
      "Logged out of https://acme.example.com: context acme is forgotten here.\n",
    ]);
    expect(first.stderr).toContain("stays valid until it is revoked");
    expect(at.text()).not.toContain("key-SECRET-1");
    const again = await at.run(["logout"]);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining("no saved context is the current one"),
    ]);
    const named = await at.run(["logout", "--name", "staging", "--json"]);
    expect(JSON.parse(named.stdout)).toEqual({ context: "staging", url: "https://staging.example.com" });
    expect(at.text()).not.toContain("SECRET");
  });
});
