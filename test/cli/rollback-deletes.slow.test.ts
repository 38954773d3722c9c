// What a run made is deleted, and what it deleted is made again.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { WireReport } from "../../src/platform/index.ts";
import { board, openWorld } from "../support/world.ts";

const FILES = {
  workbooks: {
    old: { name: "Old", publish: true, dashboard: chart("r") },
    plain: { name: "Plain", meta: { team: "x" }, dashboard: board("Plain") },
  },
  reports: { r: { name: "R", workbook: "old", query: { measures: ["orders.count"] } } },
};
const MORE = {
  workbooks: {
    ...FILES.workbooks,
    made: { name: "Made", folder: "New", publish: true, dashboard: chart("s") },
  },
  reports: { ...FILES.reports, s: { name: "S", workbook: "made", query: { measures: ["orders.sum"] } } },
};
const SLUGS = ["old", "plain", "made"];

function chart(key: string) {
  const config = { reportId: { $report: key } };
  return { title: key, widgets: [{ id: "c", type: "CHART", position: [0, 0, 6, 4], config }] };
}

async function open() {
  const place = await openWorld({ ...FILES, applied: true });
  return place;
}

describe("a run that made something", () => {
  it("is put back by deleting it, which has to be allowed", async () => {
    const place = await open();
    place.declare(MORE);
    await place.run("apply", "--yes");
    const run = place.runs()[1] as string;
    expect(await place.wouldDo(run)).toEqual(["- made"]);
    const sent = place.writes().length;
    const refused = await place.run("rollback", run, "--yes");
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("delete: report s, made")]);
    expect(place.writes()).toHaveLength(sent);
  });

  it("is as it was then, and that can be put back, too", async () => {
    const place = await open();
    const before = await place.state(...SLUGS);
    place.declare(MORE);
    await place.run("apply", "--yes");
    const after = await place.state(...SLUGS);
    const run = place.runs()[1] as string;
    await place.ok("rollback", run, "--yes", "--allow", "delete");
    expect(await place.state(...SLUGS)).toEqual(before);
    expect(await place.wouldDo(run)).toEqual([]);

    const second = place.runs()[2] as string;
    await place.ok("rollback", second, "--yes");
    const { workbook } = place.sandbox;
    const [widget] = (workbook("made")?.dashboardDraft?.widgets ?? []) as { config: { reportId: number } }[];
    const [old] = (after as { workbooks: { dashboardDraft: typeof widget }[] }).workbooks;
    expect(old).toBeDefined();
    // The report has another number now, and the chart, draft and published, draws that one.
    const reports = await place
      .state(...SLUGS)
      .then((now) => (now as { reports: { name: string }[] }).reports);
    expect(reports.map(({ name }) => name).sort()).toEqual(["R", "S"]);
    const published = workbook("made")?.dashboardPublished?.widgets as { config: { reportId: number } }[];
    expect(published[0]?.config.reportId).toBe(widget?.config.reportId);
    expect(workbook("made")?.publishedDashboard?.reportSnapshots[0]?.reportId).toBe(widget?.config.reportId);
    expect((await place.planned()).changes.filter(({ action }) => action !== "stamp")).toEqual([]);
    expect(await place.wouldDo(second)).toEqual([]);
  });

  it("that somebody edited since is drift as well", async () => {
    const place = await open();
    place.declare(MORE);
    await place.run("apply", "--yes");
    const run = place.runs()[1] as string;
    place.sandbox.edit("made", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Edited" };
    });
    const refused = await place.run("rollback", run, "--yes", "--allow", "delete");
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("drift: made")]);
  });

  it("that carries the stamp of another report by now is nobody's, as it is in a plan", async () => {
    const place = await open();
    place.declare(MORE);
    await place.run("apply", "--yes");
    const run = place.runs()[1] as string;
    const { sandbox, env } = place;
    const headers = { authorization: `Bearer ${env.PLATFORM_API_KEY}`, "content-type": "application/json" };
    const base = `${sandbox.url}/api/v1/deployments/1/reports`;
    const { items } = (await (await fetch(base, { headers })).json()) as { items: WireReport[] };
    const { publicId, meta } = items.find(({ name }) => name === "S") as WireReport;
    const stamp = { ...(meta?.boardwright as JsonObject), publicId: "anotheranoth" };
    const body = JSON.stringify({ name: "S", meta: { boardwright: stamp } });
    await fetch(`${base}/by-public-id/${publicId}`, { method: "PUT", headers, body });
    const refused = await place.run("rollback", run, "--yes", "--allow", "delete");
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("adopt: report s")]);
  });

  it("that was made again by somebody else is left alone", async () => {
    const place = await open();
    place.declare({ workbooks: { ...FILES.workbooks, made: { name: "Made" } }, reports: FILES.reports });
    await place.run("apply", "--yes");
    const run = place.runs()[1] as string;
    const { sandbox, env } = place;
    const headers = { authorization: `Bearer ${env.PLATFORM_API_KEY}`, "content-type": "application/json" };
    const base = `${sandbox.url}/api/v1/deployments/1/workbooks`;
    await fetch(`${base}/${sandbox.workbook("made")?.id}`, { method: "DELETE", headers });
    await fetch(`${base}/by-slug/made`, { method: "PUT", headers, body: '{"name":"Theirs"}' });
    expect(await place.wouldDo(run)).toEqual([]);
  });
});

describe("a run that deleted something", () => {
  it("is put back by making it again, whole", async () => {
    const place = await open();
    const before = await place.state(...SLUGS);
    place.sandbox.edit("plain", (workbook) => {
      workbook.meta = { ...workbook.meta, mine: { a: 1 } };
    });
    place.sandbox.edit("old", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "not published yet" };
    });
    place.declare({ workbooks: {} });
    await place.ok("apply", "--yes", "--allow", "delete", "--prune");
    expect(place.sandbox.workbook("old")).toBeUndefined();
    const run = place.runs()[1] as string;
    await place.ok("rollback", run, "--yes");
    const { dashboardDraft, dashboardPublished, publishedDashboard } = place.sandbox.workbook("old") ?? {};
    expect([dashboardDraft?.title, dashboardPublished?.title]).toEqual(["not published yet", "r"]);
    const drawn = ((dashboardPublished?.widgets ?? []) as { config: { reportId: number } }[])[0]?.config
      .reportId;
    expect(publishedDashboard?.reportSnapshots.map(({ reportId }) => reportId)).toEqual([drawn]);
    expect(place.sandbox.workbook("plain")?.meta).toMatchObject({ team: "x", mine: { a: 1 } });
    expect((await place.state("old")) as object).toMatchObject({
      reports: (before as { reports: [] }).reports,
    });
    expect(await place.wouldDo(run)).toEqual([]);
    place.declare(FILES);
    const { changes } = await place.planned();
    const pending = changes
      .filter(({ action }) => action !== "stamp")
      .map(({ key, origin }) => [key, origin]);
    expect(pending).toEqual([["old", expect.anything()]]);
  });
});
