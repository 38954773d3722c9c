// The details of a change: widgets by their titles, values in the room that there is, and folds in the order of the tables.
import { expect, it } from "vitest";
import type { FieldChange, JsonObject } from "../../src/model/index.ts";
import { renderComment, renderPlanMarkdown, renderPlanPretty } from "../../src/report/index.ts";
import { cells } from "../../src/report/text/cells.ts";
import { changed, draftOf, hazard, makeChange, makePlan } from "./plan-samples.ts";

const COUNTS = { files: 1, liveCount: 1, color: false };
const ID = "accounts-receivable-account-receivable-by-company";
const labelled = (field: FieldChange, label: string): FieldChange => ({ ...field, label });
const widget = (key: string, before: string, after: string) =>
  labelled(changed(`dashboard.widgets[${ID}].${key}`, before, after), "Receivables by company");

const planOf = (fields: FieldChange[], widgets: JsonObject[] = []) =>
  makePlan([makeChange("board", { fields, request: draftOf(widgets) })]);

it("a widget is called by its title, with the id behind it, at a terminal as in the comment", () => {
  const plan = planOf([widget("config.unit", "USD", "EUR")]);
  const subject = `Receivables by company (widget ${ID})`;
  for (const width of [60, 80, 120]) {
    const text = renderPlanPretty(plan, { ...COUNTS, width });
    expect(text).toContain(subject);
    expect(text).toMatch(/unit {2}USD → EUR/);
  }
  expect(renderPlanMarkdown(plan)).toContain(`  ${subject}\n    unit  USD → EUR`);
  const same = planOf([labelled(changed("dashboard.widgets[a].config.unit", 1, 2), "a")]);
  expect(renderPlanPretty(same, COUNTS)).toContain("widget a  unit  1 → 2");
});

it("a value has the line that there is, and is cut only where that ends", () => {
  const filters = (date: string) => [
    { member: "data_intelligence_ar.Key_Date", operator: "afterDate", values: [date] },
  ];
  const plan = planOf([changed("query.filters", filters("2022/03/31"), filters("2026/09/30"))]);
  expect(renderPlanPretty(plan, { ...COUNTS, width: 60 })).toMatch(
    /Key_Date\s+2022\/03\/31\s+→\s+2026\/09\/30/,
  );
  const note = `Slow-moving stock in percent of what is there, by plant. ${"x".repeat(120)} end`;
  const added: FieldChange = {
    path: "dashboard.widgets[a].config.note",
    change: "added",
    after: note,
    origin: "git",
  };
  expect(renderPlanMarkdown(planOf([added]))).toContain(note);
  const [before, after] = ["Sales Performance", "Sales performance (EMEA)"];
  expect(renderPlanMarkdown(planOf([changed("name", before, after)]))).toContain(`${before} → ${after}`);
});

it("a list that both sides changed reads as what each of them added and removed", () => {
  const conflict: FieldChange = {
    ...changed("query.dimensions", ["a", "b", "ui"], ["b", "git"]),
    base: ["a", "b"],
    origin: "both",
  };
  const text = renderPlanPretty(planOf([conflict]), COUNTS);
  expect(text).toContain("live: + ui · Git: + git · − a");
  expect(text).not.toContain("last applied  [");
});

it("folds are in the order of the tables, and each says under which heading it stands", () => {
  const fields = [changed("dashboard.title", "a", "b")];
  const plan = makePlan([
    makeChange("drafted", { action: "create" }),
    makeChange("seen", { fields, visible: true, publish: true }),
  ]);
  const folds = renderPlanMarkdown(plan).match(/<summary>.*/g);
  expect(folds).toEqual([
    "<summary>📝 <b>seen</b> · viewers see: dashboard title</summary>",
    "<summary>🆕 <b>drafted</b> · in draft only: new&#58; not published</summary>",
  ]);
});

it("a widget that is wholly below another is named, also if it stays where it is", () => {
  const at = (id: string, x: number, w: number): JsonObject => ({
    id,
    type: "TEXT",
    position: { x, y: 0, w, h: 2 },
  });
  const plan = planOf(
    [changed("dashboard.widgets[other].position.x", 6, 8)],
    [at("under", 0, 2), at("over", 0, 4), at("other", 8, 2)],
  );
  expect(renderPlanMarkdown(plan)).toContain("below others&#58; under<");
});

it("a report is shown under the first dashboard that draws it, and named under the others", () => {
  const drawnBy = ["a", "b"].map((key) => ({ key, title: key, id: 1, source: { file: "a.yaml", line: 1 } }));
  const report = makeChange("r", { kind: "report", fields: [changed("query.limit", 1, 2)], drawnBy });
  const plan = makePlan([makeChange("a"), makeChange("b"), report]);
  const text = renderPlanPretty(plan, COUNTS);
  expect(text.match(/query\.limit {2}1 → 2/g)).toHaveLength(1);
  expect(text).toMatch(/ {2}~ a .*\n {6}report r .*\n {8}report {2}query\.limit/);
  expect(text).toMatch(/ {2}~ b .*\n {6}report r .*\n {8}as under a\n/);
  expect(renderPlanMarkdown(plan)).toContain("    as under a\n");
});

it.each([60, 80, 120])("what is under a dashboard is no wider than %i cells", (width) => {
  const title = "Account receivable by company and country of the customer";
  const drawnBy = [{ key: "a", title: "a", id: 1, source: { file: "a.yaml", line: 1 } }];
  const fields = [changed("query.limit", 1, 2)];
  const report = makeChange("account-receivable-by-company", { kind: "report", title, fields, drawnBy });
  const text = renderPlanPretty(makePlan([makeChange("a"), report]), { ...COUNTS, width });
  expect(text).toContain("(report account-receivable-by-company)".split(" ")[1]);
  for (const line of text.split("\n")) expect(cells(line)).toBeLessThanOrEqual(width);
});

it("every edited dashboard has its row in an issue, however many they are", () => {
  const edits = Array.from({ length: 150 }, (_, at) =>
    makeChange(`board-${at}`, {
      origin: "live",
      title: `Board ${at}`,
      hazards: [hazard("drift", "edited outside Git since the last apply")],
      fields: ["a", "b", "c", "d", "e"].map((key) => ({
        ...changed(`meta.${key}`, `${"x".repeat(60)}${at}`, "y".repeat(60)),
        origin: "live" as const,
      })),
    }),
  );
  const issue = renderComment({ command: "drift", target: "production", plan: makePlan(edits) });
  expect(issue.length).toBeLessThanOrEqual(65_536);
  for (const { title } of edits) expect(issue).toContain(`| <b>${title}</b> |`);
  expect(issue).toMatch(/\d+ sections did not fit here/);
});
