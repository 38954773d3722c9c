// The parts that a rollback puts back are those that its run managed: one more or less would be somebody else's, or lost.
import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, type ManagedParts, readStamp } from "../../src/model/index.ts";
import { baseOf, canonical, digest, type LiveReport, type LiveWorkbook } from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { recallAsked } from "../../src/plan/stamp/predict-answer.ts";
import { AFTER, BEFORE, changeOf, draftOf, shown, undo } from "./past.ts";
import { appliedReport } from "./world.ts";

const at = (live: LiveWorkbook, folderId: number | null, ...folderPath: string[]) => ({
  ...live,
  folderId,
  folderPath,
});

describe("a rollback of a run that managed", () => {
  const back = (managed: ManagedParts, before: LiveWorkbook = BEFORE, now: LiveWorkbook = AFTER) =>
    undo({ change: { managed }, before, live: [now] }).changes.filter(({ kind }) => kind === "workbook")[0];
  const paths = (...given: Parameters<typeof back>) => back(...given)?.fields.map(({ path }) => path);

  it.each<[string[], string[], string[]]>([
    [["name"], [], ["name"]],
    [["dashboard"], [], ["dashboard.title"]],
    [[], ["team"], ["meta.team"]],
    [["folder"], [], ["folder"]],
    [["folderId"], [], ["folder"]],
  ])("%j and of meta %j puts back that", (fields, meta, expected) => {
    expect(paths({ fields, meta }, at(BEFORE, 31, "F"))).toEqual(expected);
  });

  it("a folder by its path or by its id asks for it in that form", () => {
    const folderOf = (field: string, before: LiveWorkbook, now?: LiveWorkbook) => {
      const change = back({ fields: [field], meta: [] }, before, now);
      return [change?.folder, change?.request?.folderId];
    };
    const before = at(BEFORE, 31, "F");
    expect(folderOf("folder", before)).toEqual([["F"], { $folder: "F" }]);
    expect(folderOf("folderId", before)).toEqual([{ id: 31 }, 31]);
    for (const field of ["folder", "folderId"])
      expect(folderOf(field, BEFORE, at(AFTER, 31, "F"))).toEqual([[], null]);
  });

  it("a folder that has another name by now asks for that, or for its id if no name is known", () => {
    const folderOf = (before: Partial<LiveWorkbook>, paths: [number | null, string[]][]) =>
      undo({
        change: { managed: { fields: ["folder"], meta: [] } },
        before: { ...BEFORE, ...before },
        more: { folderPaths: new Map(paths) },
      }).changes.find(({ kind }) => kind === "workbook")?.folder;
    expect(folderOf({ folderId: 31, folderPath: ["F"] }, [[31, ["Renamed"]]])).toEqual(["Renamed"]);
    expect(folderOf({ folderId: 31, folderPath: ["F"] }, [[32, ["Other"]]])).toEqual(["F"]);
    expect(folderOf({ folderId: 31, folderPath: undefined }, [])).toEqual({ id: 31 });
  });

  it("no key of meta says nothing of meta", () => {
    const change = back({ fields: ["name"], meta: [] });
    expect(baseOf(readStamp(change?.request?.meta))?.asked).toEqual({ name: "Old" });
  });
});

describe("a rollback of a report", () => {
  const back = (managed: ManagedParts, before: Partial<LiveReport>, now: Partial<LiveReport>) => {
    const report = appliedReport("r", { name: "R" });
    const change = changeOf({ kind: "report", key: "r", id: 55, publicId: report.publicId, managed });
    return undo({
      live: [BEFORE, { ...AFTER, slug: "home", id: 8 }],
      reports: [{ change, before: { ...report, ...before }, file: "r.json" }],
      liveReports: [{ ...report, ...now }],
    }).changes.find(({ kind }) => kind === "report");
  };

  it("takes away each part that was not there", () => {
    const parts = { title: "T", jsonQuery: "{}", sqlQuery: "select 1", pivotItems: { a: 1 }, workbookId: 8 };
    const managed = { fields: ["title", "query", "sqlQuery", "pivotItems", "workbook"], meta: [] };
    const { meta: _, ...sent } = back(managed, {}, parts)?.request ?? {};
    expect(sent).toEqual({
      title: null,
      jsonQuery: null,
      sqlQuery: null,
      pivotItems: null,
      workbookId: null,
    });
    expect(back(managed, {}, parts)?.fields.map(({ path, change }) => `${path} ${change}`)).toEqual([
      "pivotItems removed",
      "query removed",
      "sqlQuery removed",
      "title removed",
      "workbook removed",
    ]);
  });

  it("of which it did not manage the workbook says nothing of that", () => {
    const { meta } = appliedReport("r", { name: "R", workbook: "home" });
    const change = back(
      { fields: ["name"], meta: [] },
      { meta, workbookId: 8 },
      { name: "New", workbookId: 7 },
    );
    expect(change?.fields.map(({ path }) => path)).toEqual(["name"]);
    expect(change?.request).not.toHaveProperty("workbookId");
  });

  it("of which it managed no key of meta says nothing of meta", () => {
    const change = back({ fields: ["name"], meta: [] }, {}, { name: "New" });
    expect(baseOf(readStamp(change?.request?.meta))?.asked).toEqual({ name: "R" });
  });
});

describe("a publication that a rollback makes", () => {
  it("is not made for a workbook that has the key of a report which it draws", () => {
    const report = appliedReport("other", { name: "R" });
    const drawing = { title: "New", chart: { reportId: 55 } };
    const live = { ...AFTER, published: drawing, draft: drawing };
    const [was, now] = [BEFORE, AFTER].map((each) => ({ ...each, slug: "other", id: 8 })) as [
      LiveWorkbook,
      LiveWorkbook,
    ];
    const change = changeOf({ action: "publish", publish: true, managed: undefined });
    const ofReport = changeOf({
      kind: "report",
      key: "other",
      id: 55,
      publicId: report.publicId,
      managed: { fields: ["name"], meta: [] },
    });
    const plan = undo({
      live: [live, now],
      reports: [{ change: ofReport, before: report, file: "r.json" }],
      liveReports: [report],
      more: {
        workbooks: [
          { change, before: live, file: "a.json" },
          { change: changeOf({ key: "other", id: 8 }), before: was, file: "b.json" },
        ],
      },
    });
    expect(shown(plan)).toEqual(["update workbook other"]);
  });
});

describe("a rollback to a draft that the platform had filled in", () => {
  const widgets: JsonObject[] = [{ id: "a" }, { id: "b", size: 1 }];
  const filled = widgets.map((each): JsonObject => ({ ...each, on: true }));
  const asked = { title: "Old", widgets };
  const answered = { title: "Old", theme: 1, widgets: filled };
  const live = { ...answered, title: "Mine", widgets: [...filled, { id: "c", on: false }] };

  it("asks for what was asked for, and for what somebody made of it", () => {
    expect(
      recallAsked(
        { dashboard: answered },
        { asked: { dashboard: asked }, answered: { dashboard: answered } },
      ),
    ).toEqual({
      dashboard: asked,
    });
    expect(
      recallAsked({ dashboard: live }, { asked: { dashboard: asked }, answered: { dashboard: answered } }),
    ).toEqual({
      dashboard: { title: "Mine", widgets: [...asked.widgets, { id: "c", on: false }] },
    });
  });

  it("asks so in its plan, of the dashboard alone", () => {
    const past = { name: "Old", meta: { team: "sales" }, dashboard: asked };
    const based = (answer: JsonObject) => {
      const base = { asked: past, answered: { ...past, ...answer } as typeof past };
      const { boardwright, ...meta } = BEFORE.meta;
      const stamp = {
        ...(boardwright as JsonObject),
        digest: digest(canonical(past)),
        base: encodeBase(base),
      };
      return { ...BEFORE, draft: answered, meta: { ...meta, boardwright: stamp } } as LiveWorkbook;
    };
    const titles = (before: LiveWorkbook) => draftOf(undo({ before }).changes[0]);
    expect(titles(based({ dashboard: answered }))).toEqual(asked);
    expect(titles(based({ dashboard: answered, name: "Answered" }))).toEqual(asked);
    // Somebody else's edit of then is put back as it was.
    expect(titles({ ...based({ dashboard: answered }), draft: live })).toEqual({
      title: "Mine",
      widgets: [...widgets, { id: "c", on: false }],
    });
  });

  it("takes other lists as they are, and restores nothing that somebody took away", () => {
    const base = {
      asked: { dashboard: { title: "Old", rows: [{ id: "a" }], theme: 1, drop: 1 } },
      answered: { dashboard: { title: "Old", rows: [{ id: "a", on: true }], theme: 1, drop: 1, fill: 1 } },
    };
    const edited: JsonObject = {
      title: "Mine",
      rows: [{ id: "a", on: true }, { id: "b" }],
      theme: 1,
      fill: 1,
    };
    expect(recallAsked({ dashboard: edited }, base)).toStrictEqual({
      dashboard: { title: "Mine", rows: edited.rows as Json, theme: 1 },
    });
    const odd = { asked: { dashboard: { widgets: 1 } }, answered: { dashboard: { widgets: 1, fill: 1 } } };
    expect(recallAsked({ dashboard: { widgets: { a: 1 } } }, odd)).toStrictEqual({
      dashboard: { widgets: { a: 1 } },
    });
  });

  it("has no widget that nobody asked for, and again what the platform had dropped", () => {
    const more = { ...answered, widgets: [...answered.widgets, { id: "extra" }] };
    expect(
      recallAsked(
        { dashboard: { ...more, title: "Mine" } },
        { asked: { dashboard: asked }, answered: { dashboard: more } },
      ),
    ).toEqual({ dashboard: { ...asked, title: "Mine" } });
    const dropping = { asked: { dashboard: { ...asked, dropped: 1 } }, answered: { dashboard: answered } };
    expect(recallAsked({ dashboard: { ...answered, title: "Mine" } }, dropping)).toEqual({
      dashboard: { ...asked, title: "Mine", dropped: 1 },
    });
  });
});

it("is in the order of a plan, deletions among the rest", () => {
  const made = appliedReport("r", { name: "R" });
  const created = changeOf({ kind: "report", key: "r", action: "create", id: 55, publicId: made.publicId });
  const plan = undo({
    reports: [{ change: created, before: undefined, file: "r.json" }],
    liveReports: [made],
  });
  expect(shown(plan)).toEqual(["delete report r", "update workbook rev"]);
  expect(plan.summary).toMatchObject({ delete: 1, update: 1 });
});
