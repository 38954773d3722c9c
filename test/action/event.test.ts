// What is read of GitHub's event.
import { describe, expect, it } from "vitest";
import { type Context, readEvent } from "../../src/action/event.ts";
import { UserError } from "../../src/model/index.ts";

const CONTEXT: Context = {
  eventName: "push",
  sha: "0123456789abcdef",
  ref: "refs/heads/main",
  apiUrl: "https://api.github.test",
  serverUrl: "https://github.test",
  runId: 77,
  runAttempt: 2,
  repo: { owner: "acme", repo: "dashboards" },
  payload: {},
};
const repo = { full_name: "acme/dashboards" };
const head = { sha: "feedface", repo };
const ofPull = (pull: object, action = "synchronize") =>
  readEvent({ ...CONTEXT, eventName: "pull_request", payload: { action, pull_request: pull } });

describe("an event", () => {
  it("without a pull request is of its own commit", () => {
    expect(readEvent(CONTEXT)).toEqual({
      name: "push",
      owner: "acme",
      repo: "dashboards",
      sha: "0123456789abcdef",
      branch: "main",
      defaultBranch: undefined,
      pull: undefined,
      apiUrl: "https://api.github.test",
      serverUrl: "https://github.test",
      runUrl: "https://github.test/acme/dashboards/actions/runs/77",
      attempt: 2,
    });
    const unknown = readEvent({ ...CONTEXT, runId: 0, runAttempt: Number.NaN });
    expect(unknown).toMatchObject({ runUrl: undefined, attempt: 1 });
  });

  it("of a pull request is of the commit that reviewers see", () => {
    expect(ofPull({ number: 5, head, base: { repo } })).toMatchObject({
      sha: "feedface",
      pull: { number: 5, headSha: "feedface", isFork: false, isDropped: false },
    });
  });

  it.each([
    ["another repository", { sha: "a", repo: { full_name: "mallory/dashboards" } }, true],
    ["a deleted one", { sha: "a", repo: null }, true],
    ["one that is not named", { sha: "a" }, true],
    ["its own", head, false],
  ])("of a pull request from %s: a fork is %j", (_, from, isFork) => {
    expect(ofPull({ number: 5, head: from, base: { repo } }).pull?.isFork).toBe(isFork);
    expect(ofPull({ number: 5, head: from }).pull?.isFork).toBe(true);
  });

  it.each([
    ["closed", false, true],
    ["closed", true, false],
    ["closed", undefined, false],
    ["opened", false, false],
  ])("%s, merged %j: dropped is %j", (action, merged, isDropped) => {
    expect(ofPull({ number: 5, head, base: { repo }, merged }, action).pull?.isDropped).toBe(isDropped);
  });

  it.each([
    { number: "5", head },
    { head },
    { number: 5 },
    { number: 5, head: {} },
    { number: 5, head: { sha: 1 } },
  ])("with a pull request like %j has none", (pull) => {
    expect(ofPull(pull)).toMatchObject({ pull: undefined, sha: "0123456789abcdef" });
  });

  it("without a repository is none: it says where it runs", () => {
    const context = {
      ...CONTEXT,
      get repo(): Context["repo"] {
        throw new Error("context.repo requires a GITHUB_REPOSITORY");
      },
    };
    try {
      readEvent(context);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      const { message, details, cause } = error as UserError;
      expect(message).toBe("nothing says which repository this runs for");
      expect(details.join()).toContain("GITHUB_REPOSITORY is not set");
      expect(String(cause)).toContain("context.repo");
    }
  });
});
