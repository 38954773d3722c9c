// The body of an upsert of a workbook or report, and what decides on it: fingerprint and owner.
import { describe, expect, it } from "vitest";
import { type Change, type JsonObject, parseIgnoredPath, readStamp, valueAt } from "../../src/model/index.ts";
import {
  baseOf,
  compareReport,
  declareReport,
  fingerprint,
  type LiveReport,
  type LiveWorkbook,
  ownerOf,
} from "../../src/plan/index.ts";
import { buildRequest, type RequestInput } from "../../src/plan/stamp/request.ts";
import { liveWorkbook, resolved } from "./support.ts";

const STAMP = { v: 2 as const, project: "acme", of: "1/rev", digest: "d", base: "" };
const bodyOf = (given: Partial<RequestInput>) => {
  const body = buildRequest({
    slug: "rev",
    desired: {},
    live: undefined,
    stamp: STAMP,
    ignored: [],
    folders: new Map([["Finance", 31]]),
    text: Buffer.alloc(0),
    ...given,
  });
  const { boardwright, ...meta } = body.meta as JsonObject;
  expect(boardwright).toEqual(STAMP);
  return { ...body, meta };
};
const live = liveWorkbook("rev", {
  name: "Live",
  folderId: 31,
  folderPath: ["Finance"],
  meta: { team: "x" },
});

describe("a request", () => {
  it.each<[string, Partial<RequestInput>, JsonObject]>([
    [
      "creates under the title",
      { desired: { dashboard: { title: "T" } } },
      { name: "T", meta: { dashboardDraft: { title: "T" } } },
    ],
    [
      "creates under the slug, without a title",
      { desired: { dashboard: { title: " " } } },
      { name: "rev", meta: { dashboardDraft: { title: " " } } },
    ],
    ["sends no name that is not managed", { live, desired: {} }, { meta: {} }],
    ["sends a name that is", { live, desired: { name: "N" } }, { name: "N", meta: {} }],
    ["moves no workbook that is there", { live, desired: { folder: ["Finance"] } }, { meta: {} }],
    ["moves none that is there, by its id", { live, desired: { folder: { id: 31 } } }, { meta: {} }],
    [
      "moves none whose path is not told, but its id",
      { live: { ...live, folderPath: undefined }, desired: { folder: ["Finance"] } },
      { meta: {} },
    ],
    [
      "moves none that is in a folder of which only the path is known",
      { live: { ...live, folderId: 44, folderPath: ["Unlisted"] }, desired: { folder: ["Unlisted"] } },
      { meta: {} },
    ],
    ["creates in the root without saying so", { desired: { folder: [] } }, { name: "rev", meta: {} }],
    ["creates in a folder", { desired: { folder: ["Finance"] } }, { name: "rev", folderId: 31, meta: {} }],
    ["moves by id", { live, desired: { folder: { id: 9 } } }, { folderId: 9, meta: {} }],
    [
      "moves by path",
      { live: { ...live, folderId: 9, folderPath: ["Old"] }, desired: { folder: ["Finance"] } },
      { folderId: 31, meta: {} },
    ],
    [
      "moves to a folder that is yet to be made",
      { live, desired: { folder: ["New"] } },
      { folderId: { $folder: "New" }, meta: {} },
    ],
    ["moves to the root", { live, desired: { folder: [] } }, { folderId: null, meta: {} }],
    [
      "moves none that is in the root",
      { live: { ...live, folderId: null }, desired: { folder: [] } },
      { meta: {} },
    ],
    [
      "clears a key of meta that is managed and not there",
      { live, desired: { meta: { a: 1 } }, metaKeys: ["a", "team"] },
      { meta: { a: 1, team: null } },
    ],
    ["leaves the other keys of meta alone", { live, desired: { meta: { a: 1 } } }, { meta: { a: 1 } }],
    [
      "clears what a map of meta loses",
      { live: { ...live, meta: { o: { a: 1, b: null } } }, desired: { meta: { o: { c: 1 } } } },
      { meta: { o: { c: 1, a: null } } },
    ],
    [
      "clears what the draft loses",
      { live: { ...live, draft: { t: 1, s: { a: 1 } } }, desired: { dashboard: { s: { b: 1 } } } },
      { meta: { dashboardDraft: { t: null, s: { a: null, b: 1 } } } },
    ],
    [
      "sends a list whole",
      { live: { ...live, draft: { l: [{ a: 1 }] } }, desired: { dashboard: { l: [{ b: 1 }] } } },
      { meta: { dashboardDraft: { l: [{ b: 1 }] } } },
    ],
    [
      "sends a map of texts without nulls",
      { live: { ...live, draft: { files: { a: "1" } } }, desired: { dashboard: { files: { b: "2" } } } },
      { meta: { dashboardDraft: { files: { b: "2" } } } },
    ],
    [
      "sends what the platform had filled in along, and clears the rest",
      {
        live: { ...live, draft: { t: 1, u: 2 } },
        restored: [{ place: ["dashboard", "t"], value: 1 }],
        desired: { dashboard: { s: 1 } },
      },
      { meta: { dashboardDraft: { s: 1, t: 1, u: null } } },
    ],
  ])("%s", (_, input, body) => expect(bodyOf(input)).toEqual(body));
});

it("has no name that is not sent", () => {
  expect(bodyOf({ live, desired: {} })).not.toHaveProperty("name");
});

describe("a fingerprint", () => {
  const base = { ...live, draft: { title: "T", seen: 1 } };
  const ignored = [parseIgnoredPath("dashboard.seen") ?? []];

  it.each<[string, Partial<LiveWorkbook>, boolean]>([
    ["the name", { name: "Other" }, true],
    ["the folder", { folderId: 9 }, true],
    ["meta", { meta: { team: "y" } }, true],
    ["the draft", { draft: { title: "U", seen: 1 } }, true],
    ["nothing ignored", { draft: { title: "T", seen: 2 } }, false],
    ["no publication", { published: { title: "T" }, publishedVersion: 4 }, false],
    ["no date", { updatedAt: "2026-11-20T08:10:04Z" }, false],
    ["no path, which is the folder's", { folderPath: ["Renamed"] }, false],
  ])("is of %s", (_, given, differs) => {
    expect(fingerprint({ ...base, ...given }, { ignored }) !== fingerprint(base, { ignored })).toBe(differs);
  });
});

describe("an owner", () => {
  const of = (stamp: JsonObject, scope = {}) =>
    ownerOf(
      { slug: "rev", meta: { boardwright: { ...STAMP, ...stamp } } },
      { project: "acme", deploymentId: 1, ...scope },
    ).kind;
  const mark = { name: "pr-1", branch: "b", wasOn: false };

  it("is us, another project, or nobody", () => {
    expect(of({})).toBe("us");
    expect(of({ project: "other" })).toBe("other-project");
    expect(of({ of: "1/copy" })).toBe("nobody");
    expect(of({ of: "2/rev" })).toBe("nobody");
    expect(of({ v: 1 })).toBe("nobody");
    expect(of({ v: 3 })).toBe("nobody");
    expect(of({ base: null })).toBe("nobody");
    expect(of({ preview: mark })).toBe("nobody");
    expect(of({ preview: mark }, { preview: mark })).toBe("us");
    expect(of({}, { preview: mark })).toBe("nobody");
  });
});

describe("a report", () => {
  const scope = { project: "acme", deploymentId: 1, workbooks: new Map([["rev", 7]]) };
  const declare = (entry: JsonObject, key = "by-month") =>
    declareReport({ ...resolved(key, entry), key } as never, { ...scope, target: "test" });
  const entry = {
    name: "Revenue",
    query: { measures: ["orders.count"] },
    meta: { color: "red" },
    workbook: "rev",
  };
  const create = compareReport(declare(entry), undefined, scope) as Change;
  const applied: LiveReport = {
    kind: "report",
    id: 55,
    publicId: create.publicId as string,
    name: "Revenue",
    title: null,
    jsonQuery: '{"measures":["orders.count"]}',
    sqlQuery: null,
    pivotItems: null,
    meta: create.request?.meta as JsonObject,
    workbookId: 7,
    version: 4,
  };
  const update = (edit: JsonObject, live: Partial<LiveReport> = {}) =>
    compareReport(declare({ ...entry, ...edit }), { ...applied, ...live }, scope);

  it("is created with all that is declared", () => {
    expect(create).toMatchObject({
      action: "create",
      origin: "git",
      id: null,
      fingerprint: null,
      hazards: [],
    });
    expect({ ...create.request, meta: { ...(create.request?.meta as JsonObject), boardwright: 0 } }).toEqual({
      name: "Revenue",
      jsonQuery: '{"measures":["orders.count"]}',
      meta: { color: "red", boardwright: 0 },
      workbookId: 7,
    });
    expect(compareReport(declare({ title: "T" }), undefined, scope)?.request?.name).toBe("T");
    expect(compareReport(declare({}), undefined, scope)?.request?.name).toBe("by-month");
  });

  it("is as declared, moved in the files, or edited live", () => {
    expect(update({})).toBeUndefined();
    expect(update({ name: "New" })).toMatchObject({ action: "update", origin: "git", hazards: [] });
    expect(update({}, { name: "Mine" })).toMatchObject({ origin: "live", hazards: [{ code: "drift" }] });
    expect(update({ name: "New" }, { name: "Mine" })).toMatchObject({
      origin: "both",
      hazards: [{ code: "conflict" }],
    });
    expect(update({}, { jsonQuery: '{ "measures": [ "orders.count" ] }' })).toBeUndefined();
    expect(update({}, { workbookId: 8 })?.request?.workbookId).toBe(7);
    expect(update({ name: "New" })?.request).not.toHaveProperty("workbookId");
    expect(
      valueAt(update({ name: "New" }, { meta: { ...applied.meta, other: 1 } })?.request, ["meta", "other"]),
    ).toBe(1);
  });

  it("keeps two people apart who edited different fields, one of them in its query", () => {
    const query = { measures: ["orders.count"], limit: 10 };
    expect(update({ query }, { name: "Mine" })?.fields).toEqual([
      { path: "name", change: "changed", before: "Mine", after: "Revenue", origin: "live", base: "Revenue" },
      { path: "query.limit", change: "added", after: 10, origin: "git" },
    ]);
    // A part that was not managed until now.
    const titled = update({ title: "New" }, { title: "Theirs" });
    expect(titled).toMatchObject({ origin: "unknown", hazards: [{ code: "adopt" }] });
    expect(update({ title: "New" })?.hazards).toEqual([]);
  });

  it("belongs to whom its stamp names, a copy of it to nobody", () => {
    expect(update({}, { meta: { color: "red" } })).toMatchObject({ action: "stamp", origin: "unknown" });
    expect(update({ name: "New" }, { meta: { color: "red" } })).toMatchObject({
      hazards: [{ code: "adopt" }],
    });
    const stamp = applied.meta.boardwright as JsonObject;
    const as = (given: JsonObject) =>
      update({ name: "New" }, { meta: { ...applied.meta, boardwright: { ...stamp, ...given } } });
    expect(as({ publicId: "CopyCopyCopy" })?.hazards).toMatchObject([{ code: "adopt" }]);
    expect(as({ of: "2/by-month" })?.hazards).toMatchObject([{ code: "adopt" }]);
    // With its publicId it can be no copy: the files have given it another key.
    expect(as({ of: "1/other" })).toMatchObject({ was: "other", hazards: [] });
    expect(as({ project: "other" })).toMatchObject({ origin: "unknown", hazards: [{ code: "takeover" }] });
  });

  it("that is only stamped says over which version", () => {
    const stamped = update({}, { meta: { color: "red" } })?.request?.meta as JsonObject;
    expect((stamped.boardwright as JsonObject).over).toBe(4);
  });

  it("is left to another shard's workbook, which its stamp says nothing of", () => {
    const elsewhere = { ...scope, workbooks: new Map(), isElsewhere: () => true };
    const change = compareReport(declare(entry), undefined, elsewhere);
    expect(change?.request).not.toHaveProperty("workbookId");
    const { workbook: _, ...asked } = entry;
    expect(baseOf(readStamp(change?.request?.meta))).toEqual({ asked });
    const there = { ...elsewhere, workbooks: scope.workbooks };
    expect(compareReport(declare(entry), undefined, there)?.request?.workbookId).toBe(7);
  });
});
