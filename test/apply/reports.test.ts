import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { openWorld, outcomes } from "../support/world.ts";

const files = (measure: string, reports: string[] = ["ra"]) => ({
  workbooks: {
    a: {
      publish: true,
      dashboard: {
        title: "A",
        widgets: [
          { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "ra" } } },
        ],
      },
    },
  },
  reports: Object.fromEntries(
    reports.map((key) => [key, { name: key, workbook: "a", query: { measures: [measure] } }]),
  ),
});

describe("a report", () => {
  it("that changes is published with the workbook that draws it, once", async () => {
    const { sandbox, plan, apply, rewrite } = await open(files("orders.count"));
    expect(outcomes(await apply(await plan()))).toEqual(["ra applied", "a applied"]);
    expect(snapshot(sandbox.workbook("a"))).toEqual([1, 3]);
    expect((await plan()).changes).toEqual([]);

    rewrite(files("orders.revenue"));
    const next = await plan();
    expect(next.changes.map(({ kind, action, publish }) => [kind, action, publish])).toEqual([
      ["report", "update", false],
      ["workbook", "publish", true],
    ]);
    expect(outcomes(await apply(next))).toEqual(["ra applied", "a applied"]);
    expect(snapshot(sandbox.workbook("a"))).toEqual([2, 4]);
    expect((await plan()).changes).toEqual([]);
  });

  it("whose change was written but not published is published by the next apply", async () => {
    const { sandbox, plan, apply, rewrite } = await open(files("orders.count"));
    await apply(await plan());
    rewrite(files("orders.revenue"));
    const next = await plan();
    await apply({ ...next, changes: next.changes.filter(({ kind }) => kind === "report") });
    expect((await plan()).changes.map(({ kind, action }) => [kind, action])).toEqual([
      ["workbook", "publish"],
    ]);
    await apply(await plan());
    expect(snapshot(sandbox.workbook("a"))).toEqual([2, 4]);
  });

  it("that is only stamped makes no viewer see anything else: nothing is to be published", async () => {
    const { sandbox, plan, apply, rewrite } = await open(files("orders.count"));
    await apply(await plan());
    // As it was before anybody managed it: published, and without stamps.
    const { publicId, version } = await report(sandbox);
    await putReport(sandbox, publicId, { meta: {} });
    sandbox.edit("a", ({ meta, publishedDashboard }) => {
      delete meta.boardwright;
      publishedDashboard!.reportSnapshots[0]!.versionNumber = (version ?? 0) + 1;
    });
    const stamps = await plan();
    expect(stamps.changes.map(({ kind, action }) => [kind, action])).toEqual([
      ["report", "stamp"],
      ["workbook", "stamp"],
    ]);
    expect(outcomes(await apply(stamps))).toEqual(["ra applied", "a applied"]);
    expect((await report(sandbox)).version).toBe((version ?? 0) + 2);
    expect((await plan()).changes).toEqual([]);

    rewrite(files("orders.revenue"));
    await apply(await plan());
    expect(snapshot(sandbox.workbook("a"))).toEqual([2, (version ?? 0) + 3]);
    expect((await plan()).changes).toEqual([]);
  });

  it("that no file declares any more is orphaned, and left alone", async () => {
    const { sandbox, plan, apply, rewrite } = await open(files("orders.count", ["ra", "rb"]));
    await apply(await plan());
    rewrite(files("orders.count", ["ra"]));
    const orphans = await plan();
    expect(orphans.changes.map(({ kind, key, action }) => [kind, key, action])).toEqual([
      ["report", "rb", "orphaned"],
    ]);
    sandbox.requests.length = 0;
    expect((await apply(orphans)).results).toEqual([]);
    expect(sandbox.requests).toEqual([]);
  });

  it("that cannot be made leaves out what needs it, and what needs that in turn: nothing is made in vain", async () => {
    const { plan } = await open({
      workbooks: { a: { folder: "New", dashboard: files("x").workbooks.a.dashboard, name: "A" } },
      reports: { ra: { name: "ra", workbook: "ghost" }, rb: { name: "rb", workbook: "a" } },
    });
    const { changes, diagnostics } = await plan();
    expect(changes).toEqual([]);
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule)).toEqual([
      "report-missing",
      "report-workbook-missing",
      "report-workbook-missing",
    ]);
  });
});

async function report({ url, apiKey }: Sandbox): Promise<WireReport> {
  const authorization = `Bearer ${apiKey}`;
  const response = await fetch(`${url}/api/v1/deployments/1/reports`, { headers: { authorization } });
  return ((await response.json()) as { items: WireReport[] }).items[0]!;
}

async function putReport({ url, apiKey }: Sandbox, publicId: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const init = { method: "PUT", headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}/api/v1/deployments/1/reports/by-public-id/${publicId}`, init);
  expect(answer.status).toBe(200);
}

/** The versions of the publication and of the report in it. */
function snapshot(workbook: ReturnType<Awaited<ReturnType<typeof open>>["sandbox"]["workbook"]>): unknown[] {
  const published = workbook?.publishedDashboard;
  return [published?.versionNumber, (published?.reportSnapshots[0] as JsonObject | undefined)?.versionNumber];
}

async function open(declared: object) {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(declared) } });
  const rewrite = (next: object) => world.write("dashboards/all.yaml", stringify(next));
  return { ...world, rewrite };
}
