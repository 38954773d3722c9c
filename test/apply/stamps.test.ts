// The stamp itself: a platform that does not keep it, and one that was damaged.
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject, readStamp } from "../../src/model/index.ts";
import { baseOf } from "../../src/plan/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Asked, type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openWorld, outcomes, PROJECT } from "../support/world.ts";

const WORKBOOKS = { a: { publish: true, dashboard: board("A") }, b: { name: "Bravo" } };
const widgets = [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } }];
const DRAWN = {
  workbooks: { a: { publish: true, dashboard: board("A", { widgets }) } },
  reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
};

const isWrite = ({ method, path }: Asked, what: string) => method === "PUT" && path.includes(`/${what}/by-`);

/** Takes what a write says under `meta.boardwright` for something else. */
function onStamps(change: (stamp: JsonObject) => JsonObject | undefined, what = "workbooks"): Hook {
  return async (asked, forward) => {
    const meta = asked.body?.meta;
    if (!isWrite(asked, what) || !isObject(meta) || !isObject(meta.boardwright)) return forward();
    const { boardwright: stamp, ...others } = meta;
    const kept = change(stamp);
    return forward({ ...asked.body, meta: { ...others, ...(kept && { boardwright: kept }) } });
  };
}

describe("a platform that does not keep the stamp", () => {
  it.each<[string, Hook, RegExp]>([
    ["drops it", onStamps(() => undefined), /answered nothing/],
    ["cuts its texts off", onStamps((stamp) => ({ ...stamp, base: "ab" })), /answered \{/],
    ["makes texts of its numbers", onStamps((stamp) => ({ ...stamp, v: "2" })), /answered \{/],
  ])("is told of it, after all is written and published: it %s", async (_how, proxy, answer) => {
    const { deploy, sandbox } = await openWorld({ workbooks: WORKBOOKS, proxy });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["a failed stamp-not-kept", "b failed stamp-not-kept"]);
    expect(outcome.summary).toMatchObject({ created: 2, published: 1, failed: 2 });
    expect(outcome.results.map(({ error }) => error?.message)).toEqual([
      "a was created and published, but the platform did not keep its stamp",
      "b was created, but the platform did not keep its stamp",
    ]);
    expect(outcome.results[0]?.error?.details?.join("\n")).toMatch(answer);
    expect(outcome.results[0]?.error?.details?.join("\n")).toContain("`adopt`");
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
  });

  it("is told of an update that waits for a review", async () => {
    const old = { slug: "a", name: "A", dashboardDraft: board("Old"), reviewRequired: true };
    const sandbox = { seed: { workbooks: [old] } };
    const { deploy } = await openWorld({ workbooks: WORKBOOKS, sandbox, proxy: onStamps(() => undefined) });
    const { summary, results } = await deploy();
    expect(summary).toMatchObject({ updated: 1, created: 1, published: 0, failed: 2 });
    const [result] = results;
    expect(result).toMatchObject({ status: "failed", error: { code: "stamp-not-kept" } });
    expect(result?.error?.message).toBe(
      "a was updated and waits for a review to be published, but the platform did not keep its stamp",
    );
  });

  it("for reports does not keep what draws them from being made", async () => {
    const files = { "dashboards/all.yaml": stringify(DRAWN) };
    const { deploy, sandbox } = await openWorld({ files, proxy: onStamps(() => undefined, "reports") });
    const outcome = await deploy();
    expect(outcomes(outcome)).toEqual(["r failed stamp-not-kept", "a applied"]);
    expect(outcome.summary).toMatchObject({ created: 2, published: 1, failed: 1 });
    expect(outcome.results[0]?.error?.message).toMatch(/^the report r was created, but /);
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
  });

  it.each(["workbooks", "reports"])("is not one whose answers leave meta out: %s", async (what) => {
    const proxy: Hook = async (asked, forward) => {
      const answer = await forward();
      if (!isWrite(asked, what) || !("body" in answer) || !isObject(answer.body)) return answer;
      const { meta: _meta, ...body } = answer.body;
      return { ...answer, body };
    };
    const files = { "dashboards/all.yaml": stringify(DRAWN) };
    const { deploy, actions } = await openWorld({ files, proxy });
    expect(outcomes(await deploy())).toEqual(["r applied", "a applied"]);
    expect(await actions()).toEqual([]);
  });

  it("is why the next plan calls the workbook unmanaged, and the plan says so", async () => {
    const sandbox = await createSandbox({});
    const url = await openProxy(
      sandbox.url,
      onStamps(() => undefined),
    );
    const cwd = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/all.yaml": stringify({ workbooks: WORKBOOKS }),
    });
    const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
    try {
      const applied = await boardwright(["apply", "--yes", "--json"], { cwd, env });
      expect(applied.code).toBe(1);
      const { summary } = JSON.parse(applied.stdout);
      expect(summary).toMatchObject({ created: 2, published: 1, failed: 2, unchanged: 0 });
      const runs = await boardwright(["rollback"], { cwd, env });
      expect(runs.stdout).toMatch(/2 created, 1 published, 2 failed/);
      writeFileSync(
        `${cwd}/dashboards/all.yaml`,
        stringify({ workbooks: { ...WORKBOOKS, b: { name: "B, renamed" } } }),
      );
      const plan = JSON.parse((await boardwright(["plan", "--json"], { cwd, env })).stdout);
      const [hazard] = plan.changes.find(({ key }: { key: string }) => key === "b").hazards;
      expect(hazard.code).toBe("adopt");
      expect(hazard.message).toMatch(/^the run \S+ wrote it, but the platform did not keep its stamp/);
    } finally {
      await sandbox.close();
    }
  });

  it("is another story than a stamp that somebody removed", async () => {
    const sandbox = await createSandbox({});
    const cwd = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/all.yaml": stringify({ workbooks: WORKBOOKS }),
    });
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    try {
      expect((await boardwright(["apply", "--yes"], { cwd, env })).code).toBe(0);
      sandbox.edit("b", ({ meta }) => {
        delete meta.boardwright;
      });
      writeFileSync(
        `${cwd}/dashboards/all.yaml`,
        stringify({ workbooks: { ...WORKBOOKS, b: { name: "B, renamed" } } }),
      );
      const plan = JSON.parse((await boardwright(["plan", "--json"], { cwd, env })).stdout);
      const [hazard] = plan.changes.find(({ key }: { key: string }) => key === "b").hazards;
      expect(hazard.message).toMatch(/^the run \S+ wrote it, but its stamp has been removed since/);
    } finally {
      await sandbox.close();
    }
  });
});

describe("a stamp whose base was damaged while nothing else moved", () => {
  it.each(["garbage", "", "AAAA", undefined])("is written again by the next apply: %s", async (damaged) => {
    const files = { "dashboards/all.yaml": stringify(DRAWN) };
    const { deploy, plan, actions, sandbox, platform } = await openWorld({ files });
    await deploy();
    const readReport = async (): Promise<WireReport> => {
      for await (const [report] of platform.listReports(1)) return report as WireReport;
      throw new Error("there is no report");
    };
    const damage = (meta: JsonObject) => {
      const stamp = meta.boardwright as JsonObject;
      return { ...meta, boardwright: { ...stamp, base: damaged ?? String(stamp.base).slice(0, -8) } };
    };
    sandbox.edit("a", (workbook) => {
      workbook.meta = damage(workbook.meta);
    });
    const { publicId, meta } = await readReport();
    await platform.upsertReport(1, publicId, { meta: damage(meta ?? {}) });
    const planned = await plan();
    expect(planned.changes.map(({ key, action, hazards }) => [key, action, hazards])).toEqual([
      ["r", "stamp", []],
      ["a", expect.stringMatching(/^(stamp|publish)$/), []],
    ]);
    expect(planned.summary.update).toBe(0);
    expect(outcomes(await deploy())).toEqual(["r applied", "a applied"]);
    expect(baseOf(readStamp(sandbox.workbook("a")?.meta))).toBeDefined();
    expect(baseOf(readStamp((await readReport()).meta ?? undefined))).toBeDefined();
    expect(await actions()).toEqual([]);
  });
});
