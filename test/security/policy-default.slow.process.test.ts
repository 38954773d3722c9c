// Whoever may push a branch may start a workflow at it, or have one check it out: on every event that is not a pull request's, the policy is
// that of the default branch, unless its own commit is what is checked out.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import type { Event } from "../action/runner.ts";
import { openScene, pullRequest, type Scene } from "./action-scene.ts";
import { git, plain, project, REDIRECTED } from "./repository.ts";

const FEATURE = "refs/heads/feature";
/** Each with `feature` checked out. Those without a ref run at the default branch. */
const EVENTS: [string, (scene: Scene) => Omit<Event, "name">][] = [
  ["push", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["create", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["workflow_dispatch", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["workflow_call", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["deployment", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["deployment_status", ({ head }) => ({ sha: head, ref: "" })],
  ["registry_package", ({ head }) => ({ sha: head, ref: FEATURE })],
  ["release", ({ head }) => ({ sha: head, ref: "refs/tags/v1" })],
  ["push", ({ head }) => ({ sha: head, ref: "refs/tags/main" })],
  ["something_new", ({ head }) => ({ sha: head, ref: "refs/pull/5/head" })],
  ...[
    ...[
      "workflow_dispatch",
      "repository_dispatch",
      "schedule",
      "discussion_comment",
      "issues",
      "label",
      "status",
    ],
    ...["gollum", "workflow_run", "check_run", "push", "something_new"],
  ].map((name): [string, (scene: Scene) => Omit<Event, "name">] => [name, ({ base }) => ({ sha: base })]),
  ["issue_comment", ({ base }) => ({ sha: base, payload: { issue: { number: 5 } } })],
];

describe("a feature branch that is checked out", () => {
  it.each(EVENTS)("gets no key on %s", async (name, eventOf) => {
    const scene = await openScene(REDIRECTED, { knows: "github" });
    const step = await scene.run("plan", { name, ...eventOf(scene) });
    expect(step.code, step.log).toBe(0);
    expect(scene.elsewhere.requests).toEqual([]);
    const { policy } = JSON.parse(readFileSync(step.outputs["plan-file"] as string, "utf8")) as Plan;
    expect(policy?.commit).toBe(scene.base);
  });

  it.each(EVENTS)(
    "gets no key on %s where nobody can say what the default branch holds",
    async (name, eventOf) => {
      const scene = await openScene(REDIRECTED, { knows: "nobody" });
      const step = await scene.run("plan", { name, ...eventOf(scene) });
      expect(step.outputs["exit-code"]).toBe("3");
      expect([scene.elsewhere.requests, scene.sandbox.requests]).toEqual([[], []]);
    },
  );

  it("gets none where the event does not name the default branch", async () => {
    const scene = await openScene(REDIRECTED, { knows: "github" });
    const event = { name: "push", sha: scene.head, ref: FEATURE, payload: { repository: {} } };
    expect((await scene.run("plan", event)).code).toBe(0);
    expect(scene.github.reads[0]).toBe("/repos/acme/dashboards");
    const silent = await scene.run("plan", event, { "github-token": undefined });
    expect(silent.outputs["exit-code"]).toBe("3");
    expect(silent.log).toContain("There is no `github-token`");
    expect(scene.elsewhere.requests).toEqual([]);
  });

  it("gets none where only the checkout knows the default branch", async () => {
    const scene = await openScene(REDIRECTED);
    const event = { name: "push", sha: scene.head, ref: FEATURE };
    expect((await scene.run("plan", event)).outputs["exit-code"]).toBe("3");
    git(scene.root, "update-ref", "refs/remotes/origin/main", scene.base);
    const step = await scene.run("plan", event);
    expect(step.code, step.log).toBe(0);
    expect(scene.elsewhere.requests).toEqual([]);
  });

  it("gets none once its pull request was merged: what it changes counts from the next event on", async () => {
    const scene = await openScene(REDIRECTED);
    const merged = pullRequest(scene, "pull_request", { merged: true, merge_commit_sha: scene.head });
    const step = await scene.run("plan", merged);
    expect(step.code, step.log).toBe(0);
    const { policy } = JSON.parse(readFileSync(step.outputs["plan-file"] as string, "utf8")) as Plan;
    expect(policy?.commit).toBe(scene.base);
    expect(scene.elsewhere.requests).toEqual([]);
    await scene.run("plan", { name: "push", sha: scene.head });
    expect(scene.elsewhere.requests).not.toEqual([]);
  });
});

describe("what is meant", () => {
  it.each(["push", "schedule", "workflow_dispatch", "issue_comment"])(
    "is the checkout on %s, unasked, if it is the event's commit of the default branch",
    async (name) => {
      const scene = await openScene({ base: plain, branch: plain });
      const step = await scene.run("plan", { name, sha: scene.head });
      expect(step.code, step.log).toBe(0);
      expect(scene.github.reads).toEqual([]);
      expect(JSON.parse(readFileSync(step.outputs["plan-file"] as string, "utf8"))).not.toHaveProperty(
        "policy",
      );
    },
  );

  it("is a branch of its own that deploys a target of its own: with api-url and deployment, or BOARDWRIGHT_POLICY=HEAD", async () => {
    const scene = await openScene(
      {
        base: (_, elsewhere) => project(elsewhere),
        branch: (trusted, elsewhere) =>
          `${project(elsewhere)}  staging: { url: "${trusted}", deployment: 1 }\n`,
      },
      { knows: "github" },
    );
    const event = { name: "push", sha: scene.head, ref: "refs/heads/staging" };
    const refused = await scene.run("apply", event, { target: "staging" });
    expect(refused.outputs["exit-code"]).toBe("3");
    expect(refused.log).toContain("BOARDWRIGHT_POLICY=HEAD");
    expect(refused.log).toContain("`api-url`");
    expect(scene.sandbox.requests).toEqual([]);
    const pinned = { target: "staging", "api-url": scene.sandbox.url, deployment: "1" };
    expect((await scene.run("plan", event, pinned)).code).toBe(0);
    const env = { BOARDWRIGHT_POLICY: "HEAD" };
    const step = await scene.run("apply", event, { target: "staging" }, env);
    expect(step.code, step.log).toBe(0);
    expect(scene.sandbox.workbook("a")?.name).toBe("A");
    expect(scene.elsewhere.requests).toEqual([]);
  });
});
