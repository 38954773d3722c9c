// The plan that puts a run back: from backups and what is live now, and of nothing that the run did not manage.
import { describe, expect, it } from "vitest";
import {
  type Change,
  type JsonObject,
  type ManagedParts,
  type Plan,
  type Run,
  type RunChange,
  readStamp,
  valueAt,
} from "../../src/model/index.ts";
import {
  baseOf,
  type LiveReport,
  type LiveWorkbook,
  type Past,
  planRollback,
  type RollbackInput,
} from "../../src/plan/index.ts";
import { withKeys } from "../../src/plan/rollback/past-state.ts";
import { afterUpsert, liveWorkbook, planOf } from "./support.ts";

const FILE = ".boardwright/backups/run/rev.json";
const MANAGED: ManagedParts = { fields: ["name", "dashboard"], meta: ["team"] };
const OLD = { name: "Old", meta: { team: "sales" }, dashboard: { title: "Old" } };
const NEW = { name: "New", meta: { team: "finance" }, dashboard: { title: "New" } };

function applied(entry: JsonObject, slug = "rev"): LiveWorkbook {
  return afterUpsert(
    slug,
    planOf({ entries: { [slug]: entry }, live: [] }).changes.at(-1)?.request as JsonObject,
  );
}
const [BEFORE, AFTER] = [applied(OLD), applied(NEW)];

const changeOf = (given: Partial<RunChange> = {}): RunChange => ({
  kind: "workbook",
  key: "rev",
  action: "update",
  id: 7,
  publish: false,
  managed: MANAGED,
  backup: "rev.json",
  status: "applied",
  attempts: 1,
  ...given,
});

interface World {
  change?: Partial<RunChange>;
  before?: LiveWorkbook | undefined;
  live?: LiveWorkbook[];
  reports?: Past<LiveReport>[];
  liveReports?: LiveReport[];
  can?: Partial<RollbackInput["can"]>;
  more?: Partial<RollbackInput>;
}

function undo(world: World): Plan {
  const { reports = [], live = [AFTER], liveReports = [], can = {}, more = {} } = world;
  const before = "before" in world ? world.before : BEFORE;
  const change = changeOf(world.change);
  const target = { name: "test", url: "https://acme.example.com", deploymentId: 1 };
  const run: Run = {
    name: "2026-11-20T08-10-04Z",
    record: {
      formatVersion: 1,
      tool: { name: "boardwright", version: "0.1.0" },
      project: "acme",
      target,
      startedAt: "2026-11-20T08:10:04.000Z",
      changes: [change, ...reports.map((past) => past.change)],
    },
  };
  return planRollback({
    toolVersion: "0.1.0",
    project: {
      name: "acme",
      apply: { concurrency: 8, allow: [], limits: { change: 0.5, delete: 0.1 }, backups: false },
    },
    target,
    run,
    recordFile: "run.json",
    workbooks: [{ change, before, file: FILE }],
    reports,
    live,
    liveReports,
    can: { folders: true, reports: true, publish: true, delete: { workbooks: true, reports: true }, ...can },
    folderPaths: new Map<number | null, string[]>([[null, []]]),
    reportKeys: ["reportId"],
    laterRuns: () => [],
    scope: { project: "acme", deploymentId: 1, ignored: [], reportVersions: new Map(), folders: new Map() },
    ...more,
  });
}

const shown = ({ changes }: Plan) => changes.map(({ kind, key, action }) => `${action} ${kind} ${key}`);
const rules = ({ diagnostics }: Plan) => diagnostics.map(({ rule }) => rule);
const draftOf = (change: Change | undefined) => valueAt(change?.request, ["meta", "dashboardDraft"]);

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
    expect(gone({ change: { ...create, status: undefined, id: null } })).toEqual(["delete workbook rev"]);
    expect(
      gone({ change: { ...create, status: undefined, id: null }, live: [{ ...AFTER, meta: {} }] }),
    ).toEqual([]);
    expect(gone({ change: { ...create, status: "skipped", id: null } })).toEqual([]);
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
  });

  it("takes none back", () => {
    const plan = undo({ change: { publish: true }, live: [published(AFTER, "New")] });
    expect([plan.changes[0]?.publish, ...rules(plan)]).toEqual([false, "stays-published"]);
  });
});

describe("a rollback of reports", () => {
  const report = (given: Partial<LiveReport> = {}): LiveReport => ({
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

  it("deletes those that it made, and makes those that it deleted", () => {
    expect(shown(run([past({ action: "create" }, undefined)], [report()]))).toEqual(["delete report r"]);
    expect(shown(run([past({ action: "create", id: 56 }, undefined)], [report()]))).toEqual([]);
    expect(shown(run([past({ action: "delete" }, report())], []))).toEqual(["create report r"]);
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

it("counts the workbooks that it leaves as they are", () => {
  const [other, twin] = [applied(OLD, "other"), liveWorkbook("twin", { id: 9 })];
  expect(undo({ live: [AFTER, { ...other, id: 8 }, twin] }).summary).toMatchObject({
    update: 1,
    unchanged: 0,
  });
  expect(undo({ live: [BEFORE] }).summary).toMatchObject({ update: 0, unchanged: 1 });
});
