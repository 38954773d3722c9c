// Whose a live workbook is, and what a plan does where nobody can say: its owner is not shown, or its slug is another's as well.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { DOUBLE_ADVICE, type LiveWorkbook, OWNERSHIPS, ownershipOf } from "../../src/plan/index.ts";
import { liveWorkbook } from "./support.ts";
import { applied, appliedReport, planOf, rules, SCOPE, shown } from "./world.ts";

const ours = applied("a");
const stamp = ours.meta.boardwright as JsonObject;
const stamped = (given: JsonObject) => ({ ...ours, meta: { boardwright: { ...stamp, ...given } } });
const preview = { name: "pr-1", branch: "b", wasOn: false };

describe("the ownership of a workbook", () => {
  it.each<[string, LiveWorkbook, JsonObject]>([
    ["is ours", ours, { state: "managed", owner: "acme" }],
    ["is another project's", stamped({ project: "other" }), { state: "foreign", owner: "other" }],
    ["is a preview's", stamped({ preview }), { state: "preview", owner: "acme" }],
    [
      "is a preview's of another project",
      stamped({ preview, project: "other" }),
      { state: "preview", owner: "other" },
    ],
    ["is nobody's without a stamp", { ...ours, meta: {} }, { state: "unmanaged" }],
    ["is nobody's of a copy", { ...ours, slug: "copy" }, { state: "unmanaged" }],
    ["is nobody's of a copy of a preview", { ...stamped({ preview }), slug: "copy" }, { state: "unmanaged" }],
  ])("%s", (_, live, expected) => {
    expect(ownershipOf(live, SCOPE)).toEqual(expected);
    expect(OWNERSHIPS).toContain(expected.state);
  });
});

describe("workbooks whose owner no list shows", () => {
  let id = 500;
  const unseen = (slug: string): LiveWorkbook => liveWorkbook(slug, { id: id++, metaUnseen: true });
  const told = (live: LiveWorkbook[], more = {}) =>
    planOf({ live, more }).diagnostics.map(({ rule, severity, message, help, file }) => [
      `${severity} ${rule} ${file}`,
      message,
      help,
    ]);

  it("are counted, with the way to check them", () => {
    expect(told([unseen("x"), unseen("y"), liveWorkbook("z"), ours])).toEqual([
      [
        "warning unseen-owner ",
        expect.stringMatching(
          /^2 live workbooks could not be checked for orphans or renamed slugs: the list leaves out/,
        ),
        expect.stringContaining("`--prune` reads each of them"),
      ],
    ]);
    expect(told([liveWorkbook("z"), ours])).toEqual([]);
  });

  it("are kept if a read of their own says nothing either", () => {
    const plan = planOf({ live: [unseen("x")], more: { prune: true } });
    expect(plan.changes).toEqual([]);
    expect(told([unseen("x")], { prune: true })).toEqual([
      [
        "warning unseen-owner ",
        expect.stringMatching(
          /^1 live workbook could not be checked for orphans or renamed slugs: neither the list nor a read/,
        ),
        expect.stringContaining("They are kept"),
      ],
    ]);
  });

  it("are no news where they are declared, or orphans were not asked for", () => {
    expect(told([unseen("x")], { orphans: false })).toEqual([]);
    expect(rules(planOf({ entries: { x: { name: "x" } }, live: [unseen("x")] }))).toEqual([]);
  });
});

describe("a slug that several workbooks have", () => {
  const twins = (slug: string, ...ids: number[]) => ids.map((id) => ({ ...applied(slug), id, name: "Twin" }));

  it("has nothing written to it, and is told at its file", () => {
    const entries = { a: { name: "A" }, b: { name: "B" } };
    const plan = planOf({ entries, live: twins("a", 102, 11) });
    expect([shown(plan), plan.summary.unchanged]).toEqual([["create workbook b"], 0]);
    const [found, ...others] = plan.diagnostics;
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      rule: "double-slug",
      severity: "error",
      file: "dashboards/a.yaml",
      line: 2,
      subject: "a",
      slug: "a",
      message: expect.stringMatching(/^the workbooks 11 and 102 both have this slug.*; a is left out$/),
      help: expect.stringContaining("`boardwright workbooks get ID`"),
    });
    expect(planOf({ entries, live: twins("a", 102, 11, 9) }).diagnostics[0]?.message).toContain(
      "9, 11 and 102 all have",
    );
  });

  it("leaves every change of another one as it is", () => {
    const entries = { a: { name: "A" }, b: { name: "B" } };
    const plan = planOf({ entries, live: [applied("b"), ...twins("a", 7, 8)] });
    expect(shown(plan)).toEqual(["update workbook b"]);
  });

  it("counts for nothing that was found out about the first of them", () => {
    const publishes = { publish: true, dashboard: { chart: { $report: "r" } } };
    const report = appliedReport("r", { name: "Old" });
    const plan = planOf({
      entries: { a: publishes, b: { name: "b" } },
      live: [...twins("a", 7, 8), ...twins("b", 9, 10)],
      reports: { r: { name: "New" } },
      liveReports: [report],
    });
    expect([...shown(plan), ...rules(plan)]).toEqual([
      "update report r",
      "error double-slug",
      "error double-slug",
    ]);
    expect(plan.summary.unchanged).toBe(0);
  });

  it("takes no report, which is told with its workbook", () => {
    const reports = { r: { name: "R", workbook: "a" }, free: { name: "F" } };
    const plan = planOf({ reports, live: twins("a", 7, 8) });
    expect(shown(plan)).toEqual(["create report free", "orphaned workbook a", "orphaned workbook a"]);
    expect(plan.diagnostics).toMatchObject([
      {
        rule: "double-slug",
        severity: "error",
        subject: "r",
        message:
          "the report r belongs to the workbook a, but the workbooks 7 and 8 both have this slug; it is left out",
        help: DOUBLE_ADVICE,
      },
    ]);
  });

  it("says nothing of a report that is in the first of them, as declared", () => {
    const reports = { r: { name: "R", workbook: "a" } };
    const live = appliedReport("r", { name: "R", workbook: "a" }, { workbookId: 7 });
    const plan = planOf({ reports, liveReports: [live], live: twins("a", 7, 8) });
    expect(plan.diagnostics).toEqual([]);
  });

  it("stays with all of them if it is no longer declared", () => {
    const plan = planOf({ live: twins("a", 7, 8), more: { prune: true } });
    expect(shown(plan)).toEqual(["orphaned workbook a", "orphaned workbook a"]);
    const other = planOf({ live: twins("a", 8, 7), more: { prune: true } });
    expect([plan, other].map(({ changes }) => changes.map(({ id }) => id))).toEqual([
      [7, 8],
      [7, 8],
    ]);
    expect(plan.diagnostics.map(({ message }) => message)).toEqual(
      Array(2).fill("a is kept: the workbooks 7 and 8 both have this slug"),
    );
  });
});
