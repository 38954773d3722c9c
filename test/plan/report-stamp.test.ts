// What is written of a report, and when its stamp alone is: the owner, the base, the version that viewers go on seeing.
import { describe, expect, it } from "vitest";
import { type JsonObject, readStamp, valueAt } from "../../src/model/index.ts";
import type { ReportScope } from "../../src/plan/change/report-change.ts";
import { baseOf, compareReport, declareReport, type LiveReport } from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { resolved } from "./support.ts";
import { appliedReport } from "./world.ts";

const SCOPE: ReportScope = { project: "acme", deploymentId: 1, workbooks: new Map() };
const ENTRY: JsonObject = { name: "R", query: { limit: 1 }, meta: { color: "red" } };
const MARK = { name: "pr-1", branch: "b", wasOn: false };
const compare = (entry: JsonObject, live?: LiveReport, scope: Partial<ReportScope> = {}) => {
  const declared = declareReport({ ...resolved("r", entry), key: "r" } as never, {
    project: "acme",
    target: "test",
    deploymentId: 1,
  });
  return compareReport(declared, live, { ...SCOPE, ...scope });
};
const LIVE = appliedReport("r", ENTRY, { version: 4 });
const STAMP = LIVE.meta.boardwright as JsonObject;
const stamped = (given: JsonObject, more: Partial<LiveReport> = {}): LiveReport => ({
  ...LIVE,
  meta: { ...LIVE.meta, other: 1, boardwright: { ...STAMP, ...given } },
  ...more,
});

describe("a report that is as declared", () => {
  it("needs nothing under its stamp", () => {
    expect(compare(ENTRY, LIVE)).toBeUndefined();
    expect(compare(ENTRY, { ...LIVE, version: 9 })).toBeUndefined();
  });

  const { publicId: _, ...older } = STAMP;
  it.each<[string, LiveReport, JsonObject]>([
    ["has none", { ...LIVE, meta: { color: "red", other: 1 } }, { origin: "unknown", hazards: [] }],
    ["has one of an older digest", stamped({ digest: "sha256:0" }), { origin: "git", hazards: [] }],
    ["has one whose base cannot be read", stamped({ base: "" }), { origin: "git", hazards: [] }],
    [
      "has one without a publicId",
      { ...LIVE, meta: { color: "red", other: 1, boardwright: older } },
      { origin: "git", hazards: [] },
    ],
    [
      "has another project's",
      stamped({ project: "other" }),
      { origin: "unknown", hazards: [{ code: "takeover" }] },
    ],
  ])("is stamped if it %s, and nothing else of it is written", (_, live, told) => {
    const change = compare(ENTRY, live);
    expect(change).toMatchObject({ action: "stamp", fields: [], publish: false, id: 55, ...told });
    expect(Object.keys(change?.request ?? {})).toEqual(["meta"]);
    const { boardwright, ...meta } = { ...(change?.request?.meta as JsonObject | undefined) };
    expect(meta).toEqual({ color: "red", other: 1 });
    expect(boardwright).toEqual({ ...STAMP, over: 4 });
  });

  it("keeps in its new stamp what the platform was known to answer", () => {
    const asked = { name: "R", query: { limit: 1 }, meta: { color: "red" } };
    const answered = { ...asked, query: { limit: 1, total: false } };
    const base = encodeBase({ asked, answered });
    const live = { ...LIVE, jsonQuery: '{"limit":1,"total":false}' };
    expect(
      compare(ENTRY, { ...live, meta: { color: "red", boardwright: { ...STAMP, base } } }),
    ).toBeUndefined();
    const again = compare(ENTRY, { ...live, meta: { color: "red", boardwright: { ...older, base } } });
    expect(again?.action).toBe("stamp");
    expect(baseOf(readStamp(again?.request?.meta))).toEqual({ asked, answered });
  });

  it("is stamped over no version where the platform counts none", () => {
    const change = compare(ENTRY, { ...LIVE, meta: { color: "red" }, version: null });
    expect(valueAt(change?.request, ["meta", "boardwright"])).toEqual(STAMP);
  });
});

describe("a report of a preview", () => {
  it("bears its mark, and is ours in that preview alone", () => {
    const made = compare(ENTRY, undefined, { preview: MARK });
    expect(readStamp(made?.request?.meta)?.preview).toEqual(MARK);
    expect(readStamp(compare(ENTRY)?.request?.meta)).not.toHaveProperty("preview");
    const renamed = { ...ENTRY, name: "New" };
    const codes = (scope: Partial<ReportScope>) =>
      compare(renamed, stamped({ preview: { ...MARK } }), scope)?.hazards.map(({ code }) => code);
    expect(codes({ preview: MARK })).toEqual([]);
    expect(codes({})).toEqual(["adopt"]);
    expect(codes({ preview: { ...MARK, name: "pr-2" } })).toEqual(["adopt"]);
  });
});

describe("what is written of a report", () => {
  it("has no name that no file declares, once it is there", () => {
    const { name: _, ...nameless } = ENTRY;
    const live = appliedReport("r", nameless);
    const change = compare({ ...nameless, title: "T" }, live);
    expect(change?.fields.map(({ path }) => path)).toEqual(["title"]);
    expect(change?.request).not.toHaveProperty("name");
    expect(change?.request?.title).toBe("T");
  });

  it("has its query as JSON, or as the text that it is", () => {
    expect(compare(ENTRY)?.request?.jsonQuery).toBe('{"limit":1}');
    expect(compare({ ...ENTRY, query: "select 1" })?.request?.jsonQuery).toBe("select 1");
    expect(compare({ name: "R" })?.request).not.toHaveProperty("jsonQuery");
  });

  it("manages no meta without a value", () => {
    const live = appliedReport("r", { name: "R", meta: { color: null } });
    expect(baseOf(readStamp(live.meta))?.asked).toEqual({ name: "R" });
    expect(
      compare({ name: "R", meta: { color: null } }, { ...live, meta: { ...live.meta, color: "red" } }),
    ).toBeUndefined();
  });
});
