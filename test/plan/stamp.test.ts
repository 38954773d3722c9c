// The stamp and the base in it: packed, read, opened, completed; and what was edited since.
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type Change,
  type JsonObject,
  parseIgnoredPath,
  readStamp,
  type Stamp,
  stampToJson,
} from "../../src/model/index.ts";
import { createChange } from "../../src/plan/change/workbook-change.ts";
import {
  asShell,
  baseOf,
  completeReferences,
  declare,
  digest,
  isStampRequest,
  KINDS,
  type LiveReport,
} from "../../src/plan/index.ts";
import { type Base, decodeBase, encodeBase, normalBase } from "../../src/plan/stamp/base.ts";
import { isEditedSince } from "../../src/plan/stamp/edited.ts";
import { expectedLive } from "../../src/plan/stamp/predict-answer.ts";
import { isShell } from "../../src/plan/stamp/same-work.ts";
import { isOfSameWork, makeStamp, openStamp, shellStamp } from "../../src/plan/stamp/stamp.ts";
import { canonical } from "../../src/plan/state/canonical.ts";
import { afterUpsert, liveWorkbook, planOf, resolved } from "./support.ts";

const DIGEST = `sha256:${"0".repeat(64)}`;
const digestOf = (base: Base) => digest(canonical(base.asked as JsonObject));
const stampWith = (base: Base): Stamp =>
  makeStamp({ project: "acme", of: "1/rev", digest: digestOf(base), base });
const packed = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString("base64");

describe("the base", () => {
  const asked = { name: "R", dashboard: { title: "T" } };
  const answered = { name: "R", dashboard: { title: "T", theme: 1 } };

  it.each<[string, Base, unknown]>([
    ["what was asked", { asked }, { asked }],
    ["what was answered", { asked, answered }, { asked, answered }],
    ["that nobody has seen the answer", { asked, answered: null }, { asked, answered: null }],
    [
      "no answer that is what was asked",
      { asked, answered: { dashboard: { title: "T" }, name: "R" } },
      { asked },
    ],
    ["no nulls", { asked: { meta: { a: null, b: 1 } } }, { asked: { meta: { b: 1 } } }],
  ])("holds %s", (_, base, read) => expect(decodeBase(encodeBase(base))).toEqual(read));

  it.each<[string, string]>([
    ["nothing", ""],
    ["what was never packed", Buffer.from('{"asked":{}}').toString("base64")],
    ["no JSON", deflateRawSync("{").toString("base64")],
    ["a list", packed([])],
    ["null", packed(null)],
    ["no asked", packed({})],
    ["an asked that is no object", packed({ asked: 1 })],
    ["an answer that is none", packed({ asked: {}, answered: 1 })],
    ["an answer that is a list", packed({ asked: {}, answered: [] })],
    [
      "far more than a dashboard",
      deflateRawSync(`{"asked":{"a":"${" ".repeat(65 * 1024 * 1024)}"}}`).toString("base64"),
    ],
  ])("is none of %s", (_, text) => {
    expect(decodeBase(text)).toBeUndefined();
    expect(baseOf({ ...stampWith({ asked: {} }), base: text })).toBeUndefined();
  });

  it("expects what was answered, else what was asked", () => {
    expect(expectedLive({ asked })).toBe(asked);
    expect(expectedLive({ asked, answered })).toBe(answered);
    expect(expectedLive({ asked, answered: null })).toBe(asked);
    expect(baseOf(undefined)).toBeUndefined();
  });

  it("is without what is ignored by now", () => {
    const ignored = [parseIgnoredPath("dashboard.rows[*].seen") ?? []];
    const rows = (...more: JsonObject[]) => ({ dashboard: { rows: more } });
    const base = { asked: rows({ a: 1, seen: 2 }), answered: rows({ a: 1, b: 1, seen: 2 }) };
    expect(normalBase(base, [])).toBe(base);
    expect(normalBase(undefined, ignored)).toBeUndefined();
    expect(normalBase(base, ignored)).toEqual({ asked: rows({ a: 1 }), answered: rows({ a: 1, b: 1 }) });
    expect(normalBase({ asked: base.asked, answered: null }, ignored)).toEqual({
      asked: rows({ a: 1 }),
      answered: null,
    });
    expect(normalBase({ asked: base.asked }, ignored)).toEqual({ asked: rows({ a: 1 }) });
  });

  it("is not held against a file that ignores more than the last apply did, and changes something", () => {
    const entry = (a: number, more: JsonObject) => ({ dashboard: { title: "T", rows: [{ a, ...more }] } });
    const create = planOf({ entries: { rev: entry(1, { seen: 2 }) }, live: [] }).changes[0];
    const live = {
      ...afterUpsert("rev", create?.request as JsonObject),
      draft: entry(1, { seen: 7 }).dashboard,
    };
    const plan = (a: number) =>
      planOf({ entries: { rev: entry(a, {}) }, live: [live], ignore: ["dashboard.rows[*].seen"] }).changes[0];
    expect(plan(2)).toMatchObject({ action: "update", origin: "git", hazards: [] });
    expect(plan(1)).toMatchObject({ action: "stamp", fields: [] });
  });
});

describe("a stamp", () => {
  it("that is open says what was asked and knows no answer", () => {
    const stamp = stampWith({ asked: { name: "R" }, answered: { name: "R", dashboard: {} } });
    const open = openStamp(stamp);
    expect(baseOf(open)).toEqual({ asked: { name: "R" }, answered: null });
    expect(open).toMatchObject({ v: 2, project: "acme", of: "1/rev", digest: digest("{}") });
    expect(baseOf(openStamp(stamp, () => ({})))).toEqual({ asked: {}, answered: null });
    expect(baseOf(openStamp({ ...stamp, base: "" }))).toEqual({ asked: {}, answered: null });
  });

  it("of a shell holds its name, its folder and a dashboard with nothing in it, as far as they are managed", () => {
    const shell = (asked: Base["asked"]) => baseOf(shellStamp(stampWith({ asked })));
    expect(shell({ name: "R", folder: ["A"], meta: { a: 1 }, dashboard: { title: "T" } })).toEqual({
      asked: { name: "R", folder: ["A"], dashboard: {} },
      answered: null,
    });
    expect(shell({ meta: { a: 1 } })).toEqual({ asked: {}, answered: null });
  });

  it("is a shell's only of a workbook that has no draft, under a stamp that knows no answer", () => {
    const open = stampWith({ asked: {}, answered: null });
    expect(isShell(liveWorkbook("rev"), open)).toBe(true);
    expect(isShell(liveWorkbook("rev", { draft: {} }), open)).toBe(false);
    expect(isShell(liveWorkbook("rev"), stampWith({ asked: {} }))).toBe(false);
    expect(isShell(liveWorkbook("rev"), { ...open, base: "" })).toBe(false);
  });

  it("keeps the mark of its preview and its publicId", () => {
    const preview = { name: "pr-1", branch: "b", wasOn: false };
    const stamp = makeStamp({
      project: "acme",
      of: "1/r",
      publicId: "AbC",
      preview,
      digest: DIGEST,
      base: { asked: {} },
    });
    expect(readStamp({ boardwright: stampToJson(stamp) })).toEqual(stamp);
    expect(stamp).toMatchObject({ publicId: "AbC", preview });
    expect(Object.keys(stampWith({ asked: {} }))).toEqual(["v", "project", "of", "digest", "base"]);
  });

  it("of a report vouches for its workbook if it names one, and may leave out one that was not there yet", () => {
    const asked = { name: "R", workbook: "rev" };
    const stampOf = (base: Base) =>
      makeStamp({ project: "acme", of: "1/r", publicId: "AbC", digest: digestOf({ asked }), base });
    expect(baseOf(stampOf({ asked }))).toEqual({ asked });
    expect(baseOf(stampOf({ asked: { name: "R" } }))).toEqual({ asked: { name: "R" } });
    expect(baseOf(stampOf({ asked: { ...asked, workbook: "other" } }))).toBeUndefined();
  });

  it("is of the same work in one preview, or in none", () => {
    const [none, one, two] = [undefined, "pr-1", "pr-2"].map(
      (name) => name && { name, branch: "b", wasOn: false },
    );
    const stamp = (preview: typeof one | "" | undefined): Stamp => ({
      ...stampWith({ asked: {} }),
      ...(preview && { preview }),
    });
    expect(isOfSameWork(stamp(none), undefined)).toBe(true);
    expect(isOfSameWork(stamp(one), one || undefined)).toBe(true);
    expect(isOfSameWork(stamp(one), undefined)).toBe(false);
    expect(isOfSameWork(stamp(none), one || undefined)).toBe(false);
    expect(isOfSameWork(stamp(one), two || undefined)).toBe(false);
  });
});

describe("what was edited since", () => {
  const asked = {
    name: "R",
    folder: ["A"],
    meta: { team: "x" },
    dashboard: { title: "T", widgets: [{ id: "a" }] },
  };
  const answered = { ...asked, dashboard: { ...asked.dashboard, theme: { dark: false } } };
  const live = (more: Partial<Parameters<typeof liveWorkbook>[1]> = {}, base: Base = { asked, answered }) =>
    isEditedSince(
      liveWorkbook("rev", { name: "R", meta: { team: "x", other: 1 }, draft: answered.dashboard, ...more }),
      stampWith(base),
      [],
    );

  it.each<[string, Parameters<typeof live>, boolean]>([
    ["nothing", [], false],
    ["where it is does not count", [{ folderId: 9 }], false],
    ["its name", [{ name: "S" }], true],
    ["meta", [{ meta: { team: "y" } }], true],
    ["meta, which is gone", [{ meta: {} }], true],
    ["its draft", [{ draft: { ...answered.dashboard, title: "U" } }], true],
    ["a default", [{ draft: { ...answered.dashboard, theme: { dark: true } } }], true],
    ["a widget more", [{ draft: { ...answered.dashboard, widgets: [{ id: "a" }, { id: "b" }] } }], true],
    [
      "a name that is not managed does not count",
      [{ name: "S" }, { asked: { dashboard: asked.dashboard }, answered: { dashboard: answered.dashboard } }],
      false,
    ],
    [
      "a dashboard that is not managed does not count",
      [{ draft: { title: "U" } }, { asked: { name: "R" } }],
      false,
    ],
    ["what may be a default does not count", [{}, { asked, answered: null }], false],
    ["but another value does", [{ draft: { title: "U" } }, { asked, answered: null }], true],
  ])("%s", (_, given, edited) => expect(live(...given)).toBe(edited));

  it("may be everything, if the base cannot be read", () => {
    const stamp = { ...stampWith({ asked }), base: "" };
    expect(isEditedSince(liveWorkbook("rev", { name: "R" }), stamp, [])).toBe(true);
    expect(isEditedSince({ kind: "report", name: "R" } as LiveReport, stamp, [])).toBe(true);
  });

  it("is nothing that is ignored by now", () => {
    const base = { asked: { dashboard: { title: "T", seen: 1 } } };
    const now = liveWorkbook("rev", { draft: { title: "T", seen: 2 } });
    expect(isEditedSince(now, stampWith(base), [])).toBe(true);
    expect(isEditedSince(now, stampWith(base), [parseIgnoredPath("dashboard.seen") ?? []])).toBe(false);
  });

  it("is told of a report, too, but not which workbook it belongs to", () => {
    const report = {
      kind: "report",
      id: 5,
      publicId: "AbC",
      name: "R",
      title: null,
      jsonQuery: '{"limit":1}',
      sqlQuery: null,
      pivotItems: null,
      meta: { color: "red" },
      workbookId: 7,
      version: 1,
    } satisfies LiveReport;
    const stamp = stampWith({
      asked: { name: "R", query: { limit: 1 }, workbook: "rev", meta: { color: "red" } },
    });
    expect(isEditedSince(report, stamp, [])).toBe(false);
    expect(isEditedSince({ ...report, workbookId: 9, title: "T" }, stamp, [])).toBe(false);
    expect(isEditedSince({ ...report, jsonQuery: '{"limit":2}' }, stamp, [])).toBe(true);
    expect(isEditedSince({ ...report, meta: {} }, stamp, [])).toBe(true);
  });
});

describe("a request", () => {
  it("of a shell makes an empty workbook that is ours", () => {
    const entry = { name: "R", dashboard: { title: "T" }, meta: { team: "x" }, folderId: 31 };
    const change = planOf({ entries: { rev: entry }, live: [] }).changes[0] as Change;
    const { request } = asShell({ ...change, publishConfig: {} });
    expect(Object.keys(request ?? {}).sort()).toEqual(["folderId", "meta", "name"]);
    expect(Object.keys(request?.meta as JsonObject)).toEqual(["boardwright"]);
    expect(baseOf(readStamp(request?.meta))).toEqual({
      asked: { name: "R", folder: { id: 31 }, dashboard: {} },
      answered: null,
    });
    expect(asShell({ ...change, publishConfig: {} })).not.toHaveProperty("publishConfig");
    expect(asShell({ ...change, request: {} }).request).toEqual({});
  });

  it("of a stamp alone writes nothing else", () => {
    expect(isStampRequest({ meta: { boardwright: {} } }, KINDS.workbook)).toBe(true);
    expect(isStampRequest({ meta: { boardwright: {}, team: "x" } }, KINDS.workbook)).toBe(false);
    expect(isStampRequest({ name: "R", meta: { boardwright: {} } }, KINDS.workbook)).toBe(false);
    expect(isStampRequest({ meta: { team: "x" } }, KINDS.workbook)).toBe(false);
  });

  it("is completed with the numbers of reports, and so are its stamp's digest and both sides of its base", () => {
    const entry = (report: unknown) => ({ name: "R", dashboard: { chart: report } }) as JsonObject;
    const scope = {
      project: "acme",
      deploymentId: 1,
      ignored: [],
      reports: new Map(),
      reportVersions: new Map(),
      folders: new Map(),
    };
    const creation = (report: unknown) => createChange(declare(resolved("rev", entry(report)), []), scope);
    const planned = creation({ $report: "by-month" });
    expect(completeReferences(planned, new Map([["by-month", 11]])).request).toEqual(creation(11).request);

    const base = {
      asked: entry({ $report: "r" }),
      answered: { ...entry({ $report: "r" }), extra: { $report: "r" } },
    };
    const request = {
      meta: { dashboardDraft: { chart: { $report: "r" } }, boardwright: stampToJson(stampWith(base)) },
    };
    const stamp = readStamp(completeReferences({ ...planned, request }, new Map([["r", 5]])).request?.meta);
    expect(baseOf(stamp)).toEqual({ asked: entry(5), answered: { ...entry(5), extra: 5 } });
    expect(stamp?.digest).toBe(digest(canonical(entry(5))));
  });

  it("is left as it is if it has no open reference, or no stamp to complete", () => {
    const done = planOf({ entries: { rev: { name: "R", dashboard: {} } }, live: [] }).changes[0] as Change;
    expect(completeReferences(done, new Map([["r", 5]]))).toBe(done);
    const bare = { ...done, request: { meta: { dashboardDraft: { chart: { $report: "r" } } } } };
    expect(completeReferences(bare, new Map([["r", 5]])).request).toEqual({
      meta: { dashboardDraft: { chart: 5 } },
    });
    expect(completeReferences({ ...done, request: undefined } as unknown as Change, new Map())).toEqual({
      ...done,
      request: undefined,
    });
  });
});
