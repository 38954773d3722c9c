// The command: what it prints, how it exits, and that it only reads from the platform.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { connect } from "../../src/platform/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  live: { url: https://platform.test, deployment: 1 }
`;
const board = (title: string): JsonObject => ({
  kind: "CLASSIC",
  title,
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown: title } }],
});

async function openProject() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const workbooks = {
    revenue: { name: "Revenue", dashboard: board("Revenue") },
    costs: { name: "Costs", dashboard: board("Costs") },
  };
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify({ workbooks }) });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  expect((await run("apply", "--yes")).code).toBe(0);
  return { sandbox, cwd, run };
}

async function createWorkbook({ url, apiKey }: Sandbox, slug: string): Promise<void> {
  const platform = connect({ url, token: apiKey });
  onTestFinished(() => platform.close());
  await platform.upsertWorkbook(1, slug, { name: slug, meta: { dashboardDraft: board(slug) } });
}

describe("boardwright pull", () => {
  it("tells what it took, what it could not, and what is next", async () => {
    const { sandbox, cwd, run } = await openProject();
    sandbox.edit("revenue", (workbook) => {
      workbook.dashboardDraft = board("Net revenue");
    });
    sandbox.edit("costs", (workbook) => {
      workbook.name = "Live costs";
    });
    const file = join(cwd, "dashboards/all.yaml");
    const text = readFileSync(file, "utf8").replace("name: Costs", "name: Git costs");
    writeFileSync(file, text);
    const before = sandbox.requests.length;
    const ran = await run("pull");
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toContain("~ revenue  Revenue");
    expect(ran.stdout).toMatch(/title +Revenue → Net revenue/);
    expect(ran.stdout).not.toContain("would be discarded");
    expect(ran.stdout).toContain("! costs");
    expect(ran.stdout).toContain("boardwright pull costs --theirs");
    expect(ran.stdout).toContain("boardwright pull costs --ours");
    expect(ran.stdout).toContain("Pulled the edits of 1 workbook. 1 conflict not taken.");
    expect(ran.stdout).toContain("1 file written. See it with `git diff`");
    expect(sandbox.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
    expect(readFileSync(file, "utf8")).toContain("Git costs");

    const json = JSON.parse((await run("pull", "costs", "--theirs", "--json")).stdout);
    expect(json).toMatchObject({
      summary: { edited: 1, conflict: 0 },
      pulled: [{ kind: "workbook", key: "costs", action: "edited", file: "dashboards/all.yaml" }],
      conflicts: [],
      files: ["dashboards/all.yaml"],
    });
    const nothing = await run("pull");
    expect([nothing.code, nothing.stdout]).toEqual([
      0,
      expect.stringContaining("Nothing to take. 2 workbooks were not edited live."),
    ]);
  });

  it("says of a conflict who did what, and how to take in what is none", async () => {
    const { sandbox, cwd, run } = await openProject();
    sandbox.edit("costs", (workbook) => {
      workbook.name = "Live costs";
      workbook.dashboardDraft = { ...board("Costs"), widgets: [] };
    });
    const file = join(cwd, "dashboards/all.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("markdown: Costs", "markdown: Git costs"));
    const plan = (await run("plan")).stdout.replaceAll(/\s+/g, " ");
    expect(plan).toContain("keep the edit: `boardwright pull costs`");
    const ran = await run("pull");
    expect(ran.stdout).toMatch(
      /Git costs \(widget a\) +removed +TEXT 6×4 at 0,0 +removed live, edited in Git: markdown/,
    );
    expect(ran.stdout).toContain("name  Costs → Live costs");
    expect(readFileSync(file, "utf8")).toContain("markdown: Git costs");
    expect((await run("plan")).stdout).not.toContain("drift");
  });

  it("shows with --dry-run what it would write, as a diff that applies, and writes nothing", async () => {
    const { sandbox, cwd, run } = await openProject();
    sandbox.edit("revenue", (workbook) => {
      workbook.dashboardDraft = board("Net\u202e revenue");
    });
    sandbox.edit("costs", (workbook) => {
      workbook.name = "Live costs";
    });
    const file = join(cwd, "dashboards/all.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("name: Costs", "name: Git costs"));
    await createWorkbook(sandbox, "fresh");
    const before = readFileSync(file, "utf8");
    const shown = await run("pull", "--all", "--dry-run");
    // A conflict is left: it ends as the pull would.
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain("\n--- a/dashboards/all.yaml\n+++ b/dashboards/all.yaml\n@@ -");
    expect(shown.stdout).toMatch(/^-.*title: Revenue\n\+.*title: .*Net\\u\{202e\} revenue/m);
    expect(shown.stdout).toMatch(/new file {2}dashboards\/fresh\.yaml +\d+ lines/);
    expect(shown.stdout).toContain(
      "Would pull the edits of 1 workbook; 1 new workbook. 1 conflict not taken.",
    );
    expect(shown.stdout).toContain("3 files to write. This was a dry run: nothing was written.");
    expect([readFileSync(file, "utf8"), existsSync(join(cwd, "dashboards/fresh.yaml"))]).toEqual([
      before,
      false,
    ]);

    const json = JSON.parse((await run("pull", "--all", "--dry-run", "--json")).stdout);
    const files = ["dashboards/all.yaml", "dashboards/fresh.yaml", "schemas/workbooks.schema.json"];
    expect([json.dryRun, json.files]).toEqual([true, files]);
    const diffs = (json.diffs as { diff: string }[]).map(({ diff }) => diff).join("");
    expect(spawnSync("git", ["apply", "-"], { cwd, input: diffs }).status).toBe(0);
    const applied = files.map((name) => readFileSync(join(cwd, name), "utf8"));
    for (const name of files) rmSync(join(cwd, name));
    writeFileSync(file, before);
    const real = JSON.parse((await run("pull", "--all", "--json")).stdout);
    expect([real.dryRun, real.files]).toEqual([undefined, files]);
    expect(files.map((name) => readFileSync(join(cwd, name), "utf8"))).toEqual(applied);
  });

  it("is wrong usage with both sides, and an unknown slug is an error that writes nothing", async () => {
    const { cwd, run } = await openProject();
    expect((await run("pull", "--theirs", "--ours")).code).toBe(64);
    const unknown = await run("pull", "revenu", "--all");
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain("Did you mean `revenue`?");
    expect((await run("pull", "--all", "--into", "elsewhere")).code).toBe(0);
    expect(existsSync(join(cwd, "elsewhere"))).toBe(false);
  });

  it("says of files with errors that nothing was pulled", async () => {
    const cwd = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/a.yaml": "workbooks: { a: { name: [A] } }\n",
    });
    const ran = await boardwright(["pull"], { cwd });
    expect(ran.code).toBe(1);
    expect(ran.stdout + ran.stderr).toContain("nothing was pulled");
  });
});
