// A declared workbook that is not live: what plan, drift and pull say of it, from records of runs, stamps of reports and what is live.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { type Content, openWorld } from "../support/world.ts";

const chart = (id: string, x: number, config: object = {}) => ({
  ...{ id, type: "CHART", position: { x, y: 0, w: 3, h: 4 } },
  config,
});
const BOARD = { title: "Stock", widgets: [chart("a", 0), chart("b", 3), chart("c", 6), chart("d", 9)] };
const FILES: Content = {
  workbooks: {
    orders: {
      name: "Orders",
      dashboard: { title: "Orders", widgets: [chart("open", 0, { reportId: { $report: "ra" } })] },
    },
    stock: { name: "Stock", dashboard: BOARD },
  },
  reports: { ra: { name: "RA", workbook: "orders", query: { measures: ["orders.count"] } } },
};

async function openGone() {
  const world = await openWorld({ ...FILES, applied: true });
  return {
    ...world,
    planned: async () => (await world.planned()).changes,
    lastRun: () => world.runs().at(-1) ?? "",
    async removeReport() {
      const [report] = await world.reports();
      await world.send("DELETE", `reports/${report?.id}`);
    },
    async edit(slug: string, body: object) {
      const id = world.sandbox.workbook(slug)?.id;
      await world.send("PUT", `workbooks/${id}`, body);
      return id;
    },
  };
}

describe("a workbook that was deleted on the platform", () => {
  it("is said to be by plan and drift, which exits 2; a run of ours that deleted it is no such thing", async () => {
    const { run, ok, planned, remove, lastRun } = await openGone();
    await remove("stock");
    expect(await planned()).toMatchObject([
      { key: "stock", action: "create", origin: "live", reason: { code: "deleted" } },
    ]);
    const plan = await run("plan");
    expect(plan.stdout).toContain("+ stock  Stock");
    expect(plan.stdout).toMatch(
      /deleted on the platform: it was live, with the id \d+, after the apply of \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
    );
    const drift = await run("drift");
    expect(drift.code).toBe(2);
    expect(drift.stdout).toMatch(/ {2}- stock/);
    expect(drift.stdout).not.toContain("new workbook");
    expect(drift.stdout).toContain("1 workbook was deleted outside Git. 1 workbook is as last applied.");
    const json = JSON.parse((await run("drift", "--json")).stdout) as Plan;
    expect(json.summary).toMatchObject({ create: 1, update: 0, unchanged: 1 });
    expect(json.changes[0]).not.toHaveProperty("request");
    expect((await run("drift", "--format", "markdown")).stdout).toContain("deleted on the platform");

    await ok("apply", "--yes");
    await ok("drift");
    // The last apply created it, and this takes it back.
    await ok("rollback", lastRun(), "--yes", "--allow", "delete");
    const [again] = await planned();
    expect(again).toMatchObject({ key: "stock", origin: "git", reason: { code: "deleted-by-run" } });
    await ok("drift");
  });

  it("is not said of what a rollback of ours deleted, though a report still says that it was there", async () => {
    const { run, ok, planned, lastRun } = await openGone();
    const first = lastRun();
    await ok("rollback", first, "--only", "orders", "--yes", "--allow", "delete");
    const changes = await planned();
    expect(changes).toMatchObject([
      { key: "ra", action: "update", origin: "git", fields: [{ path: "workbook", origin: "git" }] },
      { key: "orders", action: "create", origin: "git", reason: { code: "deleted-by-run" } },
    ]);
    const plan = (await run("plan")).stdout;
    expect(plan).toContain(`deleted by the rollback of ${first}`);
    expect(plan).not.toContain("in the UI");
    expect(plan).not.toContain("on the platform");
    await ok("drift");
    await ok("apply", "--yes");
    await ok("plan", "--detailed-exitcode");
  });

  it("is not said of a report that an apply of ours deleted", async () => {
    const { ok, planned, declare } = await openGone();
    declare((files) => {
      files.workbooks.orders.dashboard.widgets = [];
      files.reports = {};
    });
    await ok("apply", "--yes", "--prune", "--allow", "delete");
    declare(FILES);
    const report = (await planned()).find(({ key }) => key === "ra");
    expect(report).toMatchObject({ action: "create", origin: "git", reason: { code: "deleted-by-run" } });
    expect(report?.reason?.message).toMatch(/^deleted by the apply \d{4}-/);
    await ok("drift");
  });

  it("is known by the stamp of its report where there is no record", async () => {
    const { run, planned, remove, forget } = await openGone();
    await remove("orders");
    forget();
    const changes = await planned();
    expect(changes.find(({ key }) => key === "orders")?.reason?.message).toContain(
      "the report ra was applied to it",
    );
    expect((await run("drift")).code).toBe(2);
  });

  it("takes no hazard to come back with its report, and a pull leaves the report as it is, and says what to do", async () => {
    const { run, ok, planned, remove, read } = await openGone();
    const before = read("dashboards/all.yaml");
    await remove("orders");
    const changes = await planned();
    expect(changes.flatMap(({ hazards }) => hazards)).toEqual([]);
    expect(changes.find(({ kind }) => kind === "report")).toMatchObject({
      key: "ra",
      action: "update",
      origin: "live",
      reason: { code: "deleted", message: "its workbook orders was deleted on the platform" },
      fields: [{ path: "workbook", origin: "live" }],
    });
    expect((await run("drift")).stdout).not.toContain("ra");
    const shown = (await run("plan")).stdout;
    expect(shown).toMatch(/report {2}workbook {2}orders, which is made again$/m);
    expect(shown).not.toContain("discards");
    const pull = await ok("pull");
    expect(read("dashboards/all.yaml")).toBe(before);
    expect(pull.stdout).toContain("deleted on the platform");
    expect(pull.stdout).toContain("`boardwright apply` creates it again");
    await ok("apply", "--yes");
    await ok("plan", "--detailed-exitcode");
  });

  it("is one to create where nothing knows better: no record, no report", async () => {
    const { ok, planned, remove, forget } = await openGone();
    await remove("stock");
    forget();
    expect(await planned()).toMatchObject([{ key: "stock", action: "create", origin: "git" }]);
    await ok("drift");
  });

  it("is not known by the record of a run on another deployment", async () => {
    const { planned, remove, lastRun, read, write } = await openGone();
    await remove("stock");
    const record = `.boardwright/backups/${lastRun()}/run.json`;
    write(record, read(record).replace('"deploymentId": 1', '"deploymentId": 2'));
    expect(await planned()).toMatchObject([{ key: "stock", origin: "git" }]);
  });

  it("is said of a report too", async () => {
    const { run, ok, planned, removeReport, forget } = await openGone();
    await removeReport();
    const told = [
      { key: "ra", action: "create", origin: "live", reason: { code: "deleted" } },
      {
        key: "orders",
        action: "update",
        origin: "live",
        hazards: [],
        fields: [{ path: "dashboard.widgets[open].config.reportId", origin: "live" }],
        reason: { code: "deleted", message: "draws the report ra, deleted on the platform" },
      },
    ];
    expect(await planned()).toMatchObject(told);
    expect((await run("drift")).stdout).toContain("1 report was deleted outside Git");
    const shown = (await run("plan")).stdout;
    expect(shown).toMatch(/RA \(widget open\) {2}reportId {2}the report ra, which is made again$/m);
    expect(shown).not.toContain("discards");
    expect((await run("pull")).stdout).not.toContain("orders");
    forget();
    expect(await planned()).toMatchObject(told);
    expect((await run("plan")).stdout).toMatch(/the workbook orders still draws it, id \d+/);
    expect((await run("drift")).code).toBe(2);
    await ok("apply", "--yes");
    await ok("plan", "--detailed-exitcode");
  });

  it("hides no edit that somebody made in the same workbook", async () => {
    const { sandbox, run, removeReport } = await openGone();
    await removeReport();
    sandbox.edit("orders", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, title: "Edited" };
    });
    const shown = (await run("plan")).stdout;
    expect(shown).toMatch(/title {5}Edited → Orders {4}discards an edit made in the UI$/m);
    expect(shown).toContain("which is made again");
    const drift = (await run("drift")).stdout;
    expect(drift).toContain("Orders → Edited");
    expect(drift).not.toContain("reportId");
  });

  it("is none if the file draws another report from now on", async () => {
    const { planned, declare } = await openGone();
    declare(({ workbooks, reports }) => {
      workbooks.orders.dashboard.widgets[0].config = { reportId: { $report: "rb" } };
      reports.rb = { ...reports.ra, name: "RB" };
    });
    const [rb, orders] = await planned();
    expect([rb, orders]).toMatchObject([
      { key: "rb", action: "create", origin: "git" },
      { key: "orders", action: "update", origin: "git", fields: [{ origin: "git" }] },
    ]);
    expect([rb, orders].map((change) => change?.reason)).toEqual([undefined, undefined]);
  });
});

describe("a workbook whose slug was changed on the platform", () => {
  it("is said to be live under the other one, with and without a record", async () => {
    const { run, planned, edit, forget } = await openGone();
    const id = await edit("stock", { slug: "stock-2026" });
    expect(await planned()).toMatchObject([{ key: "stock", origin: "live", reason: { code: "renamed" } }]);
    const plan = await run("plan");
    expect(plan.stdout).toContain(`live as stock-2026, id ${id}: renamed in the UI?`);
    expect(plan.stdout).toContain("create a second workbook");
    const drift = await run("drift");
    expect(drift.code).toBe(2);
    expect(drift.stdout).toContain("1 workbook was renamed outside Git");
    expect((await run("pull", "--dry-run")).stdout).toMatch(/stock → +stock-2026/);
    forget();
    expect((await run("plan")).stdout).toContain(
      `live as stock-2026, id ${id}: renamed or copied in the UI?`,
    );
  });

  it("is said to have lost it, if it has none any more", async () => {
    const { planned, sandbox } = await openGone();
    sandbox.edit("stock", (workbook) => {
      workbook.slug = null;
    });
    const [change] = await planned();
    expect(change).toMatchObject({ key: "stock", origin: "live", reason: { code: "renamed" } });
    expect(change?.reason?.message).toContain("live without a slug");
  });

  it("is known by its name if the stamp is gone as well, but then it is a guess and no drift", async () => {
    const { run, ok, planned, edit, forget } = await openGone();
    await edit("stock", { slug: "stock-2026", meta: {} });
    forget();
    expect(await planned()).toMatchObject([{ key: "stock", origin: "git", reason: { code: "alike" } }]);
    expect((await run("plan")).stdout).toContain("has the same name as stock-2026");
    await ok("drift");
  });
});
