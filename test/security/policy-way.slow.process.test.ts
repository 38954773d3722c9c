// The same in the Action, with the base from the checkout and from GitHub: a pull request that puts a link in the place of `working-directory`,
// or takes its project file away.
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { board, openPlace } from "../action/place.ts";
import { pullRequest as pullOf, push } from "../action/runner.ts";
import { openScene, pullRequest, type Scene } from "./action-scene.ts";
import { expectRefused } from "./refused.ts";
import { type AttackOptions, plain, project } from "./repository.ts";

const other = (url: string) => project(url, "env: [HOME]\n", 2).replace("acme", "other");

const options = (change: (root: string) => void): AttackOptions => ({
  base: plain,
  branch: plain,
  folder: "dash/",
  change,
  others: (elsewhere) => ({
    "fixtures/other/boardwright.yaml": other(elsewhere),
    "boardwright.yaml": other(elsewhere),
  }),
});

const swap = (root: string) => {
  rmSync(join(root, "dash"), { recursive: true });
  symlinkSync("fixtures/other", join(root, "dash"));
};

async function expectNothing(scene: Scene, why: string, inputs: Record<string, string>) {
  const step = await scene.run("plan", pullRequest(scene), inputs);
  expect(step.outputs["exit-code"], step.log).toBe("3");
  expect(step.log).toContain(why);
  expect(scene.elsewhere.requests).toEqual([]);
  expect(scene.sandbox.requests).toEqual([]);
}

describe.each(["checkout", "github"] as const)("a pull request, with the base from %s,", (knows) => {
  it.each([
    [
      "puts a link in the place of `working-directory`",
      swap,
      "dash is a symbolic link to fixtures/other, and at",
    ],
    [
      "deletes its project file below another one",
      (root: string) => rmSync(join(root, "dash/boardwright.yaml")),
      "dash/boardwright.yaml is gone, and boardwright.yaml of a folder above would take its place",
    ],
  ])("that %s sends nothing, pinned or not", async (_, change, why) => {
    const scene = await openScene(options(change), { knows });
    const inputs = { "working-directory": "dash" };
    await expectNothing(scene, why, inputs);
    await expectNothing(scene, why, { ...inputs, "api-url": scene.sandbox.url });
    await expectNothing(scene, why, { "working-directory": "./fixtures/../dash/" });
  });

  it("whose base has the same link is planned under the policy of the folder that it leads to", async () => {
    const scene = await openScene(options(swap), { knows });
    scene.github.links.set("dash", "fixtures/other");
    const event = pullRequest({ ...scene, base: scene.head });
    const step = await scene.run("plan", event, {
      "working-directory": "dash",
      "api-url": scene.sandbox.url,
    });
    expect(step.log).toContain("deployment 2");
    expect(scene.elsewhere.requests).toEqual([]);
  });
});

describe("a merge that puts a link in the place of the project", () => {
  it.each(["sealed", "unsealed"])("is not applied as another one, its plan being %s", async (how) => {
    const place = await openPlace({ folder: "dash/" });
    if (how === "sealed") await place.run("plan", pullOf(5));
    place.rewrite({ revenue: board("Never reviewed") });
    renameSync(join(place.workspace, "dash"), join(place.workspace, "other"));
    symlinkSync("other", join(place.workspace, "dash"));
    const event = { ...place.merge(5), payload: { ...push.payload, before: "1".repeat(40) } };
    const why = "before the push it was another project: dash is a symbolic link to other";
    const given = how === "sealed" ? { inputs: { target: "staging", deployment: "1" } } : {};
    expectRefused(place, await place.run("apply", event, given), why);
    const step = await place.run("apply", event, { inputs: { review: "off" } });
    expect(step.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});
