// What is asked of GitHub's API, and what is said where it refuses or does not answer.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectGitHub, type GitHub } from "../../src/action/forge/github.ts";
import { GitHubError } from "../../src/action/forge/github-error.ts";
import { standBy } from "../cli/server.ts";
import { openGitHub } from "./github-server.ts";

const REPOSITORY = { owner: "acme", repo: "dashboards" };
const SHA = "0123456789abcdef";
const any = () => true;

async function open() {
  const stub = await openGitHub();
  return { stub, github: connectGitHub("ghs_token", { ...REPOSITORY, apiUrl: stub.url }) };
}

async function refusal(asking: Promise<unknown>): Promise<GitHubError> {
  const error = await asking.catch((reason: unknown) => reason);
  if (error instanceof GitHubError) return error;
  throw new Error(`expected a GitHubError, got ${String(error)}`);
}

const ASKED: [string, (github: GitHub) => Promise<unknown>, string][] = [
  ["read the comments of #5", (github) => github.findComments(5, { isOurs: any }), "pull-requests: read"],
  ["write a comment on #5", (github) => github.createComment(5, "x"), "pull-requests: write"],
  ["read the comment 7", (github) => github.readComment({ id: 7 }), "pull-requests: read"],
  ["write the comment 7", (github) => github.updateComment({ id: 7 }, "x"), "pull-requests: write"],
  ["delete the comment 7", (github) => github.deleteComment({ id: 7 }), "pull-requests: write"],
  ["find the pull request of 0123456", (github) => github.mergedBy(SHA), "pull-requests: read"],
  ["read #5", (github) => github.pullNow(5), "pull-requests: read"],
  ["read what #5 changes", (github) => github.changedLines(5), "pull-requests: read"],
  ["read the issues", (github) => github.findIssue(any), "issues: read"],
  ["write an issue", (github) => github.saveIssue(undefined, "t", "b"), "issues: write"],
  ["close #5", (github) => github.closeIssue({ number: 5, body: "" }, "done"), "issues: write"],
];

describe("GitHub, where it refuses", () => {
  it.each(ASKED)(
    "to %s: says what it answered, and which permission it takes",
    async (what, ask, permission) => {
      const { stub, github } = await open();
      stub.refuse = (_, path) => (path === "/graphql" ? undefined : 403);
      stub.message = "Resource not accessible";
      const error = await refusal(ask(github));
      expect(error.message).toMatch(
        new RegExp(`^could not ${what}: GitHub answered 403 Resource not accessible`),
      );
      expect(error.details.join()).toContain(`\`permissions: { ${permission} }\``);
    },
  );

  it.each([401, 403, 404])("with %i: it is the token that lacks something", async (status) => {
    const { stub, github } = await open();
    stub.refuse = () => status;
    expect((await refusal(github.pullNow(5))).details.join()).toContain("permissions:");
  });

  it.each([422, 500])("with %i: nothing is said of permissions", async (status) => {
    const { stub, github } = await open();
    stub.refuse = () => status;
    const { details } = await refusal(github.pullNow(5));
    expect(details.join()).not.toContain("permissions:");
    expect(details.join()).toContain("run the job again");
  });

  it.each([
    ["text/html; charset=utf-8", "<html>Sign in</html>", "200 with text/html instead of JSON"],
    ["application/json", "null", "JSON that its API does not describe"],
  ])(
    "with %s that is no answer: that is said, not what JavaScript makes of it",
    async (type, body, words) => {
      const { url, close } = await standBy((_, response) => {
        response.writeHead(200, { "content-type": type }).end(body);
      });
      onTestFinished(close);
      const github = connectGitHub("ghs_token", { ...REPOSITORY, apiUrl: url });
      for (const [what, ask] of ASKED.filter(([what]) => body !== "null" || what === "read #5")) {
        const { message, details } = await refusal(ask(github));
        expect(message).toBe(`could not ${what}: GitHub answered ${words}`);
        expect(details.join()).toContain("GITHUB_API_URL");
      }
    },
  );

  it("because it is asked too often: says nothing of permissions", async () => {
    const { url, close } = await standBy((_, response) => {
      const headers = { "content-type": "application/json", "x-ratelimit-remaining": "0" };
      response.writeHead(403, headers).end(JSON.stringify({ message: "API rate limit exceeded" }));
    });
    onTestFinished(close);
    const github = connectGitHub("ghs_token", { ...REPOSITORY, apiUrl: url });
    const { details } = await refusal(github.pullNow(5));
    expect(details.join()).toContain("asked too often");
    expect(details.join()).not.toContain("permissions:");
  });

  it("by closing the connection: does not call that an answer", async () => {
    const { url, close } = await standBy((_, response) => response.destroy());
    onTestFinished(close);
    const github = connectGitHub("ghs_token", { ...REPOSITORY, apiUrl: url });
    expect((await refusal(github.pullNow(5))).message).toMatch(/^could not read #5: GitHub did not answer: /);
  });

  it("gives up where no answer comes", async () => {
    const ends = new AbortController();
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ends.signal);
    const { stub, github } = await open();
    stub.refuse = () => {
      ends.abort(new DOMException("it took too long", "TimeoutError"));
      return 0;
    };
    const error = await refusal(github.pullNow(5));
    expect(error.message).toMatch(/^could not read #5: .*it took too long/);
    // The runner leaves a cancelled step no longer than that.
    expect(limit).toHaveBeenCalledWith(10_000);
    limit.mockRestore();
  });
});

describe("GitHub, asked", () => {
  it("writes, reads, finds and deletes comments; one that is gone says nothing, and needs no deleting", async () => {
    const { stub, github } = await open();
    const { id, address } = await github.createComment(5, "first");
    expect(address).toBe(stub.issues.get(5)?.comments[0]?.html_url);
    const [known] = await github.findComments(5, { isOurs: (body) => body === "first" });
    expect(known).toEqual({ id, body: "first", address });
    expect((await github.updateComment({ id }, "second")).body).toBe("second");
    expect(await github.readComment({ id })).toBe("second");
    await github.deleteComment({ id });
    expect(stub.issues.get(5)?.comments).toEqual([]);
    expect(await github.readComment({ id })).toBeUndefined();
    await github.deleteComment({ id });
  });

  it("for an issue finds the open one of its own, beyond the first page, and no pull request", async () => {
    const { stub, github } = await open();
    for (let number = 1; number <= 101; number++)
      await github.saveIssue(undefined, `issue ${number}`, `body ${number}`);
    const wanted = (number: number) => github.findIssue((body) => body === `body ${number}`);
    expect(await wanted(101)).toEqual({ number: 101, body: "body 101" });
    expect(await wanted(102)).toBeUndefined();
    await github.closeIssue({ number: 101, body: "body 101" }, "Done.");
    expect(stub.issues.get(101)?.comments.map(({ body }) => body)).toEqual(["Done."]);
    expect(await wanted(101)).toBeUndefined();
    Object.assign(stub.issues.get(1) ?? {}, { user: { login: "mallory" } });
    expect(await wanted(1)).toBeUndefined();
    Object.assign(stub.issues.get(2) ?? {}, { pull_request: {} });
    expect(await wanted(2)).toBeUndefined();
    expect(await github.saveIssue(await wanted(3), "issue 3", "new body")).toBe(3);
    expect(stub.issues.get(3)).toMatchObject({ title: "issue 3", body: "new body" });
    stub.requests.length = 0;
    expect(await github.saveIssue({ number: 3, body: "new body" }, "issue 3", "new body")).toBe(3);
    expect(stub.requests).toEqual([]);
  });

  it("for what a pull request changes counts all pages; a file without a patch has no lines", async () => {
    const { stub, github } = await open();
    const files = Array.from({ length: 101 }, (_, index) => ({
      filename: `${index}.yaml`,
      patch: `@@ -1 +${index + 1} @@\n-a\n+b`,
    }));
    stub.files.set(5, [...files, { filename: "large.yaml" } as never]);
    const changed = await github.changedLines(5);
    expect(changed.size).toBe(102);
    expect([...(changed.get("100.yaml") ?? [])]).toEqual([101]);
    expect([...(changed.get("large.yaml") ?? ["none"])]).toEqual([]);
  });

  it("for the pull request of a commit prefers the one whose merge it is, and takes none that was not merged", async () => {
    const { stub, github } = await open();
    const pull = (number: number, merged_at: string | null, merge_commit_sha: string | null) => ({
      number,
      merged_at,
      merge_commit_sha,
    });
    const found = async () => (await github.mergedBy(SHA)).map(({ number }) => number);
    expect(await found()).toEqual([]);
    stub.pulls.set(SHA, [pull(1, null, SHA)]);
    expect(await found()).toEqual([]);
    stub.pulls.set(SHA, [pull(1, null, SHA), pull(2, "2026-11-20", "f00"), pull(3, "2026-11-20", SHA)]);
    expect(await found()).toEqual([3, 2]);
    stub.pulls.set(SHA, [pull(2, "2026-11-20", "f00"), pull(4, "2026-11-20", null)]);
    expect(await found()).toEqual([2, 4]);
  });

  it("who it is asks once, and again where that failed", async () => {
    const { stub, github } = await open();
    stub.refuse = (_, path) => (path === "/graphql" ? 502 : undefined);
    await refusal(github.findComments(5, { isOurs: any }));
    stub.refuse = () => undefined;
    await github.findComments(5, { isOurs: any });
    await github.findIssue(any);
    expect(stub.requests.filter((request) => request.endsWith("/graphql"))).toHaveLength(2);
  });
});
