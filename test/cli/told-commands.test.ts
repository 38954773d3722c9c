// Commands that a command tells are pasted: for a target that is not the usual one they have to name it, or they hit another deployment.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const note = { id: "note", type: "TEXT", position: [0, 0, 6, 4], config: { markdown: "Before" } };
const cubes = [{ name: "orders", measures: [{ name: "orders.count" }], dimensions: [], segments: [] }];
const branches = ["main", "new-metrics", "other"].map((name) => ({ name, deploymentId: 2 }));
const orders = { name: "Orders", dashboard: { title: "Orders", widgets: [note] } };

describe("the commands that are told", () => {
  it.each([
    ["drift", "Live"],
    ["conflict", "Before"],
  ])("name the target where they would hit another without it: %s", async (hazard, name) => {
    const { run, editFile } = await open();
    if (hazard === "conflict") editFile(name, "Mine");
    for (const command of [["plan"], ["drift"], ["pull"]]) {
      if (command[0] === "pull" && hazard === "drift") continue;
      const there = toldIn((await run(...command, "--target", "production")).stdout);
      expect(there.length, command[0]).toBeGreaterThan(0);
      for (const told of there) expect(told).toMatch(/ --target production$/);
      const here = toldIn((await run(...command)).stdout);
      expect(here).toEqual(there.map((told) => told.replace(" --target production", "")));
    }
  });

  it("name it in the notes of a pull", async () => {
    const { run, editFile } = await open();
    editFile("Before", "Mine");
    const kept = await run("pull", "orders", "--ours", "--target", "production");
    expect(kept.stdout).toContain("`boardwright apply --allow conflict:orders --target production`");
  });

  it("work when pasted: they end the drift where it was", async () => {
    const { run } = await open();
    const { stdout } = await run("drift", "--target", "production");
    const discard = toldIn(stdout).find((told) => told.includes("--allow"))!;
    expect((await run(...discard.split(" "), "--yes")).code).toBe(0);
    expect((await run("drift", "--target", "production")).code).toBe(0);
    expect((await run("drift")).code).toBe(2);
  });

  it("name it always where the plan is read far from where it was made", async () => {
    const { run } = await open();
    const { stdout } = await run("plan", "--format", "markdown");
    expect(stdout).toContain("boardwright apply --allow drift --target staging");
  });

  it("name it at the end of a preview", async () => {
    const { run, editFile } = await open();
    editFile("Before", "Mine");
    const up = (...more: string[]) =>
      run("preview", "up", "--branch", "new-metrics", "--name", "pr-1", "--only", "orders", ...more);
    const there = await up("--target", "production");
    expect(there.stdout, there.stderr).toContain(
      "`boardwright preview down --name pr-1 --target production`",
    );
    const moved = await run("preview", "up", "--branch", "other", "--name", "pr-1", "--target", "production");
    expect(moved.stderr).toContain("`boardwright preview down --name pr-1 --target production`");
    expect((await up()).stdout).toContain("`boardwright preview down --name pr-1`");
    const gone = await run("preview", "down", "--branch", "main", "--target", "production");
    expect(gone.stdout).not.toMatch(/disable-branch main`/);
  });
});

/** The command lines, without the program's name, that end a drift or a conflict. */
function toldIn(text: string): string[] {
  const found = [...text.matchAll(/`boardwright ((?:pull|apply|plan)[^`]*)`/g)];
  return found.map(([, command = ""]) => command);
}

/** One project on two deployments, applied, and the one workbook renamed and rewritten in the UI of both. */
async function open() {
  const sandbox = await createSandbox({ seed: { deployments: [{ id: 1 }, { id: 2 }], cubes, branches } });
  onTestFinished(() => sandbox.close());
  const target = (deployment: number) => ({ url: sandbox.url, deployment });
  const project = {
    version: 1,
    project: "acme",
    defaultTarget: "staging",
    targets: { staging: target(1), production: target(2) },
  };
  const cwd = tempFolder({
    "boardwright.yaml": stringify(project),
    "dashboards/all.yaml": stringify({ workbooks: { orders } }),
  });
  const run = (...args: string[]) => boardwright(args, { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey } });
  for (const name of ["staging", "production"]) {
    const applied = await run("apply", "--yes", "--target", name);
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  }
  for (const deployment of [1, 2]) {
    const edit = (workbook: { dashboardDraft?: unknown }) => {
      const position = { x: 0, y: 0, w: 6, h: 4 };
      const widgets = [{ ...note, position, config: { markdown: "Live" } }];
      workbook.dashboardDraft = { title: "Orders", widgets };
    };
    sandbox.edit("orders", edit, deployment);
  }
  const file = join(cwd, "dashboards/all.yaml");
  const editFile = (from: string, to: string) =>
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  return { run, editFile };
}
