// Live edits of a declared report, field by field, and the keys and entries of new ones.
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const FILE = "dashboards/all.yaml";
const chart = (id: string, reportId: JsonObject | number): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config: { reportId },
});
const PIVOT: JsonObject = { columns: [], rows: ["orders.region"], measures: ["orders.count"], filters: [] };
const ENTRY: JsonObject = {
  name: "R",
  title: "Title",
  workbook: "a",
  query: { measures: ["orders.count"], limit: 10 },
  sqlQuery: "select 1",
  pivotItems: PIVOT,
  meta: { kind: "kpi", deep: { a: 1, b: 2 } },
};
const files = (report: JsonObject) => ({
  [FILE]: stringify({
    workbooks: { a: { dashboard: board("A") }, b: { dashboard: board("B") } },
    reports: { r: report },
  }),
});
const entryOf = (world: World) => parse(world.read(FILE)).reports.r as JsonObject;

async function applied(entry = ENTRY): Promise<World> {
  const seed = { workbooks: [{ id: 6, name: "No slug", dashboardDraft: board("N") }] } as unknown as Seed;
  const world = await openWorld({ files: files(entry), sandbox: { seed } });
  await world.deploy();
  return world;
}

/** The only report as it is live. */
async function liveReport({ platform }: World): Promise<JsonObject> {
  for await (const page of platform.listReports(1))
    for (const one of page) return one as unknown as JsonObject;
  throw new Error("there is no report");
}

async function edit(world: World, change: (live: JsonObject) => JsonObject): Promise<void> {
  const live = await liveReport(world);
  await world.platform.upsertReport(1, String(live.publicId), change(live));
}

describe("a live edit of a report", () => {
  it.each<[string, (live: JsonObject) => JsonObject, JsonObject]>([
    ["name", () => ({ name: "Live" }), { name: "Live" }],
    ["title", () => ({ title: "Live" }), { title: "Live" }],
    [
      "query",
      () => ({ jsonQuery: '{"measures":["orders.count"],"limit":20}' }),
      { query: { measures: ["orders.count"], limit: 20 } },
    ],
    ["sqlQuery", () => ({ sqlQuery: "select 2" }), { sqlQuery: "select 2" }],
    ["pivotItems", () => ({ pivotItems: { ...PIVOT, rows: [] } }), { pivotItems: { ...PIVOT, rows: [] } }],
    [
      "meta",
      ({ meta }) => ({ meta: { ...(meta as JsonObject), deep: { a: 1, b: 3 }, theirs: 1 } }),
      { meta: { kind: "kpi", deep: { a: 1, b: 3 } } },
    ],
  ])("of its %s is taken, and nothing else changes", async (_, change, expected) => {
    const world = await applied();
    await edit(world, change);
    const made = await pull(world);
    expect([told(made), made.notes]).toEqual([["edited report r"], []]);
    expect(made.pulled[0]).toMatchObject({ file: FILE, name: expect.any(String), id: expect.any(Number) });
    expect(entryOf(world)).toEqual({ ...ENTRY, ...expected });
    expect((await world.actions()).every((action) => action.startsWith("stamp "))).toBe(true);
  });

  it("of what the file does not say is left", async () => {
    const world = await applied({ name: "R", query: {} });
    await edit(world, ({ meta }) => ({ title: "Live", meta: { ...(meta as JsonObject), owner: "ada" } }));
    expect(told(await pull(world))).toEqual([]);
  });

  it("that moves it to another workbook is taken where that has a slug", async () => {
    const world = await applied();
    const b = world.sandbox.workbook("b");
    await edit(world, () => ({ workbookId: Number(b?.id) }));
    expect(told(await pull(world))).toEqual(["edited report r"]);
    expect(entryOf(world).workbook).toBe("b");
    // Where it has none, no file can name it.
    const other = await applied();
    await edit(other, () => ({ workbookId: 6 }));
    expect((await pull(other)).notes).toMatchObject([
      { code: "cannot-hold", message: expect.stringContaining("its workbook has no slug") },
    ]);
  });

  it.each<[string, (live: JsonObject) => JsonObject, string]>([
    ["a query that is no object", () => ({ jsonQuery: "[1]" }), "its query is not a JSON object"],
    ["a query that is no JSON", () => ({ jsonQuery: "select" }), "its query is not a JSON object"],
    ["a query with a key of files", () => ({ jsonQuery: '{"$file":"x"}' }), "its query has a key `$file`"],
    [
      "a meta with a key of files",
      ({ meta }) => ({ meta: { ...(meta as JsonObject), deep: { $include: "x" } } }),
      "its meta.deep has a key `$include`",
    ],
    [
      "pivot items with one",
      () => ({ pivotItems: { ...PIVOT, $dir: "x" } }),
      "its pivotItems has a key `$dir`",
    ],
  ])("to %s is left, with the reason and what to do", async (_, change, reason) => {
    const world = await applied();
    await edit(world, change);
    const made = await pull(world);
    expect([told(made), made.files.size]).toEqual([["skipped report r"], 0]);
    expect(made.notes).toMatchObject([
      {
        code: "cannot-hold",
        key: "r",
        file: FILE,
        message: expect.stringContaining(`report r is left as it is: ${reason}`),
        help: expect.stringMatching(/on the platform/),
      },
    ]);
    // Another field is taken all the same, once that is not.
    await edit(world, (live) => ({
      jsonQuery: JSON.stringify(ENTRY.query),
      pivotItems: ENTRY.pivotItems as JsonObject,
      meta: { ...(live.meta as JsonObject), ...(ENTRY.meta as JsonObject) },
      title: "Live",
    }));
    expect(told(await pull(world))).toEqual(["edited report r"]);
  });

  it("where Git edited too is a conflict of its own, and kept or taken where that is said", async () => {
    const world = await applied();
    await edit(world, () => ({ title: "Live", sqlQuery: "select 2" }));
    world.write(FILE, files({ ...ENTRY, title: "Git" })[FILE] ?? "");
    const left = await pull(world);
    expect(told(left)).toEqual(["conflict report r", "edited report r"]);
    expect(entryOf(world)).toEqual({ ...ENTRY, title: "Git", sqlQuery: "select 2" });
    expect(left.pulled[0]?.change?.fields.map(({ path }) => path)).toEqual(["title"]);
    const kept = await pull(world, { resolution: "ours" });
    expect(kept.notes).toMatchObject([
      { code: "kept", key: "r", message: "report r keeps the file's value of title" },
    ]);
    expect(entryOf(world)).toEqual({ ...ENTRY, title: "Git", sqlQuery: "select 2" });
    await pull(world, { resolution: "theirs" });
    expect(entryOf(world)).toEqual({ ...ENTRY, title: "Live", sqlQuery: "select 2" });
  });
});

describe("a new report", () => {
  const report = (id: number, name: string, more: JsonObject = {}): JsonObject => ({
    id,
    name,
    publicId: `report${id}xxxx`,
    jsonQuery: "{}",
    ...more,
  });
  async function pulled(reports: JsonObject[]) {
    const ids = reports.map(({ id }) => Number(id));
    const seed = {
      workbooks: [
        {
          id: 1,
          slug: "a",
          name: "A",
          dashboardDraft: board("A", { widgets: ids.map((id) => chart(`w${id}`, id)) }),
        },
      ],
      reports,
    };
    const world = await openWorld({ sandbox: { seed: seed as unknown as Seed }, files: {} });
    const made = await pull(world, { all: true });
    const file = parse(world.read("dashboards/a.yaml"));
    const stamps = await world.actions();
    expect(stamps.every((action) => action.startsWith("stamp "))).toBe(true);
    return { made, reports: file.reports as Record<string, JsonObject> };
  }

  it("gets a key of its name: letters and digits of any script, else `report`, with a number where it is taken", async () => {
    const long = "x".repeat(100);
    const { reports } = await pulled([
      report(51, "Umsatz & Größe"),
      report(52, "  --  "),
      report(53, "Same"),
      report(54, "same!"),
      report(55, long),
      report(56, "売上 2026"),
      report(57, "A-report"),
    ]);
    expect(Object.keys(reports).sort()).toEqual(
      ["a-report", "a-same", "a-same-2", "report", "umsatz-große", "x".repeat(80), "売上-2026"].sort(),
    );
  });

  it("has everything that is managed of it, and no null", async () => {
    const { reports } = await pulled([
      report(51, "Full", {
        title: "T",
        workbookId: 1,
        jsonQuery: '{"limit":5}',
        sqlQuery: "select 1",
        pivotItems: PIVOT,
        meta: { kind: "kpi", none: null },
      }),
      report(52, "Bare", { jsonQuery: null, meta: { none: null } }),
      report(53, "x".repeat(256)),
      report(54, "y".repeat(255)),
    ]);
    expect(reports.full).toEqual({
      publicId: { test: "report51xxxx" },
      name: "Full",
      title: "T",
      workbook: "a",
      query: { limit: 5 },
      sqlQuery: "select 1",
      pivotItems: PIVOT,
      meta: { kind: "kpi" },
    });
    expect(reports.bare).toEqual({ publicId: { test: "report52xxxx" }, name: "Bare" });
    const named = Object.values(reports).map(({ name }) => (name === undefined ? name : String(name).length));
    expect(named.sort()).toEqual([255, 4, 4, undefined]);
  });
});
