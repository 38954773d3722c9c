// What viewers see: when a workbook is published, when it is published again, and whose publication that overwrites.
import { describe, expect, it } from "vitest";
import {
  type Change,
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../../src/model/index.ts";
import { isPublished, type LiveWorkbook, type PlannerInput, publicationPrint } from "../../src/plan/index.ts";
import { afterUpsert, liveWorkbook, planOf as planOfWorkbooks } from "./support.ts";
import { applied, appliedReport, CHART, find, planOf, SCOPE, shown, type World } from "./world.ts";

describe("publishing", () => {
  const entry = { publish: true, dashboard: { title: "T" } };
  const draft = applied("a", entry);
  const published = { ...draft, published: { title: "T" } };

  it("is asked for where viewers see something else", () => {
    expect(shown(planOf({ entries: { a: entry }, live: [draft] }))).toEqual(["publish workbook a"]);
    expect(shown(planOf({ entries: { a: entry }, live: [published] }))).toEqual([]);
    const other = { ...draft, published: { title: "Old" } };
    expect(shown(planOf({ entries: { a: entry }, live: [other] }))).toEqual(["publish workbook a"]);
    const frozen = { ...published, snapshots: new Map([[55, 3]]) };
    const versions = (version: number): Partial<PlannerInput> => ({
      scope: {
        ...SCOPE,
        ignored: [],
        reports: new Map(),
        folders: new Map(),
        reportVersions: new Map([[55, version]]),
      },
    });
    expect(shown(planOf({ entries: { a: entry }, live: [frozen], more: versions(3) }))).toEqual([]);
    expect(shown(planOf({ entries: { a: entry }, live: [frozen], more: versions(4) }))).toEqual([
      "publish workbook a",
    ]);
  });

  it("is left out with a warning where the deployment has none", () => {
    const plan = planOf({ entries: { a: entry }, can: { publish: false } });
    expect(plan.changes.map(({ publish }) => publish)).toEqual([false]);
    expect(plan.diagnostics).toMatchObject([
      {
        rule: "publish-unsupported",
        severity: "warning",
        slug: "a",
        file: "dashboards/a.yaml",
        line: 2,
        message: expect.stringContaining("a is applied as a draft"),
        help: expect.stringContaining("`publish: false`"),
      },
    ]);
  });

  it("follows a change of a report that the workbook draws", () => {
    const drawing = { publish: true, dashboard: CHART };
    const report = appliedReport("by-month", { name: "R" });
    const world = { entries: { a: drawing }, liveReports: [report] };
    const first = planOf({ ...world, reports: { "by-month": { name: "R" } } });
    const live = afterUpsert("a", find(first, "workbook")?.request as JsonObject);
    const shownLive = { ...live, published: live.draft as JsonObject };
    const same = planOf({ ...world, live: [shownLive], reports: { "by-month": { name: "R" } } });
    expect([shown(same), same.summary.unchanged]).toEqual([[], 1]);
    const moved = planOf({ ...world, live: [shownLive], reports: { "by-month": { name: "New" } } });
    expect([shown(moved), moved.summary.unchanged]).toEqual([
      ["update report by-month", "publish workbook a"],
      0,
    ]);
  });
});

describe("a workbook that draws a report which changes", () => {
  const drawing = (...keys: string[]): JsonObject => ({
    publish: true,
    dashboard: { widgets: keys.map((key) => ({ id: key, config: { reportId: { $report: key } } })) },
  });
  const before = { r: { name: "R" }, s: { name: "S" }, a: { name: "A" } };
  const liveReports = Object.entries(before).map(([key, entry], index) =>
    appliedReport(key, entry, { id: 55 + index }),
  );
  const entries: Record<string, JsonObject> = { a: drawing("r", "s"), b: drawing("a"), c: drawing() };
  const made = planOf({ entries, reports: before, liveReports });
  const live = made.changes.map(({ key, request }, index): LiveWorkbook => {
    const workbook = { ...afterUpsert(key, request as JsonObject), id: 7 + index };
    return { ...workbook, published: workbook.draft };
  });
  const world: World = { entries, live, reports: before, liveReports };
  const actions = (given: World) =>
    planOf({ ...world, ...given })
      .changes.filter(({ kind }) => kind === "workbook")
      .map(({ key, action, publish }) => `${action} ${key} ${publish}`);

  it("is published again, whichever it is of those that it draws, and no other is", () => {
    expect(actions({})).toEqual([]);
    expect(actions({ reports: { ...before, r: { name: "New" } } })).toEqual(["publish a true"]);
    expect(actions({ reports: { ...before, s: { name: "New" } } })).toEqual(["publish a true"]);
    // The report has the key that another workbook has as its slug.
    expect(actions({ reports: { ...before, a: { name: "New" } } })).toEqual(["publish b true"]);
    expect(actions({ reports: { ...before, r: { name: "New" } }, live: live.slice(1) })).toEqual([
      "create a true",
    ]);
  });

  it("is so beside changes of other workbooks", () => {
    const renamed = { ...entries, c: { ...entries.c, name: "New" } };
    expect(actions({ entries: renamed, reports: { ...before, a: { name: "New" } } })).toEqual([
      "publish b true",
      "update c true",
    ]);
  });

  it("is so with a change of its own, which stays one, or is more than a stamp", () => {
    const reports = { ...before, r: { name: "New" } };
    const renamed = { ...entries, a: { ...entries.a, name: "New" } };
    expect(actions({ entries: renamed, reports })).toEqual(["update a true"]);
    const unstamped = live.map((workbook) => ({ ...workbook, meta: {} })).slice(0, 1);
    const one = { entries: { a: entries.a as JsonObject }, live: unstamped };
    expect(actions(one)).toEqual(["stamp a false"]);
    expect(actions({ ...one, reports })).toEqual(["publish a true"]);
    const change = find(planOf({ ...world, ...one, reports }), "workbook");
    expect(change?.publication).toBe(publicationPrint(unstamped[0] as LiveWorkbook, { ignored: [] }));
    expect(readStamp(change?.request?.meta)?.of).toBe("1/a");
  });

  it("is not if it is not to be published", () => {
    const drafts = { ...entries, a: { ...entries.a, publish: false } };
    expect(actions({ entries: drafts, reports: { ...before, r: { name: "New" } } })).toEqual([]);
    expect(actions({ reports: { ...before, r: { name: "New" } }, can: { publish: false } })).toEqual([]);
  });
});

describe("a publication", () => {
  const FILES = { publish: true, name: "a", dashboard: { title: "T" } };
  const ours = applied("a", FILES);
  /** As an apply leaves it that published version 4 at last. */
  const live = (given: Partial<LiveWorkbook> = {}, seen: number | null = 4): LiveWorkbook => {
    const { published: _, ...stamp } = { ...readStamp(ours.meta) } as ReturnType<typeof readStamp> & object;
    const meta = { [STAMP_KEY]: stampToJson(seen === null ? stamp : { ...stamp, published: seen }) };
    return { ...ours, meta, published: { title: "T" }, publishedVersion: 4, ...given };
  };
  const theirs = { published: { title: "Theirs" }, publishedVersion: 5 };
  const toldOf = (workbook: LiveWorkbook, entry: JsonObject = FILES, ignore: string[] = []) => {
    const { changes } = planOfWorkbooks({ entries: { a: entry }, live: [workbook], ignore });
    return changes.map(({ action, hazards }) => [action, ...hazards.map(({ code }) => code)].join(" "));
  };

  it("that somebody made since the last apply is drift, of this origin and version", () => {
    expect(toldOf(live())).toEqual([]);
    expect(toldOf(live(theirs))).toEqual(["publish drift"]);
    const [change] = planOf({ entries: { a: FILES }, live: [live(theirs)] }).changes;
    expect(change?.origin).toBe("live");
    expect(change?.publication).toBe(publicationPrint(live(theirs), { ignored: [] }));
    expect(change?.hazards[0]?.message).toContain("version 5");
  });

  it.each<[string, LiveWorkbook, string[]]>([
    ["that is the last one of ours", live({ ...theirs, publishedVersion: 4 }), ["publish"]],
    ["that the platform does not number", live({ ...theirs, publishedVersion: undefined }), ["publish"]],
    ["of which the stamp does not know ours", live(theirs, null), ["publish"]],
    ["that there is none of", live({ published: undefined, publishedVersion: undefined }), ["publish"]],
    ["of what was applied", live({ publishedVersion: 5 }), []],
    [
      "of what was applied, over a draft that somebody edited",
      live({ publishedVersion: 5, draft: { title: "Mine" } }),
      ["update drift"],
    ],
    ["of what nobody manages", { ...live(theirs), meta: {} }, ["publish"]],
  ])("%s is none of somebody else's", (_, workbook, expected) => {
    expect(toldOf(workbook)).toEqual(expected);
  });

  it("is told of beside an update, once, and not if it only repeats an edited draft", () => {
    const renamed = { ...FILES, name: "New" };
    const messages = (workbook: LiveWorkbook, entry: JsonObject) =>
      planOf({ entries: { a: entry }, live: [workbook] }).changes[0]?.hazards.map(({ message }) => message);
    expect(messages(live(theirs), renamed)).toEqual([expect.stringContaining("version 5")]);
    expect(messages(live({ ...theirs, draft: { title: "Mine" } }), FILES)).toEqual([
      "edited outside Git since the last apply",
    ]);
    expect(messages(live({ ...theirs, draft: theirs.published }), FILES)).toEqual([
      "edited outside Git since the last apply",
    ]);
    // Edited in Git to the same: nothing but the draft's repetition is live.
    expect(toldOf(live({ ...theirs, draft: { title: "Theirs" }, name: "New" }), renamed)).toEqual([
      "update drift",
    ]);
    const both = { ...FILES, dashboard: { title: "Git" } };
    expect(toldOf(live({ ...theirs, draft: { title: "UI" } }), both)).toEqual(["update conflict drift"]);
    expect(toldOf(live({ ...theirs, draft: theirs.published }), both)).toEqual(["update conflict"]);
    expect(toldOf(live(theirs), { ...renamed, publish: false })).toEqual(["update"]);
  });

  it("is nobody's edit where the base does not say which dashboard was applied", () => {
    const named = applied("a", { name: "a" });
    const counting = (given: JsonObject) => ({
      meta: { [STAMP_KEY]: { ...(named.meta[STAMP_KEY] as JsonObject), published: 4, ...given } },
    });
    expect(toldOf(live({ ...theirs, ...counting({}) }))).toEqual(["publish"]);
    const damaged = counting({ base: "", digest: `sha256:${"0".repeat(64)}` });
    expect(toldOf(live({ ...theirs, ...damaged }), { ...FILES, name: "New" })).toEqual(["update adopt"]);
  });

  it("is compared without what is ignored", () => {
    const seen = { published: { title: "T", seen: 2 }, publishedVersion: 5, draft: { title: "T", seen: 1 } };
    expect(toldOf(live(seen), FILES, ["dashboard.seen"])).toEqual([]);
    expect(toldOf(live(seen))).toEqual(["update drift"]);
    const moved = { ...seen, published: { title: "Theirs", seen: 2 } };
    expect(toldOf(live(moved), FILES, ["dashboard.seen"])).toEqual(["publish drift"]);
  });

  it("has a print of what viewers see, without what is ignored, and none where there is none", () => {
    const ignored = [parseIgnoredPath("dashboard.seen") ?? []];
    const print = (title: string, seen = 1) =>
      publicationPrint(liveWorkbook("a", { published: { title, seen } }), { ignored });
    expect(print("T")).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect([print("T", 2) === print("T"), print("U") === print("T")]).toEqual([true, false]);
    expect(publicationPrint(liveWorkbook("a"), { ignored })).toBeNull();
  });

  it("shows what is wanted where nothing is, and shows nothing where there is none", () => {
    const scope = { ignored: [], reportVersions: new Map() };
    expect(isPublished(liveWorkbook("a"), scope)).toBe(true);
    expect(isPublished(liveWorkbook("a", { draft: { title: "T" } }), scope)).toBe(false);
    const ignored = [parseIgnoredPath("dashboard") ?? []];
    expect(isPublished(liveWorkbook("a", { draft: { title: "T" } }), { ...scope, ignored })).toBe(false);
  });

  it("goes with an update whose dashboard is ignored: as it is live, or sent once where none is", () => {
    const publishes = (draft: JsonObject | undefined) =>
      planOfWorkbooks({
        entries: { a: { ...FILES, name: "New" } },
        live: [liveWorkbook("a", { draft, name: "By hand" })],
        ignore: ["dashboard"],
      }).changes.map(({ publish, publication }: Change) => [publish, publication]);
    expect(publishes({ title: "Live" })).toEqual([[true, null]]);
    expect(publishes(undefined)).toEqual([[true, null]]);
  });
});
