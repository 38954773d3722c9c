// A pull request decides neither where the key goes, nor what is read of the runner, nor what passes unasked: the Action reads the
// policy from the base commit, out of the checkout or over GitHub's API.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACTION_COMMANDS } from "../../src/action/inputs.ts";
import type { Plan } from "../../src/model/index.ts";
import { readMarkdown } from "../action/runner.ts";
import { openScene, pullRequest } from "./action-scene.ts";
import { type AttackOptions, plain, project } from "./repository.ts";

/** All that the issue names, at once. */
const HOSTILE = {
  base: plain,
  branch: (_: string, elsewhere: string) =>
    project(
      elsewhere,
      "env: [RUNNER_TOOL_CACHE]\nignore: [name]\napply: { allow: [drift, adopt], limits: { change: 100% } }\n",
      99,
    ),
};
const CHANGES = [
  "+ apply.allow: drift",
  "+ apply.allow: adopt",
  "~ apply.limits.change: 50% → 100%",
  "+ env: RUNNER_TOOL_CACHE",
  "+ ignore: name",
  "~ targets.production.deployment: 1 → 99",
  "~ targets.production.url:",
];

const isRead = ({ method }: { method: string }) => method === "GET";

describe("a plan of a pull request that changes url, deployment, env, allow, ignore", () => {
  it.each([
    ["checkout", "pull_request"],
    ["github", "pull_request"],
    ["github", "pull_request_target"],
    ["github", "pull_request_review"],
  ] as const)(
    "sends nothing to the new place and lists the changes, with the base from %s on %s",
    async (knows, name) => {
      const scene = await openScene(HOSTILE, { knows });
      const step = await scene.run("plan", pullRequest(scene, name));
      expect(step.code, step.log).toBe(0);
      expect(scene.elsewhere.requests).toEqual([]);
      expect(scene.sandbox.requests.length).toBeGreaterThan(0);
      expect(scene.sandbox.requests.filter(({ path }) => path.includes("/99"))).toEqual([]);
      const [host] = [new URL(scene.sandbox.url).host];
      const comment = scene.comment();
      const summary = readMarkdown(step.summary);
      const page = readFileSync(step.outputs["report-file"] as string, "utf8");
      for (const text of [comment, summary]) {
        expect(text).toContain("In force after the merge");
        for (const line of CHANGES) expect(text).toContain(line);
        expect(firstLines(text)).toContain(`${host} · deployment 1`);
        expect(text).toContain(new URL(scene.elsewhere.url).host);
      }
      expect(page).toContain("In force after the merge");
      expect(page).toContain("apply.limits.change");
      const { policy } = JSON.parse(readFileSync(step.outputs["plan-file"] as string, "utf8")) as Plan;
      expect(policy).toMatchObject({ revision: scene.base, commit: scene.base });
      expect(policy?.changes).toHaveLength(CHANGES.length);
      expect(scene.github.reads.length).toBe(knows === "github" ? 1 : 0);
    },
  );

  it("gives the key away once it is merged: the attack works where nobody reviews", async () => {
    const scene = await openScene(HOSTILE);
    await scene.run("plan", { name: "push", sha: scene.head });
    expect(scene.elsewhere.credentials).not.toEqual([]);
  });

  it("reads no variable of the runner, and the comment of the failure lists the changes, too", async () => {
    const scene = await openScene({
      ...HOSTILE,
      files: { "dashboards/b.yaml": 'workbooks:\n  b: { name: "x ${env.RUNNER_TOOL_CACHE}" }\n' },
    });
    const step = await scene.run("plan", pullRequest(scene));
    expect(step.outputs["exit-code"]).toBe("1");
    expect(step.everything + scene.comment()).not.toContain("hostedtoolcache-4711");
    for (const line of CHANGES) expect(scene.comment()).toContain(line);
    expect(scene.elsewhere.requests).toEqual([]);
  });

  it.each(ACTION_COMMANDS.filter((command) => command !== "plan"))(
    "gets nothing from %s",
    async (command) => {
      const scene = await openScene(HOSTILE);
      await scene.run(command, pullRequest(scene), command.startsWith("preview") ? { branch: "b" } : {});
      expect(scene.elsewhere.requests).toEqual([]);
      expect(scene.sandbox.requests.filter(({ path }) => path.includes("/99"))).toEqual([]);
    },
  );

  it("says of a hazard that the base does not accept that it needs a decision, and of one that it accepts not", async () => {
    const edited = async (options: AttackOptions) => {
      const scene = await openScene(options);
      await scene.run("apply", { name: "push", sha: scene.head });
      scene.sandbox.edit("a", (workbook) => {
        workbook.name = "By hand";
      });
      await scene.run("plan", pullRequest(scene));
      return scene.comment();
    };
    const waiving = (trusted: string) => project(trusted, "apply: { allow: [drift] }\n");
    expect(await edited({ base: plain, branch: waiving })).toContain("waits for a decision");
    const allowed = await edited({ base: waiving, branch: waiving });
    expect(allowed).not.toContain("for a decision");
    expect(allowed).toContain("drift");
  });
});

describe("what only the branch names", () => {
  it.each(["checkout", "github"] as const)(
    "gets no credential where the base has no project file (%s)",
    async (knows) => {
      const scene = await openScene(
        { base: () => undefined, branch: (_, elsewhere) => project(elsewhere) },
        { knows },
      );
      const step = await scene.run("plan", pullRequest(scene));
      expect(step.outputs["exit-code"]).toBe("3");
      expect(step.log).toContain("there is no such project file");
      expect(scene.elsewhere.requests).toEqual([]);
      const pinned = await scene.run("plan", pullRequest(scene), { "api-url": scene.sandbox.url });
      expect(pinned.code, pinned.log).toBe(0);
      expect(scene.comment()).toContain("+ targets.production.url:");
      expect(scene.elsewhere.requests).toEqual([]);
    },
  );

  it("gets no credential as a target that was added", async () => {
    const scene = await openScene({
      base: plain,
      branch: (trusted, elsewhere) =>
        `${plain(trusted)}  mine: { url: "${elsewhere}", deployment: 1 }\ndefaultTarget: mine\n`,
    });
    const named = await scene.run("plan", pullRequest(scene), { target: "mine" });
    expect(named.outputs["exit-code"]).toBe("3");
    expect(scene.comment()).toContain("only the change under review names the target mine");
    const usual = await scene.run("plan", pullRequest(scene));
    expect(usual.code, usual.log).toBe(0);
    expect(scene.elsewhere.requests).toEqual([]);
    expect(scene.sandbox.requests.every(isRead)).toBe(true);
  });

  it("is found in a subfolder, too", async () => {
    const scene = await openScene({ ...HOSTILE, folder: "analytics/" }, { knows: "github" });
    const step = await scene.run("plan", pullRequest(scene));
    expect(step.code, step.log).toBe(0);
    expect(scene.github.reads).toEqual(["/repos/acme/dashboards/contents/analytics/boardwright.yaml"]);
    expect(scene.elsewhere.requests).toEqual([]);
  });
});

/** The first lines that people read. */
function firstLines(text: string): string {
  const shown = text.split("\n").filter((line) => line !== "" && !line.startsWith("<!--"));
  return shown.slice(0, 2).join("\n");
}
