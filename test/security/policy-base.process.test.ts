// Which commit the policy of an event comes from, and that nothing is done where it cannot be read.
import { describe, expect, it } from "vitest";
import { openScene, pullRequest, REPOSITORY } from "./action-scene.ts";
import { REDIRECTED } from "./repository.ts";

describe("the base of other events", () => {
  it.each([
    [
      "merge_group",
      (base: string) => ({ name: "merge_group", payload: { merge_group: { base_sha: base } } }),
    ],
  ])("counts on %s", async (_, event) => {
    const scene = await openScene(REDIRECTED);
    const step = await scene.run("plan", event(scene.base));
    expect(step.code, step.log).toBe(0);
    expect(scene.elsewhere.requests).toEqual([]);
  });
});

describe("a policy that cannot be read", () => {
  it("is refused, with what to do: GitHub says no, and the checkout has one commit", async () => {
    const scene = await openScene(REDIRECTED, { knows: "nobody" });
    const step = await scene.run("plan", pullRequest(scene), { "api-url": scene.sandbox.url });
    expect(step).toMatchObject({ code: 1 });
    expect(step.outputs["exit-code"]).toBe("3");
    expect(step.log).toContain("neither from the checkout nor from GitHub");
    expect(step.log).toContain("permissions: { contents: read }");
    expect(step.log).toContain("fetch-depth: 0");
    expect(scene.elsewhere.requests).toEqual([]);
    expect(scene.sandbox.requests).toEqual([]);
  });

  it("is refused without a token to ask GitHub with, and where the event names no base", async () => {
    const scene = await openScene(REDIRECTED, { knows: "github" });
    const silent = await scene.run("plan", pullRequest(scene), { "github-token": undefined });
    expect(silent.outputs["exit-code"]).toBe("3");
    const event = pullRequest(scene, "pull_request", { base: { repo: REPOSITORY } });
    expect((await scene.run("plan", event)).outputs["exit-code"]).toBe("3");
    const odd = pullRequest(scene, "pull_request", { base: { sha: "--upload-pack=x", repo: REPOSITORY } });
    expect((await scene.run("plan", odd)).outputs["exit-code"]).toBe("3");
    expect((await scene.run("plan", { name: "pull_request" })).outputs["exit-code"]).toBe("3");
    expect(scene.elsewhere.requests).toEqual([]);
    expect(scene.sandbox.requests).toEqual([]);
  });
});
