// The plan as a whole: folders, references that nothing answers to, orphans, what is published again, order and counts.
import { describe, expect, it } from "vitest";
import type { Change, JsonObject, Plan } from "../../src/model/index.ts";
import {
  asShell,
  type LiveReport,
  type LiveWorkbook,
  reportsOfShard,
  shardOf,
} from "../../src/plan/index.ts";
import { reportShardKey } from "../../src/plan/planner/shard.ts";
import { folderText } from "../../src/report/text/folder-text.ts";
import { afterUpsert, liveWorkbook } from "./support.ts";
import {
  applied,
  appliedReport,
  CHART,
  declaredReports,
  find,
  planOf,
  rules,
  shown,
  type World,
} from "./world.ts";

describe("folders", () => {
  it("that are missing are made, parents first and each once", () => {
    const plan = planOf({ entries: { a: { folder: "X/Y" }, b: { folder: "X/Z" } }, folders: {} });
    expect(shown(plan)).toEqual([
      "create folder X",
      "create folder X/Y",
      "create folder X/Z",
      "create workbook a",
      "create workbook b",
    ]);
    expect(plan.changes.map(({ request }) => request?.parentId)).toEqual([
      undefined,
      { $folder: "X" },
      { $folder: "X" },
      undefined,
      undefined,
    ]);
  });

  it("that are known are ids, also those that a workbook told of later", () => {
    const folders = new Map([["X", 31]]);
    const world: World = { entries: { a: { folder: "X/Y" } }, more: {} };
    const plan = planOf({ ...world, folders: Object.fromEntries(folders) });
    expect(plan.changes[0]?.request).toEqual({ name: "Y", parentId: 31 });
    expect(find(planOf({ ...world, folders: { X: 31, "X/Y": 32 } }), "workbook")?.request?.folderId).toBe(32);
  });

  it("are called by their paths where files name them by id, in what is created and in what moves", () => {
    const world: World = { entries: { a: { folderId: 32 } }, folders: { X: 31, "X/Y": 32 } };
    const created = find(planOf(world), "workbook");
    expect([created?.folder, created?.request?.folderId]).toEqual([{ id: 32, path: ["X", "Y"] }, 32]);
    const there = liveWorkbook("a", { name: "A", folderId: 31, folderPath: ["X"] });
    const moved = find(planOf({ ...world, live: [there] }), "workbook");
    expect(moved?.fields).toMatchObject([{ path: "folder", before: ["X"], after: ["X", "Y"] }]);
    expect(folderText(created?.folder ?? null)).toBe("X/Y");
    expect(find(planOf({ ...world, folders: {} }), "workbook")?.folder).toEqual({ id: 32 });
  });

  it("below others that are made go by all of their names", () => {
    const { changes } = planOf({ entries: { a: { folder: "X/Y/Z" } }, folders: { X: 31 } });
    expect(changes.map(({ title: name, request }) => [name, request?.parentId])).toEqual([
      ["Y", 31],
      ["Z", { $folder: "X/Y" }],
      ["a", undefined],
    ]);
  });

  it("that are known need no parents that are", () => {
    expect(shown(planOf({ entries: { a: { folder: "X/Y" } }, folders: { "X/Y": 32 } }))).toEqual([
      "create workbook a",
    ]);
  });

  it("that the deployment cannot make leave their workbooks out", () => {
    const plan = planOf({ entries: { a: { folder: "X" }, b: { name: "B" } }, can: { folders: false } });
    expect(shown(plan)).toEqual(["create workbook b"]);
    expect(plan.diagnostics).toMatchObject([
      { rule: "folder-unknown", severity: "error", slug: "a", file: "dashboards/a.yaml", line: 2 },
    ]);
  });

  it("are made for nothing that is left out", () => {
    const plan = planOf({ entries: { a: { folder: "X", dashboard: CHART } } });
    expect(shown(plan)).toEqual([]);
    expect(rules(plan)).toEqual(["error report-missing"]);
  });
});

describe("references", () => {
  it("to a report of the plan wait for it, to a live one are its number", () => {
    const made = planOf({ entries: { a: { dashboard: CHART } }, reports: { "by-month": { name: "R" } } });
    expect(shown(made)).toEqual(["create report by-month", "create workbook a"]);
    const live = appliedReport("by-month", { name: "R" });
    const there = planOf({
      entries: { a: { dashboard: CHART } },
      reports: { "by-month": { name: "R" } },
      liveReports: [live],
    });
    expect(shown(there)).toEqual(["create workbook a"]);
    expect(JSON.stringify(there.changes[0]?.request)).toContain('"reportId":55');
  });

  it("to a report that cannot be written leave its workbook out, and what belongs to that", () => {
    const reports = { "by-month": { name: "R" }, other: { name: "O", workbook: "a" } };
    const plan = planOf({ entries: { a: { dashboard: CHART } }, reports, can: { reports: false } });
    expect(shown(plan)).toEqual([]);
    expect(rules(plan).sort()).toEqual([
      "error report-missing",
      "error report-unsupported",
      "error report-unsupported",
    ]);
    const inTurn = planOf({
      entries: { a: { dashboard: CHART } },
      reports: { other: { name: "O", workbook: "a" } },
    });
    expect(shown(inTurn)).toEqual([]);
    expect(rules(inTurn).sort()).toEqual(["error report-missing", "error report-workbook-missing"]);
  });

  it("leave out everything down a chain, and find nothing in a report that is an orphan", () => {
    const drawing = (key: string): JsonObject => ({ dashboard: { chart: { $report: key } } });
    const reports = { one: { name: "1", workbook: "a" }, two: { name: "2", workbook: "b" } };
    const chain = planOf({
      entries: { a: { dashboard: CHART }, b: drawing("one"), c: drawing("two") },
      reports,
    });
    expect(shown(chain)).toEqual([]);
    const orphan = appliedReport("by-month", { name: "R" });
    expect(shown(planOf({ entries: { a: { dashboard: CHART } }, liveReports: [orphan] }))).toEqual([
      "orphaned report by-month",
    ]);
  });

  it("of a report to its workbook are a number, a symbol, or nothing", () => {
    const requestOf = (world: World) =>
      find(planOf({ reports: { r: { name: "R", workbook: "a" } }, ...world }), "report")?.request;
    expect(requestOf({ entries: { a: { name: "A" } } })?.workbookId).toEqual({ $workbook: "a" });
    const home = applied("a");
    expect(requestOf({ live: [home], entries: { a: { name: "a" } } })?.workbookId).toBe(home.id);
    expect(requestOf({})).toBeUndefined();
  });
});

describe("orphans", () => {
  const gone = applied("gone", { name: "gone", folder: "/", dashboard: { title: "T" } });
  const edited = { ...gone, draft: { title: "Mine" } };
  const deletions = (plan: Plan) =>
    plan.changes.map(({ action, origin, hazards }) => [action, origin, ...hazards.map(({ code }) => code)]);

  it("are listed, and deleted only where that was asked for", () => {
    expect(deletions(planOf({ live: [gone] }))).toEqual([["orphaned", "git"]]);
    expect(deletions(planOf({ live: [gone], more: { prune: true } }))).toEqual([["delete", "git", "delete"]]);
    expect(planOf({ live: [gone], more: { prune: true } }).changes[0]?.hazards[0]?.message).toBe(
      "managed by this project, no longer declared: it would be deleted",
    );
    expect(planOf({ live: [gone] }).summary).toMatchObject({ orphaned: 1, delete: 0 });
    expect(planOf({ live: [gone], more: { orphans: false } }).changes).toEqual([]);
  });

  it("are none where nobody, another project or a preview owns them", () => {
    const stamp = gone.meta.boardwright as JsonObject;
    const as = (given: JsonObject): LiveWorkbook => ({
      ...gone,
      meta: { boardwright: { ...stamp, ...given } },
    });
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    for (const live of [
      { ...gone, meta: {} },
      as({ project: "other" }),
      as({ of: "1/copied" }),
      as({ of: "2/gone" }),
      as({ preview }),
    ])
      expect(planOf({ live: [live], more: { prune: true } }).changes).toEqual([]);
  });

  it("that were edited say so before they go", () => {
    const [change] = planOf({ live: [edited], more: { prune: true } }).changes;
    expect(change?.origin).toBe("both");
    expect(change?.hazards[0]?.message).toMatch(/edits made outside Git/);
    const moved = planOf({ live: [{ ...gone, folderId: 9, folderPath: ["Moved"] }], more: { prune: true } });
    expect(moved.changes[0]?.origin).toBe("git");
  });

  it("stay where the deployment cannot delete them, or a declared report needs them", () => {
    const cannot = planOf({
      live: [gone],
      more: { prune: true },
      can: { delete: { workbooks: false, reports: true } },
    });
    expect([...shown(cannot), ...rules(cannot)]).toEqual([
      "orphaned workbook gone",
      "warning prune-unsupported",
    ]);
    const reports = { r: { name: "R", workbook: "gone" } };
    const needed = planOf({ live: [gone], reports, more: { prune: true } });
    expect([...shown(needed), ...rules(needed)]).toEqual([
      "create report r",
      "orphaned workbook gone",
      "warning prune-needed",
    ]);
  });

  it("of reports are told by their stamp and publicId", () => {
    const report = appliedReport("old", { name: "Old" });
    const pruned = (live: LiveReport, reports: Record<string, JsonObject> = {}) => {
      const plan = planOf({ liveReports: [live], reports, more: { prune: true } });
      return [...shown(plan), ...rules(plan)];
    };
    const stamp = report.meta.boardwright as JsonObject;
    const { publicId: _publicId, ...older } = stamp;
    expect(pruned(report)).toEqual(["delete report old"]);
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    expect(pruned({ ...report, meta: { boardwright: { ...stamp, preview } } })).toEqual([]);
    expect(pruned({ ...report, publicId: "CopyCopyCopy" })).toEqual([]);
    expect(pruned({ ...report, meta: { boardwright: { ...stamp, project: "other" } } })).toEqual([]);
    expect(pruned({ ...report, meta: { boardwright: { ...stamp, of: "2/old" } } })).toEqual([]);
    expect(pruned({ ...report, meta: { boardwright: older } })).toEqual([
      "orphaned report old",
      "warning prune-uncertain",
    ]);
    const replaced = { old: { name: "Old", publicId: "NewNewNewNew" } };
    expect(pruned(report, replaced)).toEqual(["create report old", "delete report old"]);
    expect(pruned({ ...report, meta: { boardwright: older } }, replaced)).toEqual(["create report old"]);
  });

  it("of reports are none without a stamp, and go as what they are", () => {
    const report = appliedReport("old", { name: "Old" });
    const pruned = (live: LiveReport, reports: Record<string, JsonObject> = {}) =>
      planOf({ liveReports: [live], reports, more: { prune: true } }).changes.find(
        ({ action }) => action === "delete",
      );
    expect(pruned({ ...report, meta: {} })).toBeUndefined();
    expect(pruned(report)).toMatchObject({
      origin: "git",
      hazards: [
        { code: "delete", message: "managed by this project, no longer declared: it would be deleted" },
      ],
    });
    const replaced = pruned(report, { old: { name: "Old", publicId: "NewNewNewNew" } });
    expect(replaced?.hazards[0]?.message).toBe(
      `managed by this project, its key is now declared with another publicId: ${report.publicId} would be deleted`,
    );
  });

  it("of reports that are kept keep no others that have the same number as a workbook", () => {
    const old = appliedReport("old", { name: "Old" }, { id: gone.id });
    const { publicId: _, ...older } = old.meta.boardwright as JsonObject;
    const copy = { ...old, meta: { boardwright: older } };
    const resident = appliedReport("there", { name: "There" }, { id: 77, workbookId: gone.id });
    const plan = planOf({ live: [gone], liveReports: [copy, resident], more: { prune: true } });
    expect(shown(plan)).toEqual(["orphaned report old", "delete report there", "delete workbook gone"]);
    expect(plan.diagnostics).toMatchObject([
      {
        rule: "prune-uncertain",
        message: expect.stringMatching(/^the report old is kept: .*copy/),
        help: expect.stringContaining("Delete on the platform"),
      },
    ]);
  });

  it("of reports stay with a workbook that stays", () => {
    const report = appliedReport("old", { name: "Old" }, { workbookId: gone.id });
    const can = { delete: { workbooks: false, reports: true } };
    const plan = planOf({ live: [gone], liveReports: [report], can, more: { prune: true } });
    expect(shown(plan)).toEqual(["orphaned report old", "orphaned workbook gone"]);
    expect(rules(plan)).toEqual(["warning prune-needed", "warning prune-unsupported"]);
  });
});

describe("a plan", () => {
  it("is in one order, and counts by action", () => {
    const plan = planOf({
      entries: { z: { name: "Z" }, b: { name: "B", folder: "F" }, same: { name: "same" } },
      reports: { r: { name: "R" } },
      live: [applied("same"), applied("y"), applied("x")],
    });
    expect(shown(plan)).toEqual([
      "create folder F",
      "create report r",
      "create workbook b",
      "orphaned workbook x",
      "orphaned workbook y",
      "create workbook z",
    ]);
    expect(plan.summary).toEqual({
      create: 4,
      update: 0,
      publish: 0,
      stamp: 0,
      delete: 0,
      unchanged: 1,
      orphaned: 2,
    });
  });

  it("takes the first of two workbooks with one slug", () => {
    const plan = planOf({
      entries: { a: { name: "a" } },
      live: [applied("a"), { ...applied("a"), name: "Twin" }],
    });
    expect(plan.changes).toEqual([]);
  });

  it("counts no empty workbook of an earlier run as managed, nor as changed", () => {
    const live = Array.from({ length: 10 }, (_, index) => applied(`w${index}`));
    const entries = (count: number) =>
      Object.fromEntries(live.map(({ slug }, index) => [slug, { name: index < count ? "New" : slug }]));
    const codes = planOf({ entries: entries(6), live }).changes.flatMap(({ hazards }) =>
      hazards.map(({ code }) => code),
    );
    expect(codes).toEqual(Array(6).fill("mass-change"));
    const create = planOf({ entries: { shell: { name: "New", dashboard: {} } } }).changes[0] as Change;
    const shell = { ...afterUpsert("shell", asShell(create).request as JsonObject), draft: undefined };
    const hazardsOf = (count: number, workbooks: LiveWorkbook[]) =>
      planOf({
        entries: { ...entries(count), shell: { name: "New", dashboard: { title: "T" } } },
        live: [shell, ...workbooks],
      }).changes.flatMap(({ hazards }) => hazards);
    expect(hazardsOf(5, live)).toEqual([]);
    expect(hazardsOf(9, live.slice(0, 9))).toEqual([]);
  });
});

describe("a shard", () => {
  const pairs = declaredReports({
    own: { name: "O" },
    drawn: { name: "D" },
    homed: { name: "H", workbook: "Rev Overview" },
  }).map((declared) => ({ declared, live: undefined as LiveReport | undefined }));
  const keysOf = (
    index: number,
    workbooks: { publish: boolean; references: readonly string[] }[],
    live = false,
  ) =>
    reportsOfShard(
      pairs.map((pair) => ({ ...pair, live: live ? appliedReport(pair.declared.key, {}) : undefined })),
      workbooks,
      { index, count: 64 },
    )
      .map(({ declared }) => declared.key)
      .sort();

  it("writes its own reports, those that it draws and are missing, and those that it is about to freeze", () => {
    const elsewhere = 1 + (shardOf("drawn", 64) % 64);
    const mine = keysOf(elsewhere, []);
    expect(mine).not.toContain("drawn");
    expect(keysOf(shardOf("drawn", 64), [])).toContain("drawn");
    expect(keysOf(elsewhere, [{ publish: false, references: ["drawn"] }])).toContain("drawn");
    expect(keysOf(elsewhere, [{ publish: false, references: ["drawn"] }], true)).not.toContain("drawn");
    expect(keysOf(elsewhere, [{ publish: true, references: ["drawn"] }], true)).toContain("drawn");
  });

  it("of a report is that of its workbook, as its slug is written", () => {
    expect(reportShardKey("homed", "rev")).toBe("rev");
    expect(reportShardKey("homed", undefined)).toBe("homed");
    expect(reportsOfShard(pairs, [], undefined)).toHaveLength(3);
  });
});
