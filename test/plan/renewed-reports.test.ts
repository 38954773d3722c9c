// What a plan says of reports that viewers see in an older version.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { LiveWorkbook, PlannerInput } from "../../src/plan/index.ts";
import { afterUpsert } from "./support.ts";
import { appliedReport, planOf, SCOPE } from "./world.ts";

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
