// Whether a viewer sees a difference once a change is applied, and what people call the widgets that it is about.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
import { afterUpsert, liveWorkbook } from "./support.ts";
import { applied, appliedReport, CHART, find, planOf } from "./world.ts";

const OLD: JsonObject = { name: "A", publish: true, dashboard: { title: "T" } };
const NEW: JsonObject = { ...OLD, dashboard: { title: "New" } };
const published = (live: LiveWorkbook): LiveWorkbook => ({ ...live, published: live.draft });
const visible = (entry: JsonObject, live: LiveWorkbook[], more = {}) =>
  planOf({ entries: { a: entry }, live, ...more }).changes.map((change) => [change.action, change.visible]);

describe("what viewers see of a workbook", () => {
  it("is what is published: a draft alone changes nothing for them", () => {
    expect(visible(OLD, [])).toEqual([["create", true]]);
    expect(visible({ ...OLD, publish: false }, [])).toEqual([["create", false]]);
    const live = published(applied("a", OLD));
    expect(visible(NEW, [live])).toEqual([["update", true]]);
    expect(visible({ ...NEW, publish: false }, [live])).toEqual([["update", false]]);
    expect(visible(OLD, [{ ...live, published: undefined }])).toEqual([["publish", true]]);
    expect(visible(OLD, [{ ...live, meta: {} }])).toEqual([["stamp", false]]);
  });

  it("does not change where an update gives the draft what they have", () => {
    const live = published(applied("a", OLD));
    expect(visible(OLD, [{ ...live, draft: { title: "Edited" } }])).toEqual([["update", false]]);
  });

  it("is its name and its folder too, at once, if anything of it is published", () => {
    const renamed = { ...OLD, name: "B", publish: false };
    const live = applied("a", { ...OLD, publish: false });
    expect(visible(renamed, [live])).toEqual([["update", false]]);
    expect(visible(renamed, [published(live)])).toEqual([["update", true]]);
  });

  it("goes with the workbook", () => {
    const live = applied("a", OLD);
    const gone = (workbook: LiveWorkbook) => planOf({ live: [workbook], more: { prune: true } }).changes;
    expect(gone(live)).toMatchObject([{ action: "delete", visible: false }]);
    expect(gone(published(live))).toMatchObject([{ action: "delete", visible: true }]);
    expect(planOf({ live: [published(live)] }).changes).toMatchObject([
      { action: "orphaned", visible: false },
    ]);
  });
});

describe("what viewers see of a report", () => {
  const report = appliedReport("by-month", { name: "R" });
  const plan = (publish: boolean) =>
    planOf({
      entries: { a: { publish, dashboard: CHART } },
      live: [],
      reports: { "by-month": { name: "New" } },
      liveReports: [report],
    }).changes.map(({ kind, visible }) => [kind, visible]);

  it("is in the workbooks that are published with it, and nowhere else", () => {
    expect(plan(true)).toEqual([
      ["report", true],
      ["workbook", true],
    ]);
    expect(plan(false)).toEqual([
      ["report", false],
      ["workbook", false],
    ]);
  });
});

describe("a report in a plan", () => {
  it("says which declared workbooks draw it, whatever is done with them", () => {
    const draws = { publish: false, dashboard: CHART };
    const liveReports = [appliedReport("by-month", { name: "R" })];
    const first = planOf({ entries: { a: draws }, reports: { "by-month": { name: "R" } }, liveReports });
    const live = { ...afterUpsert("a", find(first, "workbook")?.request as JsonObject), name: "Sales" };
    const entries = { a: draws, b: { ...draws, name: "New" }, other: { name: "Other" } };
    const plan = planOf({ entries, reports: { "by-month": { name: "S" } }, liveReports, live: [live] });
    expect(find(plan, "report")?.drawnBy).toEqual([
      { key: "a", title: "Sales", id: 7, source: { file: "dashboards/a.yaml", line: 2 }, charts: 1 },
      { key: "b", title: "New", id: null, source: { file: "dashboards/a.yaml", line: 2 }, charts: 1 },
    ]);
  });
});

describe("what people call a widget", () => {
  const board = (...widgets: JsonObject[]): JsonObject => ({ dashboard: { widgets } });
  const text = (markdown: string): JsonObject => ({ id: "t", type: "TEXT", config: { markdown } });
  const filter = (title: string, more: JsonObject = {}): JsonObject => ({
    id: "f",
    type: "FILTER",
    config: { title, ...more },
  });
  const labels = (before: JsonObject, after: JsonObject) =>
    planOf({ entries: { a: after }, live: [applied("a", before)] }).changes.flatMap(({ fields }) =>
      fields.map(({ path, label }) => [path.replace("dashboard.widgets", ""), label]),
    );

  it("is its title as it is now, else the one that it is given", () => {
    const [was, now] = [board(filter("Country")), board(filter("Region", { color: "red" }))];
    expect(labels(was, now)).toEqual([
      ["[f].config.color", "Country"],
      ["[f].config.title", "Country"],
    ]);
    expect(labels(board(), was)).toEqual([["[f]", "Country"]]);
    expect(labels(was, board())).toEqual([["[f]", "Country"]]);
  });

  it("is the first words of a text, without the marks of markdown", () => {
    const now = text("\n<b></b>\n## Sales in **[EMEA](https://example.com)**\nmore");
    expect(labels(board(), board(now))).toEqual([["[t]", "Sales in EMEA"]]);
    const [[, long = ""] = []] = labels(board(), board(text("word ".repeat(100))));
    expect([long.length <= 80, long.endsWith("…")]).toEqual([true, true]);
    expect(labels(board(), board(text("  ")))).toEqual([["[t]", undefined]]);
  });

  it("is the title of the report that it draws, if it has none", () => {
    const chart = (color: string): JsonObject => ({
      dashboard: { widgets: [{ id: "c", config: { color, reportId: { $report: "by-month" } } }] },
    });
    const reports = { "by-month": { name: "R", title: "Revenue by month" } };
    const liveReports = [appliedReport("by-month", { name: "R", title: "Revenue by month" })];
    const first = planOf({ entries: { a: chart("red") }, reports, liveReports });
    const meta = first.changes[0]?.request?.meta;
    const draft = (meta as JsonObject).dashboardDraft as JsonObject;
    const live = { ...liveWorkbook("a"), draft };
    const plan = planOf({ entries: { a: chart("blue") }, reports, liveReports, live: [live] });
    expect(plan.changes.flatMap(({ fields }) => fields.map(({ label }) => label))).toContain(
      "Revenue by month",
    );
  });
});
