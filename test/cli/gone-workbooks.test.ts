// A declared workbook that is not live: what plan, drift and pull say of it, from records of runs, stamps of reports and what is live.
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { openGone } from "./gone-place.ts";

describe("a workbook that was deleted on the platform", () => {
  it("is said to be by plan and drift, which exits 2; a run of ours that deleted it is no such thing", async () => {
    const { run, planned, remove, runName } = await openGone();
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

    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await run("drift")).code).toBe(0);
    // The last apply created it, and this takes it back.
    expect((await run("rollback", await runName(), "--yes", "--allow", "delete")).code).toBe(0);
    const [again] = await planned();
    expect(again).toMatchObject({ key: "stock", origin: "git", reason: { code: "deleted-by-run" } });
    expect((await run("drift")).code).toBe(0);
  });

  it("is not said of what a rollback of ours deleted, though a report still says that it was there", async () => {
    const { run, planned, runName } = await openGone();
    const first = await runName();
    const undone = await run("rollback", first, "--only", "orders", "--yes", "--allow", "delete");
    expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    const changes = await planned();
    expect(changes).toMatchObject([
      { key: "ra", action: "update", origin: "git", fields: [{ path: "workbook", origin: "git" }] },
      { key: "orders", action: "create", origin: "git", reason: { code: "deleted-by-run" } },
    ]);
    const plan = (await run("plan")).stdout;
    expect(plan).toContain(`deleted by the rollback of ${first}`);
    expect(plan).not.toContain("in the UI");
    expect(plan).not.toContain("on the platform");
    expect((await run("drift")).code).toBe(0);
    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await run("plan", "--detailed-exitcode")).code).toBe(0);
  });

  it("is not said of a report that an apply of ours deleted", async () => {
    const { run, planned, rewrite } = await openGone();
    rewrite((files) => {
      files.workbooks.orders.dashboard.widgets = [];
      Object.assign(files, { reports: {} });
    });
    const pruned = await run("apply", "--yes", "--prune", "--allow", "delete");
    expect(pruned.code, pruned.stdout + pruned.stderr).toBe(0);
    rewrite(() => {});
    const report = (await planned()).find(({ key }) => key === "ra");
    expect(report).toMatchObject({ action: "create", origin: "git", reason: { code: "deleted-by-run" } });
    expect(report?.reason?.message).toMatch(/^deleted by the apply \d{4}-/);
    expect((await run("drift")).code).toBe(0);
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
    const { run, planned, remove, file } = await openGone();
    const before = file();
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
    const pull = await run("pull");
    expect(pull.code).toBe(0);
    expect(file()).toBe(before);
    expect(pull.stdout).toContain("deleted on the platform");
    expect(pull.stdout).toContain("`boardwright apply` creates it again");
    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await run("plan", "--detailed-exitcode")).code).toBe(0);
  });

  it("is one to create where nothing knows better: no record, no report", async () => {
    const { run, planned, remove, forget } = await openGone();
    await remove("stock");
    forget();
    expect(await planned()).toMatchObject([{ key: "stock", action: "create", origin: "git" }]);
    expect((await run("drift")).code).toBe(0);
  });

  it("is not known by the record of a run on another deployment", async () => {
    const { planned, remove, records } = await openGone();
    await remove("stock");
    const [file = ""] = records();
    writeFileSync(file, readFileSync(file, "utf8").replace('"deploymentId": 1', '"deploymentId": 2'));
    expect(await planned()).toMatchObject([{ key: "stock", origin: "git" }]);
  });

  it("is said of a report too", async () => {
    const { run, planned, removeReport, forget } = await openGone();
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
    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await run("plan", "--detailed-exitcode")).code).toBe(0);
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
    const { planned, rewrite } = await openGone();
    rewrite((files) => {
      const [chart] = files.workbooks.orders.dashboard.widgets;
      Object.assign(chart ?? {}, { config: { reportId: { $report: "rb" } } });
      files.reports = { ...files.reports, rb: { ...files.reports.ra, name: "RB" } };
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
    const { run, planned, rename, forget } = await openGone();
    const id = await rename("stock", { slug: "stock-2026" });
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
    const { run, planned, rename, forget } = await openGone();
    await rename("stock", { slug: "stock-2026", meta: {} });
    forget();
    expect(await planned()).toMatchObject([{ key: "stock", origin: "git", reason: { code: "alike" } }]);
    expect((await run("plan")).stdout).toContain("has the same name as stock-2026");
    expect((await run("drift")).code).toBe(0);
  });
});
