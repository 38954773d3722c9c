// The real command against a sandbox of its own: Ctrl-C, two at once, what is refused.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { ApplySummary, JsonObject, Result } from "../../src/model/index.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { runBuilt, start } from "../support/process.ts";
import { board, openWorld } from "../support/world.ts";

const MANY = Object.fromEntries(
  Array.from({ length: 60 }, (_, index): [string, JsonObject] => [
    `w${String(index).padStart(2, "0")}`,
    { name: `W ${index}`, folder: "Team/Many", publish: index % 2 === 0, dashboard: board(`W ${index}`) },
  ]),
);

interface Applied {
  summary: ApplySummary;
  results: Result[];
}

async function open(workbooks: Record<string, JsonObject>, options: SandboxOptions = {}) {
  const world = await openWorld({ workbooks, sandbox: options });
  return { ...world, plan: world.planned };
}

/** Resolves when the sandbox has been asked for so many upserts. */
async function upserts(sandbox: Sandbox, count: number): Promise<void> {
  const seen = () =>
    sandbox.requests.filter(({ method, path }) => method === "PUT" && path.includes("by-slug")).length;
  while (seen() < count) await new Promise((next) => setImmediate(next));
}

describe("Ctrl-C in the middle of an apply", () => {
  it("finishes what is in flight, says what was not done, and the same apply again completes it", async () => {
    const { sandbox, cwd, env, ok, plan } = await open(MANY, { faults: "latency:30" });
    const { child, ended } = start(["apply", "--yes", "--json", "--concurrency", "4"], { cwd, env });
    // The first ten are claimed before anything is written.
    await upserts(sandbox, 24);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(130);
    const { summary, results } = JSON.parse(stdout) as Applied;
    expect(summary.failed).toBe(0);
    expect(summary.created).toBeGreaterThanOrEqual(8);
    expect(summary.skipped).toBeGreaterThan(0);
    // Every request was waited for, and what was begun is whole: the live state is exactly what the summary says.
    expect(sandbox.requests.every(({ status }) => status === 200)).toBe(true);
    for (const { kind, key, status, attempts } of results) {
      if (kind !== "workbook") continue;
      const live = sandbox.workbook(key);
      // One that was claimed and skipped is told as still empty.
      expect(live !== undefined, key).toBe(status === "applied" || attempts > 0);
      if (live && MANY[key]?.publish) expect(live.dashboardPublished, key).toEqual(live.dashboardDraft);
    }

    const again = await ok("apply", "--yes", "--json");
    const done = results.filter(({ kind, status }) => kind === "workbook" && status === "applied").length;
    expect((JSON.parse(again.stdout) as Applied).summary).toMatchObject({
      unchanged: done,
      failed: 0,
      skipped: 0,
    });
    expect((await plan()).changes).toEqual([]);
    const posts = sandbox.requests.filter(
      ({ method, path }) => method === "POST" && path.endsWith("/folders"),
    );
    expect(posts).toHaveLength(2);
  });

  it("says so in words", async () => {
    const { sandbox, cwd, env } = await open(MANY, { faults: "latency:30" });
    const { child, ended } = start(["apply", "--yes", "--concurrency", "2"], { cwd, env });
    await upserts(sandbox, 14);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^Interrupted: applied \d+ of 62 in /m);
    expect(stdout).toMatch(/^Not done: w/m);
    expect(stdout).toContain("Run the same apply again to complete the rest.");
  });

  it("twice ends at once, without waiting for what is in flight", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { sandbox, cwd, env } = await open(MANY, { betweenDecisionAndApply: () => held });
    onTestFinished(() => release());
    const { child, ended } = start(["apply", "--yes"], { cwd, env });
    await upserts(sandbox, 1);
    // Signals that come before the first was handled are one: so they are sent until one more was.
    const again = setInterval(() => child.kill("SIGINT"), 20);
    onTestFinished(() => clearInterval(again));
    // The platform answers nothing before the process has ended: waiting for it would take for ever.
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    expect(stdout).not.toContain("Interrupted: applied");
  });
});

describe("two applies of the same project at once", () => {
  it("both end, and live is as declared, with nothing lost or doubled", async () => {
    const { sandbox, cwd, env, plan } = await open(MANY, { faults: "latency:2" });
    const both = await Promise.all([1, 2].map(() => runBuilt(["apply", "--yes", "--json"], { cwd, env })));
    for (const { code, stdout, stderr } of both) {
      expect(code, stdout + stderr).toBe(0);
      expect((JSON.parse(stdout) as Applied).summary).toMatchObject({ failed: 0, skipped: 0 });
    }
    expect((await plan()).summary).toMatchObject({ unchanged: 60, create: 0, update: 0 });
    expect(new Set(Object.keys(MANY).map((slug) => sandbox.workbook(slug)?.folderId)).size).toBe(1);
    expect(new Set(Object.keys(MANY).map((slug) => sandbox.workbook(slug)?.id)).size).toBe(60);
  });
});

describe("what is refused", () => {
  const edited = Object.fromEntries(
    Object.entries(MANY)
      .slice(0, 12)
      .map(([slug, entry]) => [slug, { ...entry, publish: false }]),
  );

  it("a change of more than the project allows: exit 3, and nothing was written", async () => {
    const { sandbox, run, ok, cwd } = await open(edited);
    await ok("apply", "--yes");
    const renamed = Object.fromEntries(
      Object.entries(edited).map(([slug, entry], index) => [
        slug,
        index < 7 ? { ...entry, name: `${slug}!` } : entry,
      ]),
    );
    writeFileSync(`${cwd}/dashboards/all.yaml`, stringify({ workbooks: renamed }));
    sandbox.requests.length = 0;
    const refused = await run("apply", "--yes");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("mass-change");
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const runs = () => readdirSync(`${cwd}/.boardwright/backups`);
    expect(runs()).toHaveLength(1);
    await ok("apply", "--yes", "--allow", "mass-change");
    expect(runs()).toHaveLength(2);
  });

  it("without a terminal and without --yes: exit 64, and nothing was asked of the platform", async () => {
    const { sandbox, run } = await open(edited);
    const refused = await run("apply");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("--yes");
    expect(sandbox.requests).toEqual([]);
  });

  it("a folder of backups that cannot be made: exit 1, and nothing was written", async () => {
    const seed = { workbooks: [{ slug: "w00", name: "Somebody's", dashboardDraft: board("Somebody's") }] };
    const { sandbox, run, cwd } = await open(edited, { seed });
    mkdirSync(`${cwd}/.boardwright`);
    writeFileSync(`${cwd}/.boardwright/backups`, "a file in the way");
    const { code, stderr } = await run("apply", "--yes", "--allow", "adopt");
    expect(code).toBe(1);
    expect(stderr).toContain("error: nothing was applied: the folder of backups");
    expect(stderr).toContain("`apply.backups`");
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("a key that does not reach the deployment: exit 1, with the status, and nothing was written", async () => {
    const seed = { apiKeys: [{ key: "elsewhere", deployments: [2] }] };
    const { sandbox, env, cwd } = await open({ w00: { name: "W" } }, { seed });
    const { code, stderr } = await boardwright(["apply", "--yes"], {
      cwd,
      env: { ...env, PLATFORM_API_KEY: "elsewhere" },
    });
    expect(code).toBe(1);
    expect(stderr).toContain("(403)");
    expect(stderr).not.toContain("elsewhere");
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
