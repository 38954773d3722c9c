// A workbook and a report of the platform as planning reads them: forms differ between deployments, the state does not.
import { describe, expect, it } from "vitest";
import { carriesState, toLiveReport, toLiveWorkbook } from "../../src/live/index.ts";
import type { WireReport, WireWorkbook } from "../../src/platform/index.ts";

const wire = (given: object = {}) =>
  ({
    id: 7,
    deploymentId: 1,
    name: "Revenue",
    slug: "revenue",
    type: "WORKBOOK",
    meta: {},
    ...given,
  }) as WireWorkbook;
const PATHS = new Map<number | null, string[]>([
  [null, []],
  [31, ["Finance"]],
]);
const live = (given: object = {}) => toLiveWorkbook(wire(given), PATHS);
const entry = (id: number, name: string) => ({ id, name });

describe("a live workbook", () => {
  it.each<[string, object, unknown]>([
    ["at the top", { dashboardDraft: { title: "top" } }, { title: "top" }],
    ["in meta", { meta: { dashboardDraft: { title: "meta" } } }, { title: "meta" }],
    [
      "in both, the top one first",
      { dashboardDraft: { title: "top" }, meta: { dashboardDraft: { title: "meta" } } },
      { title: "top" },
    ],
    [
      "in meta, where the top says none",
      { dashboardDraft: null, meta: { dashboardDraft: { title: "meta" } } },
      { title: "meta" },
    ],
    ["nowhere", { dashboardDraft: null }, undefined],
  ])("has its draft %s", (_, given, draft) => {
    expect(live(given)?.draft).toEqual(draft);
    expect(live(given)?.meta).toEqual({});
  });

  it.each<[string, object, unknown]>([
    ["the root's, in no folder", { folderPath: [entry(31, "Finance")] }, []],
    [
      "as the workbook tells it",
      { folderId: 32, folderPath: [entry(31, "Finance"), entry(32, "Revenue")] },
      ["Finance", "Revenue"],
    ],
    [
      "not a part of the way",
      { folderId: 33, folderPath: [entry(31, "Finance"), entry(32, "Revenue")] },
      undefined,
    ],
    [
      "that of the list of folders, where the workbook tells a part",
      { folderId: 31, folderPath: [entry(30, "Up")] },
      ["Finance"],
    ],
    ["that of the list, where it tells none", { folderId: 31 }, ["Finance"]],
    ["that of the list, where it tells an empty one", { folderId: 31, folderPath: [] }, ["Finance"]],
    ["unknown, where nobody tells", { folderId: 99 }, undefined],
  ])("has the path of its folder: %s", (_, given, path) => expect(live(given)?.folderPath).toEqual(path));

  it("in no folder has the root's path, also where no folder is known", () => {
    expect(toLiveWorkbook(wire(), new Map())?.folderPath).toEqual([]);
  });

  it("has what viewers see, and the versions of reports frozen in it", () => {
    const reportSnapshots = [{ reportId: 55, versionNumber: 4 }];
    const published = { versionNumber: 3, config: { title: "seen" }, reportSnapshots };
    expect(live({ publishedDashboard: published })).toMatchObject({
      published: { title: "seen" },
      publishedVersion: 3,
    });
    expect([...(live({ publishedDashboard: published })?.snapshots ?? [])]).toEqual([[55, 4]]);
    const both = { publishedDashboard: published, dashboardPublished: { title: "top" } };
    expect(live(both)?.published).toEqual({ title: "top" });
    expect(live()?.published).toBeUndefined();
  });

  it.each<[object, boolean | undefined]>([
    [{}, undefined],
    [{ meta: null }, true],
    [{ meta: undefined }, true],
    [{ meta: [] }, true],
  ])("%j says whether its meta was seen: unseen %s", (given, unseen) => {
    expect(live(given)?.metaUnseen).toBe(unseen);
    expect(live(given)?.meta).toEqual({});
    if (unseen) expect(carriesState(wire({ dashboardDraft: {}, ...given }))).toBe(false);
  });

  it.each([undefined, null, {}, "text"])(
    "has no versions of reports where it is published with %j",
    (reportSnapshots) => {
      const snapshots = live({
        publishedDashboard: { versionNumber: 1, config: {}, reportSnapshots },
      })?.snapshots;
      expect(snapshots).toEqual(new Map());
    },
  );

  it("is not taken for published where that is no object, and has no time that is no text", () => {
    expect(live({ dashboardPublished: "text" })?.published).toBeUndefined();
    expect(live({ publishedDashboard: { versionNumber: 1, config: null } })?.published).toBeUndefined();
    expect(live({ updatedAt: 7 })?.updatedAt).toBeUndefined();
    expect(live({ updatedAt: "2026-11-20" })?.updatedAt).toBe("2026-11-20");
  });

  it("has its slug as files write it; without one, or of another type, it is none", () => {
    expect(live({ slug: "Revenue" })?.slug).toBe("revenue");
    expect(live({ type: undefined })?.slug).toBe("revenue");
    for (const none of [{ slug: null }, { slug: undefined }, { type: "REPORT" }, { type: "FOLDER" }])
      expect(live(none)).toBeUndefined();
  });

  it.each<[object, boolean]>([
    [{ dashboardDraft: {} }, true],
    [{ dashboardDraft: null }, true],
    [{ meta: { dashboardDraft: {} } }, true],
    [{ meta: { dashboardDraft: null } }, false],
    [{}, false],
  ])("%j says whether it has a draft: %s", (given, says) => expect(carriesState(wire(given))).toBe(says));
});

it("is a report with null for what is not told", () => {
  const report = {
    id: 55,
    publicId: "AbCdEfGhIjKl",
    name: "R",
    jsonQuery: "{}",
    meta: null,
  } as unknown as WireReport;
  expect(toLiveReport(report)).toEqual({
    kind: "report",
    id: 55,
    publicId: "AbCdEfGhIjKl",
    name: "R",
    title: null,
    jsonQuery: "{}",
    sqlQuery: null,
    pivotItems: null,
    meta: {},
    workbookId: null,
    version: null,
  });
});
