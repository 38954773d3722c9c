// The rollback of publications and reports, and what it says of a slug that is held twice.
import { describe, expect, it } from "vitest";
import type { JsonObject, RunChange } from "../../src/model/index.ts";
import { DOUBLE_ADVICE, type LiveReport, type LiveWorkbook, type Past } from "../../src/plan/index.ts";
import { withKeys } from "../../src/plan/rollback/past-state.ts";
import { AFTER, applied, BEFORE, changeOf, draftOf, FILE, OLD, rules, shown, undo } from "./past.ts";
import { liveWorkbook } from "./support.ts";
import { appliedReport } from "./world.ts";

describe("a rollback of a publication", () => {
  const published = (live: LiveWorkbook, title: string): LiveWorkbook => ({ ...live, published: { title } });

  it("publishes again what viewers saw", () => {
    const change = { action: "publish" as const, publish: true, managed: undefined };
    const plan = undo({ change, before: published(AFTER, "Seen"), live: [published(AFTER, "New")] });
    expect(plan.changes).toMatchObject([
      { action: "publish", publish: true, publishConfig: { title: "Seen" } },
    ]);
    expect(
      undo({ change, before: published(AFTER, "New"), live: [published(AFTER, "New")] }).changes,
    ).toEqual([]);
    expect(
      undo({
        change: { ...change, status: "awaiting-review" },
        before: published(AFTER, "Seen"),
        live: [published(AFTER, "New")],
      }).changes,
    ).toEqual([]);
  });

  it("publishes the draft that it puts back, or what was published instead", () => {
    const live = [published(AFTER, "New")];
    const draft = undo({ change: { publish: true }, before: published(BEFORE, "Old"), live }).changes[0];
    expect([draft?.publish, draft?.publishConfig]).toEqual([true, undefined]);
    const other = undo({ change: { publish: true }, before: published(BEFORE, "Seen"), live }).changes[0];
    expect([other?.publish, other?.publishConfig]).toEqual([true, { title: "Seen" }]);
    const [draftOnly] = undo({ before: published(BEFORE, "Seen"), live }).changes;
    expect([draftOnly?.publish, draftOnly?.publishConfig]).toEqual([false, undefined]);
  });

  it("takes none back", () => {
    const plan = undo({ change: { publish: true }, live: [published(AFTER, "New")] });
    expect([plan.changes[0]?.publish, ...rules(plan)]).toEqual([false, "stays-published"]);
    const [note] = plan.diagnostics;
    expect(note).toMatchObject({ severity: "warning", file: FILE, slug: "rev" });
    expect(note?.message).toMatch(/^rev was not published before that run, and stays published/);
  });

  it("says nothing of one that is no longer there, that the run did not make, or that it restores", () => {
    const live = [published(AFTER, "New")];
    const told = (given: Parameters<typeof undo>[0]) => rules(undo({ change: { publish: true }, ...given }));
    expect(told({ live: [AFTER] })).toEqual([]);
    expect(told({ live: [] })).toEqual([]);
    expect(told({ live, change: { publish: false } })).toEqual([]);
    expect(told({ live, change: { publish: true, status: "awaiting-review" } })).toEqual([]);
    expect(told({ live, before: published(BEFORE, "Old") })).toEqual([]);
    expect(told({ live: [AFTER], before: published(BEFORE, "Old") })).toEqual([]);
  });

  it("publishes what it makes anew if that was published, and else does not", () => {
    const made = (before: LiveWorkbook) => undo({ live: [], before }).changes.map(({ publish }) => publish);
    expect(made(published(BEFORE, "Old"))).toEqual([true]);
    expect(made(BEFORE)).toEqual([false]);
  });

  it("has nothing to publish where nothing was, or where the workbook is gone", () => {
    const change = { action: "publish" as const, publish: true, managed: undefined };
    const live = [published(AFTER, "New")];
    expect(undo({ change, before: AFTER, live }).changes).toEqual([]);
    expect(undo({ change, before: published(AFTER, "Seen"), live: [] }).changes).toEqual([]);
    expect(undo({ change, before: published(AFTER, "Seen"), live, can: { publish: false } }).changes).toEqual(
      [],
    );
  });

  it("is at its backup", () => {
    const change = { action: "publish" as const, publish: true, managed: undefined };
    const [only] = undo({
      change,
      before: published(AFTER, "Seen"),
      live: [published(AFTER, "New")],
    }).changes;
    expect(only?.source).toEqual({ file: FILE, line: 1 });
  });
});

describe("a rollback of reports", () => {
  const report = (given: Partial<LiveReport> = {}): LiveReport => ({
    kind: "report",
    id: 55,
    publicId: "AbCdEfGhIjKl",
    name: "R",
    title: "T",
    jsonQuery: null,
    sqlQuery: null,
    pivotItems: null,
    meta: {},
    workbookId: null,
    version: 1,
    ...given,
  });
  const past = (given: Partial<RunChange>, before: LiveReport | undefined): Past<LiveReport> => ({
    change: changeOf({
      kind: "report",
      key: "r",
      id: 55,
      publicId: "AbCdEfGhIjKl",
      managed: undefined,
      ...given,
    }),
    before,
    file: "r.json",
  });
  const run = (reports: Past<LiveReport>[], liveReports: LiveReport[], live = [BEFORE]) =>
    undo({ reports, liveReports, live });

  it("puts back the fields that it managed, with null where there was none", () => {
    const managed = { fields: ["name", "title"], meta: [] };
    const [change] = run([past({ managed }, report({ title: null }))], [report({ name: "New" })]).changes;
    expect(change?.request).toMatchObject({ name: "R", title: null });
    expect(change?.request).not.toHaveProperty("jsonQuery");
  });

  it("is what the publication waits for that it calls for", () => {
    const board = { title: "Seen", widgets: [{ id: "c", type: "CHART", config: { reportId: 55 } }] };
    const seen: LiveWorkbook = { ...AFTER, published: board };
    const { changes } = undo({
      change: { action: "publish", publish: true, managed: undefined },
      before: seen,
      live: [seen],
      reports: [past({ managed: { fields: ["name"], meta: [] } }, report())],
      liveReports: [report({ name: "New" })],
    });
    expect(changes.map(({ key, action, draws }) => [key, action, draws])).toEqual(
      expect.arrayContaining([
        ["r", "update", undefined],
        ["rev", "publish", ["r"]],
      ]),
    );
  });

  it("puts back what was not there: a field and a key of meta, and those alone", () => {
    const managed = { fields: ["title"], meta: ["a", "b"] };
    const told = (before: Partial<LiveReport>, now: Partial<LiveReport>) =>
      run([past({ managed }, report(before))], [report(now)]).changes.flatMap(({ fields }) =>
        fields.map(({ path, change }) => `${path} ${change}`),
      );
    expect(told({ title: null }, { title: "New" })).toEqual(["title removed"]);
    expect(told({ meta: { a: 1 } }, { meta: { a: 1, b: 2 } })).toEqual(["meta.b removed"]);
    expect(told({ meta: {} }, { meta: { a: 1 } })).toEqual(["meta.a removed"]);
    expect(told({ title: null }, { title: null, name: "Mine" })).toEqual([]);
    expect(told({ meta: { a: 1 } }, { meta: { a: 1 } })).toEqual([]);
  });

  it("gives one back to its workbook, by the slug that has now, or that it had if it is made anew", () => {
    const home = { workbookId: 8 };
    const given = past({ action: "delete", id: 8 }, report(home));
    const other = { ...applied(OLD, "home"), id: 8 };
    const workbookOf = (live: LiveWorkbook[], besides: RunChange[] = [], before = given) =>
      undo({ live: [BEFORE, ...live], reports: [before], besides }).changes.find(
        ({ kind }) => kind === "report",
      )?.request?.workbookId;
    expect(workbookOf([other])).toBe(8);
    const deleted = changeOf({ key: "home", id: 8, action: "delete" });
    expect(workbookOf([{ ...other, slug: "renamed" }], [deleted])).toBe(8);
    expect(workbookOf([{ ...other, id: 9 }], [deleted])).toBe(9);
    // Only its number is known: no request can name it.
    expect(workbookOf([])).toBeUndefined();
    expect(workbookOf([], [{ ...deleted, kind: "report" }])).toBeUndefined();
  });

  it("gives one back to the workbook that its stamp names, if the run knows where that was", () => {
    const stamped = appliedReport("r", { name: "R", workbook: "home" });
    const freed = past({ action: "delete" }, { ...report(), meta: stamped.meta });
    const asked = (besides: RunChange[]) => {
      const plan = undo({ live: [BEFORE], reports: [freed], besides });
      return [...shown(plan), ...rules(plan)];
    };
    expect(asked([changeOf({ key: "home", id: null, status: "failed" })])).toEqual(["create report r"]);
    expect(asked([changeOf({ key: "home", id: 8, action: "delete" })])).toEqual(["report-workbook-missing"]);
  });

  it("deletes those that it made, and makes those that it deleted", () => {
    expect(shown(run([past({ action: "create" }, undefined)], [report()]))).toEqual(["delete report r"]);
    expect(shown(run([past({ action: "create", id: 56 }, undefined)], [report()]))).toEqual([]);
    expect(shown(run([past({ action: "delete" }, report())], []))).toEqual(["create report r"]);
  });

  it("says whose edits go with those that it deletes", () => {
    const made = appliedReport("r", { name: "R" }, { publicId: "AbCdEfGhIjKl" });
    const stamp = made.meta.boardwright as JsonObject;
    const as = (live: Partial<LiveReport>, given: JsonObject = {}) => {
      const meta = { boardwright: { ...stamp, publicId: made.publicId, ...given } };
      const [change] = run([past({ action: "create" }, undefined)], [{ ...made, meta, ...live }]).changes;
      return change?.hazards.map(({ code }) => code);
    };
    expect(as({})).toEqual(["delete"]);
    expect(as({ name: "Mine" })).toEqual(["delete", "drift"]);
    expect(as({ name: "Mine" }, { project: "other" })).toEqual(["delete", "takeover"]);
    expect(as({ name: "Mine", meta: {} })).toEqual(["delete", "adopt"]);
  });

  it("gives charts the number that a report has then", () => {
    const before = { ...BEFORE, draft: { title: "Old", widgets: [{ id: "c", config: { reportId: 55 } }] } };
    const plan = undo({ before, reports: [past({ action: "delete" }, report())] });
    expect(JSON.stringify(draftOf(plan.changes.find(({ kind }) => kind === "workbook")))).toContain(
      '"reportId":{"$report":"r"}',
    );
    const value = { reportId: 55, list: [{ reportId: 56 }], other: 55 };
    expect(withKeys(value, new Map([[55, "r"]]), new Set(["reportId"]))).toEqual({
      ...value,
      reportId: { $report: "r" },
    });
  });
});

describe("a slug that two workbooks have", () => {
  const twins = [AFTER, { ...AFTER, id: 12 }];

  it("is left alone, and told with both", () => {
    for (const change of [{}, { action: "create" as const, backup: undefined }]) {
      const plan = undo({ live: twins, change });
      expect(plan.changes).toEqual([]);
      expect(plan.diagnostics).toMatchObject([
        {
          rule: "double-slug",
          severity: "error",
          file: FILE,
          slug: "rev",
          message: "rev cannot be put back: the workbooks 7 and 12 both have this slug",
          help: DOUBLE_ADVICE,
        },
      ]);
    }
    expect(rules(undo({ live: [AFTER, liveWorkbook("other", { id: 12 })] }))).toEqual([]);
  });
});
