// Where a review leads: the addresses of GitHub, GitHub Enterprise, Gitea and Forgejo, and of live dashboards, whatever things are called.
import { describe, expect, it } from "vitest";
import { linksOf } from "../../src/action/comment/links.ts";
import { type Context, readEvent } from "../../src/action/event.ts";

const CONTEXT: Context = {
  eventName: "push",
  sha: "0123456789abcdef0123456789abcdef01234567",
  ref: "refs/heads/main",
  apiUrl: "https://api.github.com",
  serverUrl: "https://github.com",
  runId: 77,
  runAttempt: 1,
  repo: { owner: "acme", repo: "dashboards" },
  payload: {},
};
const links = (given: Partial<Context> = {}, prefix = "", template?: string) =>
  linksOf({ event: readEvent({ ...CONTEXT, ...given }), prefix }, template);

describe("a line of a file", () => {
  it.each([
    ["https://github.com", "https://api.github.com", "blob/0123456789abcdef0123456789abcdef01234567"],
    [
      "https://ghe.acme.test",
      "https://ghe.acme.test/api/v3",
      "blob/0123456789abcdef0123456789abcdef01234567",
    ],
    [
      "https://git.acme.test",
      "https://git.acme.test/api/v1",
      "src/commit/0123456789abcdef0123456789abcdef01234567",
    ],
    [
      "https://acme.test/git",
      "https://acme.test/git/api/v1/",
      "src/commit/0123456789abcdef0123456789abcdef01234567",
    ],
  ])("is on %s where its API is %s", (serverUrl, apiUrl, at) => {
    const { file } = links({ serverUrl, apiUrl }, "bi/");
    expect(file?.("boards/a.yaml", 7)).toBe(`${serverUrl}/acme/dashboards/${at}/bi/boards/a.yaml#L7`);
  });

  it("of a name with marks of an address, or with half a character, is one of the same server", () => {
    const { file } = links();
    const at = "https://github.com/acme/dashboards/blob/0123456789abcdef0123456789abcdef01234567";
    expect(file?.("a b/c#d?e%.yaml", 1)).toBe(`${at}/a%20b/c%23d%3Fe%25.yaml#L1`);
    expect(file?.("x\ud800.yaml", 1)).toBe(`${at}/x%EF%BF%BD.yaml#L1`);
  });
});

describe("what a review is of", () => {
  const payload = {
    pull_request: {
      number: 7,
      head: { sha: CONTEXT.sha, repo: { full_name: "acme/dashboards" } },
      base: { ref: "main", sha: CONTEXT.sha, repo: { full_name: "acme/dashboards" } },
    },
  };

  it.each([
    ["https://github.com", "https://api.github.com", "pull/7"],
    ["https://git.acme.test", "https://git.acme.test/api/v1", "pulls/7"],
  ])("has its pages on %s", (serverUrl, apiUrl, pull) => {
    const at = `${serverUrl}/acme/dashboards`;
    expect(links({ eventName: "pull_request", serverUrl, apiUrl, payload })).toMatchObject({
      commit: `${at}/commit/${CONTEXT.sha}`,
      pull: { number: 7, address: `${at}/${pull}` },
      run: `${at}/actions/runs/77`,
    });
  });

  it("leads nowhere over plain http, for half a hash, or above the repository", () => {
    const none = { file: undefined, commit: undefined };
    expect({ ...none, ...links({ serverUrl: "http://git.acme.test" }) }).toEqual(none);
    expect({ ...none, ...links({ serverUrl: "https://ana:pw@git.acme.test" }) }).toEqual(none);
    expect(links({ sha: "0123456789ab" })).not.toHaveProperty("commit");
    expect(links({ serverUrl: "http://127.0.0.1:3000" }).commit).toContain("http://127.0.0.1:3000/acme");
    expect(links().file?.("../other/secret.yaml", 1)).toBeUndefined();
  });
});

describe("a live dashboard", () => {
  it("has an address where the target says how", () => {
    expect(links().live).toBeUndefined();
    expect(links({}, "", "https://acme.test/d/{id}/{slug}").live?.(7, "a/b?c")).toBe(
      "https://acme.test/d/7/a%2Fb%3Fc",
    );
    expect(links({}, "", "https://acme.test/d/{slug}").live?.(7, "$&\udfff")).toBe(
      "https://acme.test/d/%24%26%EF%BF%BD",
    );
  });
});
