// What a planner has to read, and what one that has only a part of the work leaves to other shards and runs.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { type DeclaredReport, type LiveWorkbook, planFrom } from "../../src/plan/index.ts";
import { liveWorkbook } from "./support.ts";
import {
  applied,
  appliedReport,
  comparisonOf,
  declaredReports,
  planOf,
  SCOPE,
  shown,
  type World,
} from "./world.ts";

const ours = applied("old");
const foreign = {
  ...ours,
  meta: { boardwright: { ...(ours.meta.boardwright as JsonObject), project: "other" } },
};

describe("a comparison", () => {
  it("reads until it has seen all that is declared", () => {
    const comparison = comparisonOf({ entries: { a: { name: "a" }, b: { name: "b" } } });
    const isAnyMissing = () => comparison.missing().length > 0;
    const missing = ["a", "other", "b"].map((slug) => {
      const before = isAnyMissing();
      comparison.add(applied(slug));
      return before;
    });
    expect([...missing, isAnyMissing()]).toEqual([true, true, true, false]);
  });

  it("knows a folder by what the platform lists after a workbook was compared", () => {
    const folders = new Map<string, number>();
    const scope = { ...SCOPE, ignored: [], reports: new Map(), reportVersions: new Map(), folders };
    const entries = { a: { name: "a", folder: "X" }, b: { name: "New" } };
    const comparison = comparisonOf({ entries, more: { scope } });
    for (const slug of ["a", "b"]) comparison.add(applied(slug));
    folders.set("X", 31);
    const plan = planFrom(comparison);
    expect(shown(plan)).toEqual(["update workbook a", "update workbook b"]);
    expect(plan.changes.map(({ request }) => request?.folderId)).toEqual([31, undefined]);
    expect(plan.changes[1]?.request).not.toHaveProperty("folderId");
  });

  it("needs the drafts of what it compares, and of what it may delete", () => {
    const entries = { a: { name: "a" } };
    const needs = (prune: boolean) => {
      const comparison = comparisonOf({ entries, more: { prune } });
      return [applied("a"), { ...ours, slug: "a" }, ours, foreign].map((live) => comparison.needsDraft(live));
    };
    expect(needs(false)).toEqual([true, true, false, false]);
    expect(needs(true)).toEqual([true, true, true, false]);
  });

  it("needs to know whose a workbook is only to delete it, and only in its own shard", () => {
    const needs = (prune: boolean) => {
      const comparison = comparisonOf({ more: { prune, takes: (key) => key === "old" } });
      return [ours, applied("other")].map((live) => comparison.needsOwner(live));
    };
    expect(needs(true)).toEqual([true, false]);
    expect(needs(false)).toEqual([false, false]);
  });

  it("tells of a report that a run left there and that is gone", () => {
    const last = { id: 55, at: "2026-11-20T08:10:04.000Z" };
    const reports = { r: { name: "R" } };
    const kinds: string[] = [];
    const lastSeen: World["lastSeen"] = (kind, key) => {
      kinds.push(`${kind} ${key}`);
      return kind === "report" ? last : undefined;
    };
    const [gone] = planOf({ reports, lastSeen }).changes;
    expect(gone).toMatchObject({
      action: "create",
      origin: "live",
      reason: { code: "deleted", help: expect.stringContaining("remove it from the files") },
    });
    const live = appliedReport("r", { name: "Old" });
    const [there] = planOf({ reports, lastSeen, liveReports: [live] }).changes;
    expect([there?.action, there?.reason]).toEqual(["update", undefined]);
    expect(planOf({ reports, lastSeen: () => undefined }).changes[0]?.reason).toBeUndefined();
    expect(kinds).toEqual(["report r"]);
  });

  it("tells of a workbook that was left there and is gone", () => {
    const lastSeen: World["lastSeen"] = (kind) =>
      kind === "workbook" ? { id: 9, at: "2026-11-20T08:10:04.000Z" } : undefined;
    const plan = planOf({ entries: { a: { name: "a" } }, lastSeen });
    expect(plan.changes).toMatchObject([
      { action: "create", origin: "live", reason: { message: expect.stringContaining("id 9") } },
    ]);
  });
});

describe("work that was narrowed", () => {
  const near = { ...applied("near"), name: "Home", meta: {} };
  const reasonOf = (entries: Record<string, JsonObject>, more: World["more"]) =>
    planOf({ entries, live: [near], lastSeen: () => undefined, more }).changes.find(
      ({ key }) => key === "home",
    )?.reason?.code;
  const home = { home: { name: "home", dashboard: {} } };

  it("calls nothing alike that it did not select, or that is declared", () => {
    expect(reasonOf(home, {})).toBe("alike");
    expect(reasonOf(home, { orphans: false })).toBeUndefined();
    expect(reasonOf(home, { takes: (key) => key !== "near" })).toBeUndefined();
    expect(reasonOf({ ...home, near: { name: "near" } }, {})).toBeUndefined();
  });
});

describe("the share of the workbooks that change", () => {
  it("is of those that are ours", () => {
    const live = Array.from({ length: 10 }, (_, index) => applied(`w${index}`));
    const entries = Object.fromEntries(live.map(({ slug }) => [slug, { name: "New" }]));
    const codes = (workbooks: LiveWorkbook[]) =>
      new Set(
        planOf({ entries, live: workbooks }).changes.flatMap(({ hazards }) =>
          hazards.map(({ code }) => code),
        ),
      );
    expect([...codes(live)]).toEqual(["mass-change"]);
    const [first, ...others] = live as [LiveWorkbook, ...LiveWorkbook[]];
    expect([...codes([{ ...first, name: "By hand", meta: {} }, ...others])]).toEqual(["adopt"]);
    const theirs = { ...(first.meta.boardwright as JsonObject), project: "other" };
    expect([...codes([{ ...first, meta: { boardwright: theirs } }, ...others])]).toEqual(["takeover"]);
  });
});

describe("a plan that is told what earlier runs know", () => {
  const entries = { home: { name: "home", dashboard: { title: "T" } } };
  const reasonOf = (world: World) =>
    planOf({ entries, lastSeen: () => undefined, ...world }).changes.find(({ key }) => key === "home")
      ?.reason;

  it("finds what lost its slug", () => {
    const reasonFor = (known: World["lastSeen"]) => {
      const comparison = comparisonOf({ entries });
      comparison.index.addUnnamed({ ...applied("home"), id: 9 });
      return planFrom(comparison, { findLastSeen: known }).changes[0]?.reason?.message;
    };
    expect(reasonFor(() => undefined)).toBe("live without a slug, id 9: renamed or copied in the UI?");
    expect(reasonFor(undefined)).toBeUndefined();
  });

  it("finds what lost its slug and never had a stamp by its name", () => {
    const comparison = comparisonOf({ entries });
    comparison.index.addUnnamed(liveWorkbook("", { id: 9, name: "Home" }));
    expect(planFrom(comparison, { findLastSeen: () => undefined }).changes[0]?.reason?.code).toBe("alike");
  });

  it("goes by the reports that were applied to it, declared or not", () => {
    const live = appliedReport("r", { name: "R", workbook: "home" });
    expect(reasonOf({ liveReports: [live] })?.message).toContain("the report r was applied to it");
    const reports = { r: { name: "R", workbook: "home" }, s: { name: "S" } };
    expect(reasonOf({ liveReports: [live], reports })?.message).toContain("the report r was applied to it");
    expect(reasonOf({ reports })).toBeUndefined();
  });
});

describe("a shard", () => {
  const takes = (...keys: string[]) => ({ takes: (key: string) => keys.includes(key) });

  it("writes the report of another one if it has to, and never for its stamp alone", () => {
    const live = appliedReport("r", { name: "R" });
    const unstamped = { ...live, meta: {} };
    const planned = (name: string, more: World["more"], given = unstamped) =>
      shown(planOf({ reports: { r: { name } }, liveReports: [given], more }));
    expect(planned("R", takes("r"))).toEqual(["stamp report r"]);
    expect(planned("R", takes("other"))).toEqual([]);
    expect(planned("New", takes("other"))).toEqual(["update report r"]);
    expect(planned("New", takes("other"), live)).toEqual(["update report r"]);
    expect(planned("R", takes("r"), live)).toEqual([]);
  });

  it("counts the orphaned reports of its own workbooks, and those of none by their keys", () => {
    const found = (workbookId: number | null, more: World["more"]) => {
      const liveReports = [appliedReport("r", { name: "R" }, { workbookId })];
      return shown(planOf({ entries: { old: { name: "old" } }, live: [ours], liveReports, more })).filter(
        (text) => text.includes("report"),
      );
    };
    expect(found(ours.id, takes("old"))).toEqual(["orphaned report r"]);
    expect(found(ours.id, takes("r"))).toEqual([]);
    expect(found(null, takes("r"))).toEqual(["orphaned report r"]);
    expect(found(null, takes("old"))).toEqual([]);
    expect(found(999, takes("r"))).toEqual(["orphaned report r"]);
    expect(found(ours.id, { orphans: false })).toEqual([]);
  });

  it("knows the reports of others: none of theirs is an orphan, and no workbook of theirs is deleted", () => {
    const report = appliedReport("r", { name: "R", workbook: "old" });
    const [declared] = declaredReports({ r: { name: "R", workbook: "old" } });
    const allReports = [{ declared: declared as DeclaredReport, live: report }];
    const found = (more: World["more"]) =>
      shown(
        planOf({ live: [ours], liveReports: [report], more: { ...takes("old", "r"), prune: true, ...more } }),
      );
    expect(found({ allReports, otherReports: [] })).toEqual(["orphaned workbook old"]);
    expect(found({ otherReports: [] })).toEqual(["delete workbook old"]);
  });

  it("leaves it to another one to give a report to its workbook", () => {
    const entry = { name: "R", workbook: "old" };
    const workbookOf = (live: LiveWorkbook[], more: World["more"]) =>
      planOf({ reports: { r: entry }, live, more }).changes.find(({ kind }) => kind === "report")?.request;
    expect(workbookOf([], takes("r"))).not.toHaveProperty("workbookId");
    expect(workbookOf([ours], takes("r"))?.workbookId).toBe(ours.id);
    expect(planOf({ reports: { r: entry }, more: takes("old") }).diagnostics).toMatchObject([
      { rule: "report-workbook-missing" },
    ]);
  });

  it("takes no notice of the workbooks of others", () => {
    const plan = planOf({ live: [ours, applied("more")], more: takes("more") });
    expect(shown(plan)).toEqual(["orphaned workbook more"]);
  });
});
