// What can be wrong around the Action: each is said in the log and the summary, and `exit-code` says which it was.
import { describe, expect, it } from "vitest";
import { HAZARD_CODES } from "../../src/model/index.ts";
import { board, openPlace, type Place, type RunOptions } from "./place.ts";
import { byHand, type Event, pullRequest, push, readMarkdown, type Step } from "./runner.ts";

function expectSaid(step: Step, exitCode: number, ...words: string[]): void {
  expect(step.code).toBe(exitCode === 0 || exitCode === 2 ? 0 : 1);
  expect(step.outputs["exit-code"]).toBe(String(exitCode));
  for (const word of words) {
    expect(step.log).toContain(word);
    expect(readMarkdown(step.summary)).toContain(word);
  }
  expect(step.everything).not.toContain("this is a bug");
  expect(step.everything).not.toMatch(/^\s+at .*\.js:\d+/m);
}

describe("the Action, given what it cannot use", () => {
  it("lists everything that is wrong with the inputs, before any work", async () => {
    const place = await openPlace();
    const step = await place.run("deploy", pullRequest(5), {
      inputs: {
        deployment: "twelve",
        allow: "drift,everything",
        prune: "maybe",
        comment: "sure",
        shard: "3/2",
      },
    });
    expectSaid(
      step,
      64,
      '`command` cannot be "deploy"',
      '`deployment` is a positive whole number, not "twelve"',
      '`allow` names "everything"',
      HAZARD_CODES.join(", "),
      '`prune` is true or false, not "maybe"',
      '`comment` is true or false, not "sure"',
      '`shard` is I/N, as 2/8 for the second of eight, not "3/2"',
    );
    expect(step.outputs).toMatchObject({ changes: "false", errors: "1" });
    expect(place.sandbox.requests).toEqual([]);
    // Looks whether a comment of an older commit is there to be marked, and writes nothing.
    const isRead = (one: string) => one.startsWith("GET ") || one === "POST /graphql";
    expect(place.github.requests.filter((one) => !isRead(one))).toEqual([]);
    const given = await place.run("lint", push, {
      inputs: { only: "a", "plan-file": "x", name: "n", allow: "drift" },
    });
    expectSaid(
      given,
      64,
      ...["only", "plan-file", "name", "allow"].map((name) => `\`${name}\` does nothing in lint`),
    );
  });

  const CASES: [string, string, RunOptions, number, string[]][] = [
    [
      "no key",
      "plan",
      { inputs: { "api-key": undefined } },
      1,
      ["there is no credential for production", "`api-key`"],
    ],
    ["a wrong key", "plan", { inputs: { "api-key": "wrong-key" } }, 1, ["401"]],
    [
      "an unknown target",
      "plan",
      { inputs: { target: "moon" } },
      64,
      ['there is no target "moon"', "`production`, `staging`"],
    ],
    [
      "no such folder",
      "lint",
      { inputs: { "working-directory": "nowhere" } },
      64,
      ["there is no folder nowhere"],
    ],
    [
      "a typing mistake in only",
      "plan",
      { inputs: { only: "revenu" } },
      64,
      ["revenu", "Did you mean `revenue`?"],
    ],
    ["an address that is none", "plan", { inputs: { "api-url": "ftp://x" } }, 1, ["ftp://x"]],
    [
      "an address that nobody has",
      "plan",
      { inputs: { "api-url": "https://platform.invalid" } },
      1,
      ["platform.invalid"],
    ],
    ["a deployment that is not there", "plan", { inputs: { deployment: "99" } }, 1, ["99"]],
  ];
  it.each(CASES)("says what to do about %s", async (_, command, options, exitCode, words) => {
    const place = await openPlace();
    const step = await place.run(command, pullRequest(5), options);
    expectSaid(step, exitCode, ...words);
    const [comment] = place.comments(5);
    if (comment) expect(readMarkdown(comment.body)).toContain(words[0]);
    expect(step.everything).not.toContain("wrong-key");
  });

  it("says what is wrong with the project file, and where", async () => {
    const place = await openPlace({ project: "version: 1\nproject: acme\ntarget: {}\n" });
    const step = await place.run("plan", pullRequest(5));
    expectSaid(step, 1, "boardwright.yaml:3");
    expect(place.github.requests.filter((request) => request.startsWith("POST /repos"))).toEqual([]);
  });
});

describe("the Action, where GitHub refuses", () => {
  const REFUSALS: [string, (place: Place) => void, string][] = [
    ["may not comment", (place) => refuse(place, 403, "POST"), "pull-requests: write"],
    ["fails", (place) => refuse(place, 500, "GET"), "The result of the command stands"],
    ["does not know the pull request", (place) => refuse(place, 404, "POST"), "pull-requests: write"],
  ];
  it.each(REFUSALS)("keeps the plan's result where the comment %s", async (_, prepare, advice) => {
    const place = await openPlace();
    prepare(place);
    const step = await place.run("plan", pullRequest(5));
    expectSaid(step, 0, advice);
    expect(step.outputs).toMatchObject({ create: "1", "plan-hash": expect.stringMatching(/^sha256:/) });
    expect(step.outputs["comment-id"]).toBeUndefined();
    expect(step.commands.filter(({ name }) => name === "warning")).toHaveLength(1);
  });

  it("tells no token that GitHub repeats", async () => {
    const place = await openPlace();
    const token = String(place.given["github-token"]);
    place.github.refuse = (_method, path) => (path === "/graphql" ? undefined : 403);
    place.github.message = `no rights for ${token}`;
    for (const event of [pullRequest(5), place.merge(5)]) {
      const step = await place.run(event.name === "push" ? "apply" : "plan", event);
      expect(step.summary).toContain("no rights for");
      expect(step.summary.replaceAll("&#95;", "_")).not.toContain(token);
    }
  });

  it("takes the token's author for nobody else where GitHub cannot say who it is", async () => {
    const place = await openPlace();
    place.github.login = "release-bot";
    await place.run("plan", pullRequest(5));
    place.github.refuse = (_method, path) => (path === "/graphql" ? 502 : undefined);
    const step = await place.run("plan", pullRequest(5));
    expect(step.outputs["exit-code"]).toBe("0");
    expect(step.summary).toContain("could not read the comments");
    expect(place.comments(5)).toHaveLength(1);
    place.github.refuse = (_method, path) => (path === "/graphql" ? 403 : undefined);
    place.github.login = "github-actions[bot]";
    for (const _ of [1, 2]) await place.run("plan", pullRequest(6));
    expect(place.comments(6)).toHaveLength(1);
  });

  it("does without a token, and without comments where none are wanted", async () => {
    const place = await openPlace();
    const runs = [
      [byHand, { "github-token": undefined }],
      [pullRequest(5), { comment: "false" }],
    ] as const;
    for (const [event, inputs] of runs) {
      const step = await place.run("plan", event, { inputs });
      expectSaid(step, 0);
      expect(step.summary).toContain("1 dashboard changes in draft");
    }
    expect(place.github.requests).toEqual([]);
  });
});

describe("the Action, on pull requests that hold little", () => {
  it("has nothing to say of an empty one", async () => {
    const place = await openPlace({ workbooks: {} });
    const step = await place.run("plan", pullRequest(5));
    expectSaid(step, 0);
    expect(step.outputs).toMatchObject({ changes: "false", create: "0" });
    expect(place.comments(5)[0]?.body).toContain("nothing to do");
    expectSaid(await place.run("lint", pullRequest(5)), 0);
  });

  const WITHOUT = { inputs: { "api-key": undefined } };
  it("lints one from a fork, and says plainly that nothing was planned", async () => {
    const place = await openPlace();
    const fork = pullRequest(5, { fork: true });
    const step = await place.run("plan", fork, WITHOUT);
    expectSaid(step, 0, "This pull request comes from a fork", "nothing was planned");
    expect(step.summary).toContain("0 errors, 0 warnings in 1 file");
    expectSaid(
      await place.run("preview-up", fork, { inputs: { ...WITHOUT.inputs, branch: "b" } }),
      0,
      "from a fork",
    );
    expectSaid(
      await place.run("preview-down", pullRequest(5, { fork: true, action: "closed" }), WITHOUT),
      0,
      "no preview",
    );
    place.rewrite({ revenue: { ...board("Revenue"), nme: "typo" } });
    const wrong = await place.run("plan", fork, WITHOUT);
    expectSaid(wrong, 1, "unknown-field");
    expect(place.sandbox.requests).toEqual([]);
    expect(place.github.requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  it.each(["plan", "preview-up", "test", "apply"])(
    "only lints one from a fork, also with a key: %s",
    async (command) => {
      const place = await openPlace();
      for (const name of ["pull_request", "pull_request_target"]) {
        const branch = command === "preview-up" ? "b" : undefined;
        const inputs = { branch, review: command === "apply" ? "off" : undefined };
        expectSaid(
          await place.run(command, pullRequest(5, { fork: true, name }), { inputs }),
          0,
          "comes from a fork",
        );
      }
      expect(place.sandbox.requests).toEqual([]);
      const merged = pullRequest(5, {
        fork: true,
        name: "pull_request_target",
        action: "closed",
        merged: true,
      });
      const step = command === "apply" && (await place.run(command, merged));
      if (step) expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    },
  );

  const OTHERS: [string, Event, number][] = [
    [
      "a deleted fork",
      {
        name: "pull_request",
        payload: {
          pull_request: {
            number: 5,
            head: { sha: "a".repeat(40), repo: null },
            base: { sha: "b".repeat(40) },
          },
        },
      },
      0,
    ],
    ["the repository itself", pullRequest(5), 1],
    ["nowhere", byHand, 1],
  ];
  it.each(OTHERS)(
    "takes no key for a mistake only where it comes from a fork: %s",
    async (_, event, exitCode) => {
      const place = await openPlace();
      expectSaid(await place.run("plan", event, WITHOUT), exitCode);
    },
  );

  it("lints one from a fork without the model of a branch, and says so", async () => {
    const place = await openPlace();
    const inputs = { "api-key": undefined, branch: "feature" };
    const step = await place.run("lint", pullRequest(5, { fork: true }), { inputs });
    expect(step.outputs).toMatchObject({ "exit-code": "0", errors: "0" });
    for (const told of [step.log, step.summary]) expect(told).toContain("not against the model");
    expect(place.sandbox.requests).toEqual([]);
    const own = await place.run("lint", pullRequest(5), { inputs });
    expect(own.outputs["exit-code"]).toBe("1");
  });

  it("comments on one from a fork where the workflow is the repository's own", async () => {
    const place = await openPlace();
    const event = pullRequest(5, { fork: true, name: "pull_request_target" });
    expectSaid(await place.run("plan", event), 0);
    expect(place.comments(5)).toHaveLength(1);
  });
});

function refuse(place: Place, status: number, method: string): void {
  place.github.refuse = (asked, path) => (asked === method && path !== "/graphql" ? status : undefined);
}
