// What a rollback tells of what it cannot put back, of what it undoes besides, and of what it leaves.
import { describe, expect, it } from "vitest";
import type { JsonObject, RunChange } from "../../src/model/index.ts";
import { readStamp } from "../../src/model/index.ts";
import { publicationPrint } from "../../src/plan/change/publication.ts";
import { fingerprint, type LiveReport, type LiveWorkbook, type Past } from "../../src/plan/index.ts";
import { AFTER, applied, BEFORE, changeOf, FILE, OLD, rules, shown, undo } from "./past.ts";
import { appliedReport } from "./world.ts";

const create = { action: "create" as const, backup: undefined };
const ofReport = (given: Partial<RunChange>): RunChange =>
  changeOf({ kind: "report", key: "r", id: 55, managed: undefined, ...given });

describe("a rollback tells", () => {
  it("of a backup that is missing, where it ought to be and what to do", () => {
    const lost = undo({ before: undefined });
    const message = "rev cannot be put back: its backup rev.json is missing";
    const help = "Restore the file from where the run's folder was kept, then roll back again.";
    expect(lost.diagnostics).toEqual([
      {
        ...{ rule: "backup-missing", severity: "error", message, help },
        ...{ file: FILE, line: 1, column: 1, slug: "rev", kind: "workbook", subject: "rev" },
      },
    ]);
    expect(lost.leftOut).toEqual([
      { kind: "workbook", key: "rev", action: "update", id: 7, code: "backup-missing", message, help },
    ]);
    // Nothing was overwritten where the run had not come to its backup.
    expect(undo({ before: undefined, change: { backup: undefined } }).diagnostics).toEqual([]);
    const reports: Past<LiveReport>[] = [
      { change: ofReport({ backup: "r.json" }), before: undefined, file: "r.json" },
    ];
    expect(undo({ live: [BEFORE], reports }).diagnostics).toMatchObject([
      { rule: "backup-missing", file: "r.json", message: expect.stringContaining("r cannot be put back") },
    ]);
  });

  it("of what it cannot delete, by its kind and name", () => {
    const nothing = { delete: { workbooks: false, reports: false } };
    const made = appliedReport("r", { name: "R" });
    const change = ofReport({ action: "create", publicId: made.publicId });
    const plan = undo({
      before: undefined,
      change: create,
      reports: [{ change, before: undefined, file: "r.json" }],
      liveReports: [made],
      can: nothing,
    });
    expect(plan.changes).toEqual([]);
    expect(plan.diagnostics).toMatchObject(
      [
        ["report", "r"],
        ["workbook", "rev"],
      ].map(([kind, key]) => ({
        rule: "delete-unsupported",
        severity: "error",
        file: "run.json",
        line: 1,
        subject: key,
        message: `this deployment does not describe deleting a ${kind}; ${key}, which that run made, stays`,
        help: "Delete it on the platform.",
      })),
    );
    expect(plan.diagnostics.map(({ slug }) => slug)).toEqual([undefined, "rev"]);
    expect(plan.leftOut?.map(({ kind, key, action, id }) => [kind, key, action, id])).toEqual([
      ["report", "r", "delete", 55],
      ["workbook", "rev", "delete", 7],
    ]);
    const one = undo({
      before: undefined,
      change: create,
      reports: [{ change, before: undefined, file: "r.json" }],
      liveReports: [made],
      can: { delete: { workbooks: false, reports: true } },
    });
    expect([...shown(one), ...rules(one)]).toEqual(["delete report r", "delete-unsupported"]);
  });

  it("of later runs that it undoes as well, where it changes something", () => {
    const laterRuns = ({ key }: RunChange) => (key === "rev" ? ["run-2", "run-3"] : []);
    const found = undo({ more: { laterRuns } }).diagnostics;
    expect(found).toEqual([
      {
        ...{ rule: "changed-again", severity: "warning", file: "run.json", line: 1, column: 1 },
        message: "rev was changed again by run-2, run-3: that is undone as well",
      },
    ]);
    expect(rules(undo({ live: [BEFORE], more: { laterRuns } }))).toEqual([]);
    // A report of the same key is not the workbook, and a stamp changed nothing.
    const besides = [changeOf({ kind: "report" }), changeOf({ action: "stamp" })];
    expect(undo({ besides, more: { laterRuns } }).diagnostics).toHaveLength(1);
  });

  it("of the folders that the run made and it keeps", () => {
    const folder = (key: string, status: RunChange["status"]) =>
      changeOf({ kind: "folder", key, action: "create", status });
    const besides = [
      folder("A", "applied"),
      folder("A/B", "applied"),
      folder("C", "failed"),
      changeOf({ key: "other" }),
    ];
    expect(undo({ besides }).diagnostics).toEqual([
      {
        ...{ rule: "folders-kept", severity: "warning", file: "run.json", line: 1, column: 1 },
        message: "folders that the run made are kept: A, A/B",
      },
    ]);
    expect(rules(undo({ besides, live: [BEFORE] }))).toEqual([]);
    expect(rules(undo({ besides: [folder("C", "failed")] }))).toEqual([]);
  });

  it("of all that in the order of files and words", () => {
    const plan = undo({
      change: { publish: true },
      live: [{ ...AFTER, published: { title: "New" } }],
      besides: [changeOf({ kind: "folder", key: "A", action: "create" })],
      more: { laterRuns: () => ["run-2"], recordFile: "a.json" },
    });
    expect(plan.diagnostics.map(({ rule, file }) => [rule, file])).toEqual([
      ["stays-published", FILE],
      ["folders-kept", "a.json"],
      ["changed-again", "a.json"],
    ]);
  });
});

describe("a deletion of a rollback", () => {
  it("is of what is live now, and says what goes with it", () => {
    const hazardsOf = (live: LiveWorkbook) => undo({ before: undefined, change: create, live: [live] });
    const stamp = AFTER.meta.boardwright as JsonObject;
    const [plain] = hazardsOf(AFTER).changes;
    expect(plain).toMatchObject({
      ...{ kind: "workbook", action: "delete", key: "rev", id: 7, title: "New" },
      fingerprint: fingerprint(AFTER, { ignored: [] }),
      hazards: [{ code: "delete", message: "created by that run: rolling back deletes it" }],
    });
    const messages = (live: LiveWorkbook) => hazardsOf(live).changes[0]?.hazards.map((one) => one.message);
    expect(messages({ ...AFTER, name: "Mine" })?.[1]).toBe("edited outside Git since the last apply");
    expect(messages({ ...AFTER, meta: {} })?.[1]).toBe("no longer managed by any project");
    expect(messages({ ...AFTER, meta: { boardwright: { ...stamp, project: "other" } } })?.[1]).toContain(
      '"other"',
    );
  });

  it("counts as one among the managed workbooks", () => {
    const others = Array.from({ length: 9 }, (_, at) => ({ ...applied(OLD, `o${at}`), id: 20 + at }));
    const live = [AFTER, ...others];
    const change = (index: number) =>
      changeOf({ ...create, key: `o${index}`, id: 20 + index, status: "applied" });
    const codes = (count: number, present = live) => {
      const past = Array.from({ length: count }, (_, at) => ({
        change: change(at),
        before: undefined,
        file: "run.json",
      }));
      return undo({ live: present, more: { workbooks: past } }).changes.flatMap(({ hazards }) =>
        hazards.map(({ code }) => code),
      );
    };
    expect(codes(1)).toEqual(["delete"]);
    expect(codes(2)).toEqual(["delete", "mass-change", "delete", "mass-change"]);
    const foreign = { ...AFTER, meta: {} };
    expect(codes(2, [foreign, ...others])).toEqual(["delete", "delete"]);
  });
});

describe("a publication that a rollback makes", () => {
  const change = { action: "publish" as const, publish: true, managed: undefined };
  const numbered = (published: number | undefined, publishedVersion: number | undefined = 4) => {
    const stamp = {
      ...(AFTER.meta.boardwright as JsonObject),
      ...(published !== undefined && { published }),
    };
    const live = {
      ...AFTER,
      meta: { boardwright: stamp },
      published: { title: "New" },
      publishedVersion,
    };
    const before = { ...live, published: { title: "Seen" } };
    return [undo({ change, before, live: [live] }).changes[0], live] as const;
  };

  it("is counted by a stamp that counts them, so that nobody takes it for an edit", () => {
    const [made, live] = numbered(4);
    expect(made).toMatchObject({
      ...{ kind: "workbook", action: "publish", key: "rev", id: 7, title: "New" },
      publication: publicationPrint(live, { ignored: [] }),
      fingerprint: fingerprint(live, { ignored: [] }),
    });
    expect(readStamp(made?.request?.meta)).toEqual({ ...readStamp(live.meta), published: 5 });
    expect(Object.keys(made?.request ?? {})).toEqual(["meta"]);
  });

  it("is not where the stamp or the platform counts none, or the stamp is not ours", () => {
    expect(numbered(undefined)[0]?.request).toBeUndefined();
    const stamp = AFTER.meta.boardwright as JsonObject;
    const request = (live: Partial<LiveWorkbook>) => {
      const now = { ...AFTER, published: { title: "New" }, publishedVersion: 4, ...live };
      return undo({ change, before: { ...now, published: { title: "Seen" } }, live: [now] }).changes[0]
        ?.request;
    };
    const counting = { boardwright: { ...stamp, published: 4 } };
    expect(request({ meta: counting })).toBeDefined();
    expect(request({ meta: counting, publishedVersion: undefined })).toBeUndefined();
    expect(request({ meta: { boardwright: { ...stamp, published: 4, project: "other" } } })).toBeUndefined();
    expect(request({ meta: {} })).toBeUndefined();
  });

  it("is made, too, where a report that it draws is put back", () => {
    const report = appliedReport("r", { name: "R" });
    const managed = { fields: ["name"], meta: [] };
    const drawing = { title: "New", chart: { reportId: 55 } };
    const live = { ...AFTER, published: drawing, draft: drawing };
    const back = (now: LiveReport) =>
      shown(
        undo({
          change,
          before: live,
          live: [live],
          reports: [
            { change: ofReport({ managed, publicId: report.publicId }), before: report, file: "r.json" },
          ],
          liveReports: [now],
        }),
      );
    expect(back({ ...report, name: "Mine" })).toEqual(["update report r", "publish workbook rev"]);
    expect(back(report)).toEqual([]);
  });
});

it("restores no stamp alone, and counts the workbook as it is", () => {
  const copy = { ...BEFORE, meta: { team: "sales" } };
  const plan = undo({ live: [copy] });
  expect([plan.changes, plan.summary.unchanged, plan.summary.stamp]).toEqual([[], 1, 0]);
});
