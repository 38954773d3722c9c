// How much of a workbook or report a change manages: a rollback restores that and no more.
import { describe, expect, it } from "vitest";
import type { Change, JsonObject } from "../../src/model/index.ts";
import { managedParts } from "../../src/plan/index.ts";
import { planOf } from "./support.ts";
import { appliedReport, planOf as planOfReports } from "./world.ts";

describe("what a change manages", () => {
  const parts = (entry: JsonObject) =>
    managedParts(planOf({ entries: { rev: entry }, live: [] }).changes.at(-1) as Change);

  it("is what its files declare of it", () => {
    expect(parts({ dashboard: { title: "T" } })).toEqual({ fields: ["dashboard"], meta: [] });
    expect(parts({ name: "N", folder: "/", meta: { b: 1, a: 1 } })).toEqual({
      fields: ["name", "folder"],
      meta: ["a", "b"],
    });
    expect(parts({ folderId: 7 })).toEqual({ fields: ["folderId"], meta: [] });
  });

  it("is nothing of a folder, a stamp or a publication", () => {
    const change = planOf({ entries: { rev: { folder: "A" } }, live: [] }).changes[0] as Change;
    expect(managedParts(change)).toBeUndefined();
    expect(managedParts({ ...change, kind: "workbook", action: "stamp" })).toBeUndefined();
    expect(
      managedParts({ ...change, kind: "workbook", request: { meta: { boardwright: {} } } }),
    ).toBeUndefined();
  });

  it("holds what is sent as null", () => {
    const change = {
      kind: "report",
      action: "update",
      request: { title: null, jsonQuery: null, meta: { a: null } },
    };
    expect(managedParts(change as unknown as Change)).toEqual({ fields: ["title", "query"], meta: ["a"] });
  });

  it("is every field of a report that is sent", () => {
    const all = {
      name: "N",
      title: "T",
      query: { limit: 1 },
      sqlQuery: "select 1",
      pivotItems: { a: 1 },
      workbook: "home",
    };
    const { changes } = planOfReports({ reports: { r: all }, entries: { home: { name: "H" } } });
    const change = changes.find(({ kind }) => kind === "report") as Change;
    expect(managedParts(change)).toEqual({ fields: Object.keys(all), meta: [] });
  });

  it("is the same of a plan that was saved, where nothing but the stamp says it", () => {
    const whole = {
      name: "N",
      folder: "/",
      meta: { b: 1, gone: null, a: { x: 1 } },
      dashboard: { title: "T" },
    };
    const all = { name: "N", title: null, query: { limit: 1 }, workbook: "home", meta: { c: 1, gone: null } };
    const { changes } = planOfReports({ reports: { r: all }, entries: { home: whole, none: {} } });
    const saved = JSON.parse(JSON.stringify(changes)) as Change[];
    expect(saved.map(managedParts)).toEqual(changes.map(managedParts));
    expect(changes.map(managedParts)).toContainEqual({
      fields: ["name", "folder", "dashboard"],
      meta: ["a", "b"],
    });
  });

  it("is sorted, and of a report not what else is sent with its meta", () => {
    const reports = (team: string) => ({ r: { name: "R", meta: { team, area: "x" } } });
    const live = appliedReport("r", reports("a").r);
    const more = { ...live, meta: { other: 1, ...live.meta } };
    const [change] = planOfReports({ reports: reports("b"), liveReports: [more] }).changes;
    expect(Object.keys(change?.request?.meta as object)).toContain("other");
    expect(managedParts(change as Change)).toEqual({ fields: ["name"], meta: ["area", "team"] });
    const cleared = { ...change, request: { meta: { zone: null, area: null, dashboardDraft: {} } } };
    expect(managedParts({ ...cleared, kind: "workbook", folder: undefined } as Change)).toEqual({
      fields: ["dashboard"],
      meta: ["area", "zone"],
    });
  });
});
