// The parts that a rollback puts back are those that its run managed: one more or less would be somebody else's, or lost.
import { describe, expect, it } from "vitest";
import { type ManagedParts, readStamp } from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook } from "../../src/plan/index.ts";
import { AFTER, BEFORE, changeOf, shown, undo } from "./past.ts";
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

  it("no key of meta says nothing of meta", () => {
    const change = back({ fields: ["name"], meta: [] });
    expect(baseOf(readStamp(change?.request?.meta))?.asked).toEqual({ name: "Old" });
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
