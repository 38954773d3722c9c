// The plan that puts a run back: from backups and what is live now, and of nothing that the run did not manage.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, valueAt } from "../../src/model/index.ts";
import { baseOf } from "../../src/plan/index.ts";
import { AFTER, applied, BEFORE, draftOf, FILE, OLD, rules, shown, undo, type World } from "./past.ts";
import { liveWorkbook } from "./support.ts";

describe("a rollback of an update", () => {
  it("puts back what the run managed, by the backup", () => {
    const [change] = undo({}).changes;
    expect(change).toMatchObject({
      action: "update",
      origin: "git",
      hazards: [],
      source: { file: FILE, line: 1 },
    });
    expect(change?.fields.map(({ path, after }) => [path, after])).toEqual([
      ["dashboard.title", "Old"],
      ["meta.team", "sales"],
      ["name", "Old"],
    ]);
    expect(draftOf(change)).toEqual({ title: "Old" });
  });

  it("leaves alone what it did not manage", () => {
    const [change] = undo({ change: { managed: { fields: ["name"], meta: [] } } }).changes;
    expect(change?.fields.map(({ path }) => path)).toEqual(["name"]);
    expect(draftOf(change)).toBeUndefined();
  });

  it("is empty where live is as it was, or nothing is known to be managed", () => {
    expect(undo({ live: [BEFORE] }).changes).toEqual([]);
    expect(undo({ change: { managed: undefined } }).changes).toEqual([]);
  });

  it("clears a key of meta that was not there", () => {
    const before = { ...BEFORE, meta: {} };
    const [change] = undo({ before }).changes;
    expect(valueAt(change?.request, ["meta", "team"])).toBeNull();
  });

  it("sees what somebody edited since", () => {
    const [change] = undo({ live: [{ ...AFTER, name: "Mine" }] }).changes;
    expect(change?.hazards.map(({ code }) => code)).toEqual(["conflict"]);
  });

  it("makes anew what is gone, with all that there was", () => {
    const before = { ...BEFORE, meta: { ...BEFORE.meta, other: 1 }, folderId: 31, folderPath: ["F"] };
    const plan = undo({ live: [], before });
    expect(shown(plan)).toEqual(["create folder F", "create workbook rev"]);
    expect(valueAt(plan.changes[1]?.request, ["meta", "other"])).toBe(1);
  });

  it("does not take the stamp of old for a key of meta", () => {
    const plan = undo({ live: [] });
    const asked = baseOf(readStamp(plan.changes[0]?.request?.meta))?.asked ?? {};
    expect(Object.keys(asked).sort()).toEqual(["dashboard", "folder", "meta", "name"]);
    expect(Object.keys(asked.meta ?? {})).toEqual(["team"]);
  });

  it("puts back all of what the run was to delete, also if it is there", () => {
    const [change] = undo({ change: { action: "delete", managed: undefined } }).changes;
    expect(change?.fields.map(({ path }) => path)).toEqual(["dashboard.title", "meta.team", "name"]);
  });

  it("says what cannot be put back", () => {
    expect(rules(undo({ before: undefined }))).toEqual(["backup-missing"]);
    expect(rules(undo({ before: undefined, change: { status: undefined } }))).toEqual([]);
    const renamed = undo({ live: [{ ...AFTER, slug: "other" }] });
    expect([...shown(renamed), ...rules(renamed)]).toEqual(["renamed-since"]);
    expect(renamed.diagnostics[0]).toMatchObject({
      severity: "error",
      slug: "rev",
      message: expect.stringContaining("now has the slug other"),
      help: expect.stringContaining("give it the slug rev again"),
    });
    expect(shown(undo({ live: [liveWorkbook("twin", { id: 9 })] }))).toEqual(["create workbook rev"]);
  });

  it("says what it undoes beside, and which folders it keeps", () => {
    expect(rules(undo({ more: { laterRuns: () => ["2026-11-21T08-10-04Z"] } }))).toEqual(["changed-again"]);
  });
});

describe("a rollback of a creation", () => {
  const create = { action: "create" as const, backup: undefined };
  const gone = (world: World) => shown(undo({ before: undefined, ...world }));

  it("deletes what the run made, and says whose edits go with it", () => {
    const [change] = undo({ before: undefined, change: create }).changes;
    expect([change?.action, change?.hazards.map(({ code }) => code)]).toEqual(["delete", ["delete"]]);
    const edited = undo({ before: undefined, change: create, live: [{ ...AFTER, name: "Mine" }] }).changes[0];
    expect(edited?.hazards.map(({ code }) => code)).toEqual(["delete", "drift"]);
    const foreign = {
      ...AFTER,
      meta: { boardwright: { ...(AFTER.meta.boardwright as JsonObject), project: "other" } },
    };
    expect(
      undo({ before: undefined, change: create, live: [foreign] }).changes[0]?.hazards.map(
        ({ code }) => code,
      ),
    ).toEqual(["delete", "takeover"]);
    const free = undo({ before: undefined, change: create, live: [{ ...AFTER, meta: {} }] }).changes[0];
    expect(free?.hazards.map(({ code }) => code)).toEqual(["delete", "adopt"]);
  });

  it("deletes nothing else", () => {
    expect(gone({ change: create, live: [{ ...AFTER, id: 8 }] })).toEqual([]);
    expect(gone({ change: create, live: [] })).toEqual([]);
    for (const status of [undefined, "skipped", "failed"] as const) {
      expect(gone({ change: { ...create, status, id: null } })).toEqual(["delete workbook rev"]);
      // The run did not find this one empty.
      expect(gone({ change: { ...create, status, id: 7, claimed: 8 } })).toEqual([]);
      expect(gone({ change: { ...create, status, id: 7, claimed: undefined } })).toEqual([]);
    }
    expect(
      gone({ change: { ...create, status: undefined, id: null }, live: [{ ...AFTER, meta: {} }] }),
    ).toEqual([]);
  });

  it("deletes what the run took and left empty, without a word of whose it is", () => {
    const empty = { ...AFTER, name: "Rev", meta: {}, draft: undefined, published: undefined };
    const change = { ...create, status: "failed" as const, id: null };
    const plan = undo({ before: undefined, change, live: [empty] });
    expect(plan.changes.map(({ action, hazards }) => [action, hazards.map(({ code }) => code)])).toEqual([
      ["delete", ["delete"]],
    ]);
  });

  it("is refused where the deployment cannot delete", () => {
    const plan = undo({
      before: undefined,
      change: create,
      can: { delete: { workbooks: false, reports: true } },
    });
    expect([...shown(plan), ...rules(plan)]).toEqual(["delete-unsupported"]);
  });
});

it("counts the workbooks that it leaves as they are", () => {
  const [other, twin] = [applied(OLD, "other"), liveWorkbook("twin", { id: 9 })];
  expect(undo({ live: [AFTER, { ...other, id: 8 }, twin] }).summary).toMatchObject({
    update: 1,
    unchanged: 0,
  });
  expect(undo({ live: [BEFORE] }).summary).toMatchObject({ update: 0, unchanged: 1 });
});
