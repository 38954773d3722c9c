// What a project manages of a workbook and of a report: taken from a file on one side and from live on the other, in one shape.
import { describe, expect, it } from "vitest";
import { type JsonObject, parseIgnoredPath, STAMP_VERSION } from "../../src/model/index.ts";
import {
  canonical,
  declare,
  digest,
  fingerprint,
  folderKey,
  type LiveReport,
  livePartsOf,
  managedState,
  normalState,
  openReferences,
  parseFolderKey,
  parseQuery,
  resolveDeclared,
  resolveReferences,
  shownVersion,
  withLiveIgnored,
  withoutIgnored,
} from "../../src/plan/index.ts";
import { encodeBase } from "../../src/plan/stamp/base.ts";
import { liveWorkbook, resolved, sentDraft } from "./support.ts";

const ignoring = (...paths: string[]) => paths.map((path) => parseIgnoredPath(path) ?? []);
const stateOf = (entry: JsonObject, ...ignored: string[]) =>
  resolveDeclared(declare(resolved("rev", entry), ignoring(...ignored)), new Map()).state();

describe("what a file manages", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["nothing", {}, {}],
    ["no null", { name: null, folder: null, meta: null, dashboard: null }, {}],
    ["no meta without a value", { meta: { team: null } }, {}],
    ["a folder by its id before its path", { folderId: 7, folder: "A/B" }, { folder: { id: 7 } }],
    ["the root", { folder: "/" }, { folder: [] }],
    ["names with slashes in a list", { folder: ["A/B", "C"] }, { folder: ["A/B", "C"] }],
  ])("%s", (_, entry, state) => expect(managedState(entry)).toEqual(state));

  it("is what is live of the same parts, and no more", () => {
    const live = liveWorkbook("rev", {
      name: "Live",
      folderId: 31,
      folderPath: ["Finance"],
      meta: { team: "sales", other: 1, none: null },
      draft: { title: "T" },
    });
    expect(livePartsOf(live, {})).toEqual({});
    expect(livePartsOf(live, { name: "", dashboard: {} })).toEqual({
      name: "Live",
      dashboard: { title: "T" },
    });
    expect(livePartsOf(live, { meta: { team: 1, none: 1, toString: 1 } })).toEqual({
      meta: { team: "sales" },
    });
    expect(livePartsOf(live, { folder: ["Elsewhere"] })).toEqual({ folder: ["Finance"] });
    expect(livePartsOf(live, { folder: { id: 9 } })).toEqual({ folder: { id: 31 } });
    expect(livePartsOf({ ...live, folderPath: undefined }, { folder: ["A"] })).toEqual({
      folder: { id: 31 },
    });
    expect(livePartsOf({ ...live, folderId: null }, { folder: ["A"] })).toEqual({ folder: [] });
    expect(livePartsOf({ ...live, draft: undefined }, { dashboard: {} })).toEqual({ dashboard: {} });
  });

  it("has one digest, whatever the order of its keys, and none of what is ignored", () => {
    const one = declare(resolved("rev", { name: "R", dashboard: { title: "T", settings: { a: 1 } } }), []);
    const two = declare(resolved("rev", { dashboard: { settings: { a: 1 }, title: "T" }, name: "R" }), []);
    expect(two.digest).toBe(one.digest);
    const ignored = ignoring("dashboard.settings.a");
    const three = declare(
      resolved("rev", { name: "R", dashboard: { title: "T", settings: { a: 2 } } }),
      ignored,
    );
    expect(three.digest).toBe(
      declare(resolved("rev", { name: "R", dashboard: { title: "T" } }), ignored).digest,
    );
    expect(resolveDeclared(three, new Map()).state()).toEqual({ name: "R", dashboard: { title: "T" } });
    expect(resolveDeclared(three, new Map()).whole().dashboard).toEqual({ title: "T", settings: { a: 2 } });
  });

  it("is published only with a draft of its own", () => {
    expect(declare(resolved("rev", { name: "R", publish: true }), []).publish).toBe(false);
    expect(declare(resolved("rev", { dashboard: {}, publish: true }), []).publish).toBe(true);
  });
});

describe("references", () => {
  const value = { a: { $report: "one" }, list: [{ $report: "two" }, 3], not: { $report: "one", more: 1 } };

  it("are numbers where they are known, and stay where they are not", () => {
    expect(resolveReferences(value, new Map([["one", 11]]))).toEqual({ ...value, a: 11 });
    expect([...openReferences(value)]).toEqual(["one", "two"]);
    expect([
      ...openReferences(
        resolveReferences(
          value,
          new Map([
            ["one", 11],
            ["two", 12],
          ]),
        ),
      ),
    ]).toEqual([]);
  });

  it("are found in lists, whose other items stay as they are", () => {
    const rows: JsonObject = { rows: [null, 1, { $report: "one" }, [{ id: { $report: "one" } }]] };
    expect(resolveReferences(rows, new Map([["one", 11]]))).toEqual({ rows: [null, 1, 11, [{ id: 11 }]] });
    expect(resolveReferences(rows, new Map())).toBe(rows);
  });

  it("make a declaration's digest that of what is sent", () => {
    const declared = declare(resolved("rev", { dashboard: { chart: { $report: "one" } } }), []);
    const plain = declare(resolved("rev", { dashboard: { chart: 11 } }), []);
    expect(declared.references).toEqual(["one"]);
    expect(resolveDeclared(declared, new Map([["one", 11]])).digest).toBe(plain.digest);
    expect(plain.references).toEqual([]);
    expect(resolveDeclared(declared, new Map()).digest).toBe(declared.digest);
  });
});

describe("what is ignored", () => {
  const ai = (config: JsonObject) => ({ id: "ai", type: "AI", config });

  it.each<[string, string, JsonObject, JsonObject]>([
    ["a field", "dashboard.settings.seen", { settings: { seen: 1, a: 2 } }, { settings: { a: 2 } }],
    ["the last one, with what held it", "dashboard.settings.seen", { settings: { seen: 1 }, t: 1 }, { t: 1 }],
    [
      "in every widget",
      "dashboard.widgets[*].debug",
      { widgets: [{ id: "a", debug: 1 }, { id: "b" }] },
      { widgets: [{ id: "a" }, { id: "b" }] },
    ],
    [
      "in one widget by id",
      "dashboard.widgets[b].debug",
      {
        widgets: [
          { id: "a", debug: 1 },
          { id: "b", debug: 1 },
        ],
      },
      { widgets: [{ id: "a", debug: 1 }, { id: "b" }] },
    ],
    [
      "in one by its place",
      "dashboard.widgets[0].debug",
      {
        widgets: [
          { id: "a", debug: 1 },
          { id: "b", debug: 1 },
        ],
      },
      { widgets: [{ id: "a" }, { id: "b", debug: 1 }] },
    ],
    [
      "nowhere in what should be a list",
      "dashboard.widgets[*].debug",
      { widgets: { a: { debug: 1 } } },
      { widgets: { a: { debug: 1 } } },
    ],
    ["under an odd key", 'dashboard["a.b"].c', { "a.b": { c: 1, d: 1 } }, { "a.b": { d: 1 } }],
  ])("is left out: %s", (_, path, dashboard, left) => {
    expect(withoutIgnored({ dashboard }, ignoring(path))).toEqual({ dashboard: left });
  });

  it("is taken from one's own state instead of another's, and nothing else is", () => {
    const own = { name: "Mine", meta: { a: 1, b: 1 }, dashboard: { seen: 1, title: "Mine" } };
    const theirs = { name: "Theirs", meta: { a: 2, b: 2 }, dashboard: { seen: 2, title: "Theirs" } };
    const kept = (...paths: string[]) => withLiveIgnored(theirs, own, ignoring(...paths));
    expect(kept("meta.a")).toEqual({ ...theirs, meta: { a: 1, b: 2 } });
    expect(kept("dashboard.seen")).toEqual({ ...theirs, dashboard: { seen: 1, title: "Theirs" } });
    expect(kept("meta.a", "dashboard.seen", "meta.none")).toEqual({
      ...theirs,
      meta: { a: 1, b: 2 },
      dashboard: { seen: 1, title: "Theirs" },
    });
    const { dashboard: _, ...drafts } = theirs;
    expect(withLiveIgnored(drafts, own, ignoring("dashboard.seen", "meta.b"))).toEqual({
      ...drafts,
      meta: { a: 2, b: 1 },
    });
  });

  it("outside of the dashboard changes nothing in it", () => {
    const draft = { seen: 1, meta: { seen: 1 } };
    expect(sentDraft(draft, { seen: 2, meta: { seen: 2 } }, ignoring("meta.seen", "name"))).toEqual(draft);
  });

  it("is of elements without an id by their place, of others never", () => {
    const sent: JsonObject = { rows: [{ a: 1 }, { id: "x", a: 1 }, { id: 5, a: 1 }, "text"] };
    const live: JsonObject = { rows: [{ a: 1, seen: 1 }, { id: "y", seen: 2 }, { id: 6, seen: 3 }, "other"] };
    expect(sentDraft(sent, live, ignoring("dashboard.rows[*].seen"))).toEqual({
      rows: [{ a: 1, seen: 1 }, { id: "x", a: 1 }, { id: 5, a: 1, seen: 3 }, "text"],
    });
  });

  it.each(["", "dashboard.widgets[*]", "a..b", "a[", "widgets[b]"])("is not %j", (text) =>
    expect(parseIgnoredPath(text)).toBeUndefined(),
  );

  it("goes back as it is live, of a widget with the same id", () => {
    const live = {
      widgets: [
        { id: "b", debug: 2 },
        { id: "a", debug: 1 },
      ],
      settings: { seen: 7 },
    };
    const sent = sentDraft(
      { widgets: [{ id: "a" }, { id: "b", debug: 9 }, { id: "c", debug: 3 }] },
      live,
      ignoring("dashboard.widgets[*].debug", "dashboard.settings.seen"),
    );
    expect(sent).toEqual({
      widgets: [
        { id: "a", debug: 1 },
        { id: "b", debug: 2 },
        { id: "c", debug: 3 },
      ],
      settings: { seen: 7 },
    });
    expect(sentDraft({ settings: { seen: 1 } }, undefined, ignoring("dashboard.settings.seen"))).toEqual({
      settings: { seen: 1 },
    });
  });

  it("goes back also where the platform trimmed the widget's id", () => {
    const ai = (id: string, config: JsonObject): JsonObject => ({ id, type: "AI", config });
    const debug = ignoring("dashboard.widgets[*].debug");
    const live = { widgets: [{ ...ai("a", { threadId: "t" }), debug: 1 }] };
    expect(sentDraft({ widgets: [ai("a ", { prompt: "?" })] }, live, debug)).toEqual({
      widgets: [{ ...ai("a ", { prompt: "?", threadId: "t" }), debug: 1 }],
    });
    const two = { widgets: [...live.widgets, ai("a  ", {})] };
    expect(sentDraft({ widgets: [ai(" a", {})] }, two, debug)).toEqual({ widgets: [ai(" a", {})] });
  });

  it("is what an AI widget answered, never what it is asked", () => {
    const written = { widgets: [ai({ prompt: "Why?", threadId: "t", checksum: "c" })] };
    expect(withoutIgnored({ dashboard: written }, [])).toEqual({
      dashboard: { widgets: [ai({ prompt: "Why?" })] },
    });
    expect(
      withoutIgnored({ dashboard: { widgets: [{ id: "x", type: "CHART", config: { threadId: "t" } }] } }, []),
    ).toEqual({
      dashboard: { widgets: [{ id: "x", type: "CHART", config: { threadId: "t" } }] },
    });
    const chart = { id: "x", type: "CHART", config: { threadId: "t" } };
    expect(
      withoutIgnored({ dashboard: { widgets: [ai({ prompt: "Why?", threadId: "t" }), chart] } }, []),
    ).toEqual({
      dashboard: { widgets: [ai({ prompt: "Why?" }), chart] },
    });
    // A null is as good as nothing.
    expect(withoutIgnored({ dashboard: { widgets: [ai({ prompt: null, threadId: "t" })] } }, [])).toEqual({
      dashboard: { widgets: [{ id: "ai", type: "AI" }] },
    });
    const sent = sentDraft({ widgets: [ai({ prompt: "How?", threadId: "old" })] }, written, []);
    expect(sent).toEqual({ widgets: [ai({ prompt: "How?", threadId: "t", checksum: "c" })] });
    expect(stateOf({ dashboard: { widgets: [ai({ threadId: "t" })] } })).toEqual({
      dashboard: { widgets: [{ id: "ai", type: "AI" }] },
    });
  });
});

describe("folder keys", () => {
  it.each<[string[], string]>([
    [["Finance", "Revenue"], "Finance/Revenue"],
    [["A/B", "C"], "A\\/B/C"],
    [["A\\", "B"], "A\\\\/B"],
    [[], ""],
  ])("%j is %j and back", (path, key) => {
    expect(folderKey(path)).toBe(key);
    expect(parseFolderKey(key)).toEqual(path);
  });
});

describe("a live report", () => {
  const report: LiveReport = {
    kind: "report",
    id: 5,
    publicId: "AbCdEfGhIjKl",
    name: "Revenue",
    title: null,
    jsonQuery: '{"measures":["orders.count"]}',
    sqlQuery: null,
    pivotItems: null,
    meta: { color: "red", other: 1 },
    workbookId: 7,
    version: 4,
  };

  it("is compared by the fields that are declared, its workbook by slug", () => {
    const slugs = new Map([[7, "rev"]]);
    const declared = { name: "x", query: {}, workbook: "y", meta: { color: "z", none: 1 } };
    expect(livePartsOf(report, declared, slugs)).toEqual({
      name: "Revenue",
      query: { measures: ["orders.count"] },
      workbook: "rev",
      meta: { color: "red" },
    });
    expect(livePartsOf(report, { workbook: "y" })).toEqual({ workbook: { id: 7 } });
    const free = livePartsOf({ ...report, workbookId: null }, { title: "y", workbook: "y" }, slugs);
    expect(normalState(free, [])).toEqual({});
  });

  it.each<[keyof LiveReport, unknown, boolean]>([
    ["id", 6, false],
    ["version", 5, false],
    ["publicId", "other", false],
    ["name", "Other", true],
    ["title", "T", true],
    ["jsonQuery", "{}", true],
    ["sqlQuery", "select 1", true],
    ["pivotItems", {}, true],
    ["meta", {}, true],
    ["workbookId", 8, true],
  ])("has a fingerprint of what a write could overwrite: %s", (field, value, differs) => {
    const printOf = (one: LiveReport) => fingerprint(one, { ignored: [] });
    const other = { ...report, [field]: value } as LiveReport;
    expect(printOf(other) !== printOf(report)).toBe(differs);
  });

  it.each([
    [null, null],
    ["{}", {}],
    ["[1]", "[1]"],
    ["select", "select"],
  ])("has the query %j as %j", (text, query) => expect(parseQuery(text)).toEqual(query));

  it("shows viewers the version before its stamp, unless it was edited since", () => {
    const state = { title: "T" };
    const whole = { v: STAMP_VERSION, project: "acme", of: "1/r", digest: digest(canonical(state)) };
    const stamp = { ...whole, base: encodeBase({ asked: state }) };
    const of = (version: number | null, over?: number, title = "T") =>
      shownVersion({
        ...report,
        title,
        version,
        meta: { boardwright: { ...stamp, ...(over && { over }) } },
      });
    expect([of(5), of(5, 4), of(6, 4), of(null, 4)]).toEqual([5, 4, 6, null]);
    expect(of(5, 4, "Edited")).toBe(5);
    expect(shownVersion({ ...report, version: 5, meta: {} })).toBe(5);
  });
});
