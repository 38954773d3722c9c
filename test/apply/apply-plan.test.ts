import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { applyPlan } from "../../src/apply/index.ts";
import type { Change, JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes, type WorldOptions } from "../support/world.ts";

const chart = (report: string): JsonObject => ({
  id: report,
  type: "CHART",
  position: [0, 0, 6, 4],
  config: { reportId: { $report: report } },
});
const FILES = {
  workbooks: {
    a: { folder: "Team", publish: true, dashboard: board("A", { widgets: [chart("r")] }) },
    b: { dashboard: board("B") },
  },
  reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
};

async function open(files: object = FILES, more: Partial<WorldOptions> = {}) {
  const world = await openWorld({ files: { "dashboards/all.yaml": stringify(files) }, ...more });
  const rewrite = (next: object) => world.write("dashboards/all.yaml", stringify(next));
  return { ...world, rewrite };
}

describe("an apply", () => {
  it("tells of each change when it is begun and when it is done, and of none that is only orphaned", async () => {
    const { plan, context, deploy, rewrite } = await open({ workbooks: { old: { name: "Old" } } });
    await deploy();
    rewrite(FILES);
    const made = await plan();
    expect(made.changes.map(({ action, key }) => `${action} ${key}`)).toContain("orphaned old");
    const told: string[] = [];
    await applyPlan(made, {
      ...(await context()),
      concurrency: 1,
      stop: new AbortController().signal,
      onStart: ({ key }) => told.push(`begin ${key}`),
      onResult: ({ key, status }) => told.push(`${status} ${key}`),
    });
    const order = ["Team", "r", "a", "b"];
    expect(told).toEqual(order.flatMap((key) => [`begin ${key}`, `applied ${key}`]));
  });

  it("counts what it wrote by what it did: creations, updates, publications, stamps, deletions", async () => {
    const { plan, apply, rewrite, sandbox } = await open();
    const first = await apply(await plan());
    expect(first.summary).toEqual({
      ...{ created: 4, updated: 0, published: 1, stamped: 0, deleted: 0 },
      ...{ unchanged: 0, failed: 0, skipped: 0 },
    });
    sandbox.edit("b", ({ meta }) => {
      delete meta.boardwright;
    });
    rewrite({
      workbooks: { a: { folder: "Team", publish: true, dashboard: board("A2") }, b: FILES.workbooks.b },
    });
    const second = await apply(await plan(undefined, { prune: true }));
    expect(second.summary).toEqual({
      ...{ created: 0, updated: 1, published: 1, stamped: 1, deleted: 1 },
      ...{ unchanged: 0, failed: 0, skipped: 0 },
    });
    expect((await apply(await plan())).summary).toMatchObject({ unchanged: 2, updated: 0, published: 0 });
  });

  it("does not count as published what was to be published and failed, or was not to be", async () => {
    const refuse: Hook = async (asked, forward) =>
      asked.path.endsWith("/publish") ? { status: 400, body: { error: "Paused" } } : forward();
    const { deploy } = await open(FILES, { proxy: refuse });
    const { summary, results } = await deploy();
    expect(results.map(({ key, status }) => `${key} ${status}`)).toContain("a failed");
    expect(summary).toMatchObject({ created: 3, published: 0, failed: 1 });
  });

  it("makes the workbook before the report in it, and the report before the dashboard that draws it", async () => {
    const { deploy, writes, sandbox } = await open();
    await deploy();
    const lines = writes().map((line) => line.replace(/\d+|reports\/.*/, "…"));
    // The empty workbook, claimed and stamped, and its report, claimed and written, and what that was answered; then both dashboards in any
    // order, and the publication.
    expect(lines.slice(0, 6)).toEqual(["POST folders", "PUT a", "PUT a", "PUT …", "PUT …", "PUT …"]);
    expect(new Set(lines.slice(6))).toEqual(new Set(["POST workbooks/…/publish", "PUT a", "PUT b"]));
    expect(sandbox.workbook("a")?.dashboardPublished).toMatchObject({ title: "A" });
  });

  it("deletes beside what waits for a review: that is done as far as it can be", async () => {
    const { plan, apply, deploy, rewrite, sandbox } = await open({
      workbooks: { a: FILES.workbooks.b, b: FILES.workbooks.b },
    });
    await deploy();
    sandbox.edit("a", (workbook) => Object.assign(workbook, { reviewRequired: true }));
    rewrite({ workbooks: { a: { publish: true, dashboard: board("A2") } } });
    expect(outcomes(await apply(await plan(undefined, { prune: true })))).toEqual([
      expect.stringMatching(/^a (awaiting-review|applied)$/),
      "b applied",
    ]);
    expect(sandbox.workbook("b")).toBeUndefined();
  });

  it("deletes no report after a workbook whose deletion failed", async () => {
    const asked: string[] = [];
    const refuse: Hook = async ({ method, path }, forward) => {
      if (method !== "DELETE") return forward();
      asked.push(path);
      return { status: 403, body: { error: "No" } };
    };
    const { plan, apply, deploy, rewrite } = await open(FILES, { proxy: refuse });
    await deploy();
    rewrite({ workbooks: { b: FILES.workbooks.b } });
    const made = await plan(undefined, { prune: true });
    expect(outcomes(await apply(made))).toEqual(["r skipped held-back", "a failed forbidden"]);
    expect(asked).toEqual([expect.stringContaining("/workbooks/")]);
  });

  it("that is stopped before it begins sends nothing, and says of each change that it was not begun", async () => {
    const { plan, apply, writes } = await open();
    const outcome = await apply(await plan(), { stop: AbortSignal.abort() });
    expect(outcome.interrupted).toBe(true);
    expect(new Set(outcomes(outcome).map((line) => line.split(" ").slice(1).join(" ")))).toEqual(
      new Set(["skipped interrupted"]),
    );
    expect(outcome.results.map(({ attempts, id }) => [attempts, id])).toEqual(
      outcome.results.map(() => [0, null]),
    );
    expect(writes()).toEqual([]);
  });

  it("whose report fails leaves out what draws it, by name, and makes the rest", async () => {
    const refuse: Hook = async (asked, forward) =>
      asked.path.includes("/reports/by-public-id/") ? { status: 400, body: { error: "No" } } : forward();
    const { plan, apply } = await open(FILES, { proxy: refuse });
    const outcome = await apply(await plan());
    expect(outcomes(outcome)).toEqual([
      "Team applied",
      "r failed bad-request",
      "a skipped missing-part",
      "b applied",
    ]);
    expect(outcome.results[2]?.error?.message).toBe("the report r could not be created");
  });

  it("whose folder cannot be made says so of what lies in it", async () => {
    const refuse: Hook = async (asked, forward) =>
      asked.method === "POST" ? { status: 403, body: { error: "No" } } : forward();
    const { deploy } = await open(FILES, { proxy: refuse });
    const said = Object.fromEntries((await deploy()).results.map(({ key, error }) => [key, error?.message]));
    expect(said.a).toBe("the folder Team could not be created");
    expect(said.r).toBe("the workbook a could not be created");
  });

  it("waits for no other report than the one that it draws", async () => {
    const { plan, apply } = await open();
    const made = await plan();
    const change = made.changes.find(({ key }) => key === "a") as Change;
    const outcome = await apply({ ...made, changes: [change] });
    expect(outcome.results).toMatchObject([{ status: "skipped", error: { code: "missing-part" } }]);
  });
});
