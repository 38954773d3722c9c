// What a plan makes of a publication that an apply was killed after: what the platform filled in when it published is nobody's edit, and what
// anybody else published is one.
import { describe, expect, it } from "vitest";
import {
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  STAMP_KEY,
  stampToJson,
} from "../../src/model/index.ts";
import { baseOf, type LiveWorkbook, openStamp, type PlannerInput } from "../../src/plan/index.ts";
import { afterUpsert } from "./support.ts";
import { applied, appliedReport, planOf, SCOPE } from "./world.ts";

const BOARD: JsonObject = { title: "T", layout: { cols: 12 } };
const FILLED: JsonObject = { ...BOARD, layout: { cols: 12, rows: 4 }, theme: "dark" };
const FILES: JsonObject = { name: "a", publish: true, dashboard: BOARD };
const scope = (more: Partial<PlannerInput["scope"]>): Partial<PlannerInput> => ({
  scope: {
    ...SCOPE,
    ignored: [],
    reports: new Map(),
    folders: new Map(),
    reportVersions: new Map(),
    ...more,
  },
});
/** As an apply leaves it that was killed right after its first publication, by default a platform that fills in both. */
function killed(given: Partial<LiveWorkbook> = {}, stamp: JsonObject = {}, entry = FILES): LiveWorkbook {
  const ours = applied("a", entry);
  const meta = { [STAMP_KEY]: { ...(ours.meta[STAMP_KEY] as JsonObject), ...stamp } };
  return { ...ours, meta, draft: FILLED, published: FILLED, publishedVersion: 1, ...given };
}
const changeOf = (live: LiveWorkbook, more: Partial<PlannerInput> = {}, entry = FILES) =>
  planOf({ entries: { a: entry }, live: [live], more }).changes[0];

describe("what the platform filled in when an apply published that was killed after it", () => {
  it("is learned with the stamp, and is no edit", () => {
    const change = changeOf(killed());
    expect(change).toMatchObject({ action: "stamp", fields: [], hazards: [], publish: false, origin: "git" });
    const base = baseOf(readStamp(change?.request?.meta));
    expect(base).toEqual({
      asked: { name: "a", dashboard: BOARD },
      answered: { name: "a", dashboard: FILLED },
    });
    const after = { ...killed(), meta: { ...(change?.request?.meta as JsonObject) } };
    expect(changeOf(after)).toBeUndefined();
  });

  it("is known beside a change in Git", () => {
    const change = changeOf(killed(), {}, { ...FILES, dashboard: { ...BOARD, title: "New" } });
    expect(change?.fields.map(({ path, origin }) => `${path} ${origin}`)).toEqual(["dashboard.title git"]);
    expect(change?.hazards).toEqual([]);
  });

  it.each<[string, LiveWorkbook]>([
    ["published since", killed({ publishedVersion: 2 })],
    ["whose publication has no number", killed({ publishedVersion: undefined })],
    ["that is not published", killed({ published: undefined })],
    ["of which a stamp knows what is published", killed({}, { shown: `sha256:${"0".repeat(64)}` })],
    ["whose stamp counts no publications", killed({}, { published: null })],
    ["where viewers do not have what was added", killed({ published: BOARD })],
    ["where viewers lost something", killed({ published: { ...FILLED, layout: { rows: 4 } } })],
    ["where viewers have another value", killed({ draft: FILLED, published: { ...FILLED, title: "U" } })],
    ["that nobody manages", { ...killed(), meta: {} }],
  ])("is not assumed of a workbook %s", (_, live) => {
    expect(changeOf(live)?.action).toBe("update");
  });

  it("is only what viewers have as well, and the rest is an edit", () => {
    const change = changeOf(killed({ draft: { ...FILLED, mine: 1 } }));
    expect(change?.fields.map(({ path, origin }) => `${path} ${origin}`)).toEqual(["dashboard.mine live"]);
    const other = changeOf(killed({ published: { ...FILLED, theme: "light" } }));
    expect(other?.fields.map(({ path }) => path)).toEqual(["dashboard.theme"]);
  });

  it("is learned without what is ignored", () => {
    const ignored = [parseIgnoredPath("dashboard.theme") ?? []];
    const change = changeOf(killed({ published: { ...FILLED, theme: "light" } }), scope({ ignored }));
    expect(change?.action).toBe("stamp");
    expect(baseOf(readStamp(change?.request?.meta))?.answered?.dashboard).toEqual({
      ...BOARD,
      layout: { cols: 12, rows: 4 },
    });
  });

  it("needs no stamp where nothing was filled in, and no base where no answer was seen", () => {
    expect(changeOf(killed({ draft: BOARD, published: BOARD }))).toBeUndefined();
    const open = stampToJson(
      openStamp(readStamp(killed().meta) as NonNullable<ReturnType<typeof readStamp>>),
    );
    expect(changeOf(killed({ draft: BOARD, published: BOARD }, open as JsonObject))?.action).toBe("stamp");
  });
});

describe("reports that viewers see in an older version", () => {
  const drawing: JsonObject = {
    publish: true,
    dashboard: {
      widgets: ["r", "s", "q"].map((key) => ({ id: key, config: { reportId: { $report: key } } })),
    },
  };
  const reports = { s: { name: "S" }, r: { name: "R" }, q: { name: "Q" } };
  const liveReports = Object.entries(reports).map(([key, entry], index) =>
    appliedReport(key, entry, { id: 55 + index }),
  );
  const ids = new Map([
    ["s", 55],
    ["r", 56],
    ["q", 57],
  ]);
  const made = planOf({ entries: { a: drawing }, reports, liveReports }).changes[0];
  const drawn = afterUpsert("a", made?.request as JsonObject);
  const live: LiveWorkbook = {
    ...drawn,
    published: drawn.draft,
    snapshots: new Map([
      [55, 3],
      [56, 3],
      [57, 3],
    ]),
  };
  const planned = (versions: [number, number][], given: Partial<LiveWorkbook> = {}, entry = drawing) =>
    planOf({
      entries: { a: entry },
      reports,
      liveReports,
      live: [{ ...live, ...given }],
      more: scope({ reports: ids, reportVersions: new Map(versions) }),
    }).changes[0];

  it("are named, in order, whatever else a publication brings", () => {
    expect(
      planned([
        [55, 3],
        [56, 3],
      ]),
    ).toBeUndefined();
    expect(
      planned([
        [55, 4],
        [56, 4],
        [57, 2],
      ]),
    ).toMatchObject({
      action: "publish",
      renews: { changing: [], changed: ["r", "s"] },
    });
    const old = planned([[56, 4]], { published: { title: "Old" } });
    expect(old).toMatchObject({ renews: { changing: [], changed: ["r"] } });
    expect(old?.shown?.map(({ path }) => path)).toContain("dashboard.title");
    expect(planned([[56, 4]], { published: undefined })).not.toHaveProperty("renews");
    expect(planned([[56, 4]], {}, { ...drawing, publish: false })).toBeUndefined();
  });

  it("are named beside an update, which publishes anyway", () => {
    const renamed = { ...drawing, name: "New" };
    expect(planned([[56, 4]], {}, renamed)).toMatchObject({
      action: "update",
      renews: { changing: [], changed: ["r"] },
    });
    expect(planned([[56, 3]], {}, renamed)).not.toHaveProperty("renews");
    expect(planned([[56, 4]], {}, { ...renamed, publish: false })).not.toHaveProperty("renews");
  });

  it("are not named again where this plan changes them", () => {
    const changed = (entry: JsonObject, given: Partial<LiveWorkbook> = {}) =>
      planOf({
        entries: { a: entry },
        reports: { ...reports, r: { name: "New" } },
        liveReports,
        live: [{ ...live, ...given }],
        more: scope({
          reports: ids,
          reportVersions: new Map([
            [55, 4],
            [56, 4],
          ]),
        }),
      }).changes.find(({ kind }) => kind === "workbook");
    expect(changed(drawing)).toMatchObject({
      action: "publish",
      draws: ["r"],
      renews: { changing: ["r"], changed: ["s"] },
    });
    expect(changed(drawing, { published: { title: "Old" } })).toMatchObject({
      renews: { changing: ["r"], changed: ["s"] },
    });
  });
});
