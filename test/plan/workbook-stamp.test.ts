// What the stamp of a workbook says besides its state: how often it was published, which preview it is of, and nothing ignored.
import { describe, expect, it } from "vitest";
import { type Change, type JsonObject, readStamp, valueAt } from "../../src/model/index.ts";
import { baseOf, fingerprint, type LiveWorkbook, publicationPrint } from "../../src/plan/index.ts";
import { shapeOf } from "../../src/plan/state/state.ts";
import { afterUpsert, liveWorkbook, planOf as planOfWorkbooks } from "./support.ts";
import { applied, appliedReport, CHART, planOf, SCOPE } from "./world.ts";

const ENTRY: JsonObject = { name: "A", publish: true, dashboard: { title: "T" } };
const only = (entry: JsonObject, live: LiveWorkbook[] = []) =>
  planOf({ entries: { a: entry }, live }).changes[0];
const published = (change: Change | undefined) => readStamp(change?.request?.meta)?.published;

describe("the stamp of a workbook that is published", () => {
  const live = (given: Partial<LiveWorkbook>) => liveWorkbook("a", { name: "Old", ...given });
  const shown = { published: { title: "Old" }, publishedVersion: 4 };

  it("has the number of the publication that it finds, 0 for none", () => {
    expect(published(only(ENTRY))).toBe(0);
    expect(published(only(ENTRY, [live({})]))).toBe(0);
    expect(published(only(ENTRY, [live(shown)]))).toBe(4);
    expect(published(only(ENTRY, [live({ ...shown, publishedVersion: undefined })]))).toBeUndefined();
    expect(published(only({ ...ENTRY, publish: false }, [live(shown)]))).toBeUndefined();
  });

  it("is not written again where only the publication is missing", () => {
    const ours = applied("a", ENTRY);
    const change = only(ENTRY, [ours]);
    expect(change).toMatchObject({
      action: "publish",
      origin: "git",
      publish: true,
      publication: null,
      fields: [],
    });
    expect(change?.request).toBeUndefined();
    const unstamped = only(ENTRY, [{ ...ours, meta: {} }]);
    expect(unstamped).toMatchObject({ action: "publish", origin: "unknown" });
    expect(Object.keys(unstamped?.request ?? {})).toEqual(["meta"]);
  });

  it("stays as it is where only a report moved, and the change is of what is live", () => {
    const entries = { a: { publish: true, dashboard: CHART } };
    const report = appliedReport("by-month", { name: "R" });
    const liveReports = [report];
    const first = planOf({ entries, reports: { "by-month": { name: "R" } }, liveReports });
    const made = afterUpsert(
      "a",
      first.changes.find(({ kind }) => kind === "workbook")?.request as JsonObject,
    );
    const now = { ...made, name: "Live", published: made.draft };
    const unstamped = [{ ...report, meta: {} }];
    const stamped = planOf({
      entries,
      reports: { "by-month": { name: "R" } },
      liveReports: unstamped,
      live: [now],
    });
    expect(stamped.changes.map(({ kind, action }) => `${action} ${kind}`)).toEqual(["stamp report"]);
    const moved = planOf({ entries, reports: { "by-month": { name: "New" } }, liveReports, live: [now] });
    const change = moved.changes.find(({ kind }) => kind === "workbook");
    expect(change).toEqual({
      ...{
        renews: { changing: ["by-month"], changed: [] },
        kind: "workbook",
        key: "a",
        action: "publish",
        origin: "git",
        id: 7,
        title: "Live",
        folder: undefined,
      },
      ...{
        source: { file: "dashboards/a.yaml", line: 2 },
        publish: true,
        visible: true,
        hazards: [],
        fields: [],
      },
      fingerprint: fingerprint(now, { ignored: [] }, change),
      publication: publicationPrint(now, { ignored: [] }),
      draws: ["by-month"],
      applied: readStamp(now.meta)?.digest,
    });
  });
});

describe("the stamp of a preview", () => {
  it("bears its mark, and is ours in that preview alone", () => {
    const mark = { name: "pr-1", branch: "b", wasOn: false };
    const scope = {
      ...SCOPE,
      ...{ ignored: [], reports: new Map(), reportVersions: new Map(), folders: new Map(), preview: mark },
    };
    const [create] = planOf({ entries: { a: ENTRY }, more: { scope } }).changes;
    expect(readStamp(create?.request?.meta)?.preview).toEqual(mark);
    const live = [afterUpsert("a", create?.request as JsonObject)];
    const renamed = { a: { ...ENTRY, name: "New" } };
    expect(planOf({ entries: renamed, live, more: { scope } }).changes[0]?.hazards).toEqual([]);
    expect(planOf({ entries: renamed, live }).changes[0]?.hazards).toMatchObject([{ code: "adopt" }]);
  });
});

describe("what is ignored", () => {
  it("is sent with a creation, and in no stamp", () => {
    const entry = { dashboard: { title: "T", seen: 1 } };
    const [create] = planOfWorkbooks({ entries: { a: entry }, live: [], ignore: ["dashboard.seen"] }).changes;
    expect(valueAt(create?.request, ["meta", "dashboardDraft"])).toEqual(entry.dashboard);
    expect(baseOf(readStamp(create?.request?.meta))).toEqual({ asked: { dashboard: { title: "T" } } });
  });
});

describe("what a declaration manages", () => {
  it("is each part that is there, and the keys of meta that have a value", () => {
    expect(shapeOf({})).toEqual({});
    expect(shapeOf({ name: "A", folder: ["F"], meta: { a: 1, b: null, c: false }, dashboard: {} })).toEqual({
      name: "",
      folder: ["F"],
      meta: { a: true, c: true },
      dashboard: {},
    });
    expect(shapeOf({ folder: { id: 7 } }).folder).toEqual({ id: 7 });
  });
});
