// The Action's sources under @github/local-action, GitHub's own stand-in of a runner, for every command and event: what its stubs see is
// what the toolkit is asked for.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { hasVerifiers, VERIFIER_COMMANDS } from "../support/verifiers.ts";
import { board, chart, openPlace, type Place } from "./place.ts";
import { byHand, type Event, prepareStep, pullRequest, readStep, type Step, schedule } from "./runner.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the sources, from the root of the repository, as the documentation of local-action says. */
async function runLocally(
  place: Place,
  command: string,
  event: Event,
  more: Record<string, string> = {},
): Promise<Step> {
  const { env, paths, folder } = prepareStep({ workspace: place.workspace, event, github: place.github.url });
  const inputs = Object.entries({ ...place.given, command, ...more });
  const given = inputs.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const);
  const lines = [...given, ...Object.entries(env).filter(([name]) => !["PATH", "HOME"].includes(name))];
  const dotenv = join(folder, "env");
  writeFileSync(dotenv, lines.map(([name, value]) => `${name}='${value}'\n`).join(""));
  const child = spawn(join(VERIFIER_COMMANDS, "local-action"), ["run", ".", "test/action/entry.ts", dotenv], {
    cwd: ROOT,
    env: {
      PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
      HOME: folder,
      FORCE_COLOR: "0",
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
    },
  });
  let log = "";
  child.stdout.on("data", (text) => (log += text));
  child.stderr.on("data", (text) => (log += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const step = readStep(code, log, paths);
  // Its stub tells outputs in the log, by the old command.
  const set = log.matchAll(/^::set-output name=([\w-]+)::(.*)$/gm);
  for (const [, name = "", value = ""] of set) step.outputs[name] = value;
  return { ...step, log };
}

const view = (...names: string[]): Json[] => [
  {
    name: "orders",
    type: "view",
    measures: names.map((name) => ({ name: `orders.${name}`, type: "number" })),
  },
];
const SEED = {
  branches: [{ name: "main" }, { name: "feature" }],
  cubes: view("revenue"),
  models: { feature: view("revenue") },
};

/** It starts npm and a compiler each time: seconds on a machine that has nothing else to do. */
describe.skipIf(!hasVerifiers)("under local-action", { timeout: 240_000 }, () => {
  it("lints, plans and previews a pull request from its opening to its end, with one comment", async () => {
    const place = await openPlace({ sandbox: { seed: SEED } });
    const opened = pullRequest(5, { action: "opened" });
    const lint = await runLocally(place, "lint", opened);
    expect(lint.outputs, lint.log).toMatchObject({ "exit-code": "0", errors: "0" });
    const plan = await runLocally(place, "plan", opened);
    expect(plan.outputs, plan.log).toMatchObject({ "exit-code": "0", create: "1" });
    expect(plan.summary).toContain("1 dashboard changes in draft");
    place.rewrite({ revenue: board("Revenue"), churn: board("Churn") });
    const again = await runLocally(place, "plan", pullRequest(5));
    expect(again.outputs["comment-id"]).toBe(plan.outputs["comment-id"]);
    const up = await runLocally(place, "preview-up", pullRequest(5), { branch: "feature" });
    expect(up.outputs, up.log).toMatchObject({ "exit-code": "0", create: "2" });
    const down = await runLocally(place, "preview-down", pullRequest(5, { action: "closed" }));
    expect(down.outputs, down.log).toMatchObject({ "exit-code": "0", delete: "2" });
    expect(place.comments(5)).toHaveLength(1);
    // Lint found nothing when there was no comment yet.
    expect([...place.sections(5).keys()]).toEqual(["plan production", "preview production"]);
    expect(place.comments(5)[0]?.body).toContain("2 dashboards change in draft");
  });

  it("applies on the merge what was reviewed, and watches for drift", async () => {
    const place = await openPlace();
    // The finer tests show that the comment is the same from the bundle.
    await place.run("plan", pullRequest(5));
    const applied = await runLocally(place, "apply", place.merge(5));
    expect(applied.outputs, applied.log).toMatchObject({ "exit-code": "0", create: "1" });
    expect([...place.sections(5).keys()]).toEqual(["apply production", "plan production"]);
    const edited = board("Edited", chart("a")).dashboard as JsonObject;
    await place.call("PUT", "/deployments/1/workbooks/by-slug/revenue", { meta: { dashboardDraft: edited } });
    const drift = await runLocally(place, "drift", schedule);
    expect(drift.outputs, drift.log).toMatchObject({ "exit-code": "2" });
    expect([...place.github.issues.values()].filter(({ title }) => title !== "")).toHaveLength(1);
  });

  it("lints a fork, and plans by hand, without a comment", async () => {
    const place = await openPlace();
    const fork = await runLocally(place, "plan", pullRequest(6, { fork: true }), { "api-key": "" });
    expect(fork.outputs, fork.log).toMatchObject({ "exit-code": "0", changes: "false" });
    expect(fork.summary).toContain("comes from a fork");
    const manual = await runLocally(place, "plan", byHand);
    expect(manual.outputs, manual.log).toMatchObject({ "exit-code": "0", create: "1" });
    expect([...place.github.issues.keys()]).toEqual([]);
  });
});
