// What a pull says of each thing: taken, kept, left alone, and what is in what it took.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import type { Seed } from "../../src/sandbox/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const widget = (id: string, config: JsonObject = {}): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config,
});
const declare = (world: World, entry: JsonObject) => world.declare({ workbooks: { a: entry } });
const fieldsOf = (made: Awaited<ReturnType<typeof pull>>) =>
  made.pulled.flatMap(({ change }) =>
    (change?.fields ?? []).map(({ path, change: how, before, after }) => [path, how, before, after]),
  );

async function applied(entry: JsonObject): Promise<World> {
  const world = await openWorld({ workbooks: { a: entry } });
  await world.deploy();
  return world;
}

describe("what is new", () => {
  it("is told with what is in it", async () => {
    const app = (files: JsonObject | null) => ({ kind: "APP", app: { entry: "m.js", files } });
    const drafts: Record<string, JsonObject | null> = {
      none: null,
      empty: board("E", { widgets: [] }),
      one: board("O"),
      two: board("T", { widgets: [widget("x"), widget("y")] }),
      app: app({ "m.js": "a" }),
      files: app({ "m.js": "a", "n.js": "b" }),
      published: board("P"),
      reports: board("R", { widgets: [widget("x", { reportId: [51, 52] })] }),
      report: board("S", { widgets: [widget("x", { reportId: 53 })] }),
    };
    const seed = {
      workbooks: Object.entries(drafts).map(([slug, dashboardDraft], index) => ({
        id: index + 1,
        slug,
        name: slug,
        dashboardDraft,
        ...(slug === "published" ? { dashboardPublished: dashboardDraft } : {}),
      })),
      reports: [51, 52, 53].map((id) => ({
        id,
        name: `R${id}`,
        publicId: `report${id}xxxx`,
        jsonQuery: "{}",
      })),
    };
    const world = await openWorld({ sandbox: { seed: seed as unknown as Seed }, files: {} });
    const made = await pull(world, { all: true });
    expect(Object.fromEntries(made.pulled.map(({ key, content }) => [key, content]))).toEqual({
      none: "no dashboard",
      empty: "0 widgets",
      one: "1 widget",
      two: "2 widgets",
      app: "an app of 1 file",
      files: "an app of 2 files",
      published: "1 widget, published",
      reports: "1 widget, 2 reports",
      report: "1 widget, 1 report",
      r51: undefined,
      r52: undefined,
      r53: undefined,
    });
    expect(made.pulled.map(({ key, id, line }) => [key, id, line])).toContainEqual(["one", 3, 3]);
    expect(made.unchanged).toBe(0);
  });
});

describe("what both sides have", () => {
  const entry = {
    name: "A",
    meta: { team: "x", tier: 1 },
    dashboard: board("A", { widgets: [widget("a")] }),
  };
  const edited = async () => {
    const world = await applied(entry);
    world.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
      workbook.meta = { ...workbook.meta, team: "live" };
      workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), title: "Live", widgets: [] };
    });
    declare(world, { ...entry, name: "Git", meta: { team: "git", tier: 2 } });
    return world;
  };

  it("is shown from the file's value to the live one where it is taken", async () => {
    const made = await pull(await edited(), { resolution: "theirs" });
    expect(fieldsOf(made)).toEqual([
      ["dashboard.title", "changed", "A", "Live"],
      ["dashboard.widgets[a]", "removed", widget("a"), undefined],
      ["meta.team", "changed", "git", "live"],
      ["name", "changed", "Git", "Live"],
    ]);
    expect(made.pulled[0]).toMatchObject({ action: "edited", file: "dashboards/all.yaml", line: 2 });
    expect(made.pulled[0]?.change).toMatchObject({ publish: false, hazards: [] });
    expect(made.notes).toEqual([]);
  });

  it("is a conflict of what is undecided alone, as the plan shows it", async () => {
    const world = await edited();
    const made = await pull(world);
    expect(told(made)).toEqual(["conflict workbook a", "edited workbook a"]);
    expect(fieldsOf({ ...made, pulled: made.pulled.slice(0, 1) })).toEqual([
      ["meta.team", "changed", "live", "git"],
      ["name", "changed", "Live", "Git"],
    ]);
    expect(made.pulled[0]?.change?.hazards.map(({ code }) => code)).toEqual(["conflict"]);
    // What nobody disputes is taken.
    expect(fieldsOf({ ...made, pulled: made.pulled.slice(1) }).map(([path]) => path)).toEqual([
      "dashboard.title",
      "dashboard.widgets[a]",
    ]);
    const plan = await world.plan();
    expect(plan.changes[0]?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["meta.team", "both"],
      ["meta.tier", "git"],
      ["name", "both"],
    ]);
  });

  it("is kept where the files win, which is said with the way to replace the live value", async () => {
    const world = await edited();
    const made = await pull(world, { resolution: "ours" });
    expect(fieldsOf(made).map(([path]) => path)).toEqual(["dashboard.title", "dashboard.widgets[a]"]);
    expect(made.notes).toMatchObject([
      {
        code: "kept",
        key: "a",
        file: "dashboards/all.yaml",
        line: 2,
        message: "a keeps the file's value of meta.team, name",
        help: "`boardwright apply --allow conflict:a` replaces the live value.",
      },
    ]);
    // Nothing else is left to take.
    const again = await pull(world, { resolution: "ours" });
    expect([told(again), again.files.size]).toEqual([["unchanged workbook a"], 0]);
    expect(again.notes.map(({ code }) => code)).toEqual(["kept"]);
  });

  it("is replaced as a stranger's where nobody applied it", async () => {
    const seed = {
      workbooks: [{ id: 1, slug: "a", name: "Z", meta: { team: "z" }, dashboardDraft: board("Z") }],
    };
    const world = await openWorld({
      sandbox: { seed: seed as unknown as Seed },
      workbooks: { a: { name: "A", meta: { team: "a" } } },
    });
    expect((await pull(world, { resolution: "ours" })).notes).toMatchObject([
      {
        message: "a keeps the file's value of meta.team, name",
        help: "`boardwright apply --allow adopt:a` replaces the live value.",
      },
    ]);
  });

  it("is left to the file beside what is taken: a folder, and a dashboard that it does not manage", async () => {
    const managed = { name: "A", folder: "/", meta: { team: "x" } };
    const world = await applied(managed);
    declare(world, { ...managed, folder: "Finance" });
    world.sandbox.edit("a", (workbook) => {
      workbook.meta = { ...workbook.meta, team: "live" };
      workbook.dashboardDraft = board("Live");
    });
    expect(told(await pull(world))).toEqual(["edited workbook a"]);
    expect(parse(world.read("dashboards/all.yaml")).workbooks.a).toEqual({
      name: "A",
      folder: "Finance",
      meta: { team: "live" },
    });
  });

  it("is unchanged where only Git edited", async () => {
    const world = await applied(entry);
    declare(world, { ...entry, name: "Git" });
    const made = await pull(world);
    expect([told(made), made.notes, made.files.size]).toEqual([["unchanged workbook a"], [], 0]);
    declare(world, entry);
    const same = await pull(world);
    expect([told(same), same.unchanged]).toEqual([[], 1]);
  });
});

describe("what no file can hold", () => {
  it.each([
    ["a blank id", { ...widget("x"), id: " " }, "has no id"],
    ["no id", { type: "CHART", position: { x: 0, y: 0, w: 1, h: 1 } }, "has no id"],
    ["a number for an id", { ...widget("x"), id: 7 }, "has no id"],
    [
      "a key of files",
      widget("x", { a: [{ $dir: "." }] }),
      "its draft has a key `$dir`, which means something else",
    ],
    ["a reference", widget("x", { a: { $report: "r" } }), "its draft has a key `$report`"],
    [
      "an unsafe key",
      widget("x", JSON.parse('{"__proto__": 1}')),
      "a key `__proto__`, which no file may have",
    ],
  ])("is left out with its reason, of what is new and of what is declared: %s", async (_, live, reason) => {
    const seed = {
      workbooks: [{ id: 1, slug: "n", name: "N", dashboardDraft: board("N", { widgets: [live] }) }],
    };
    const fresh = await openWorld({ sandbox: { seed: seed as unknown as Seed }, files: {} });
    const made = await pull(fresh, { all: true });
    expect([told(made), made.files.size]).toEqual([["skipped workbook n"], 0]);
    expect(made.notes).toMatchObject([
      {
        code: "cannot-hold",
        key: "n",
        message: expect.stringContaining(reason),
        help: expect.stringContaining("pull again"),
      },
    ]);
    expect(made.pulled[0]).toMatchObject({ name: "N", id: 1, reason: { code: "cannot-hold" } });

    const world = await applied({ dashboard: board("A") });
    world.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = board("A", { widgets: [live] });
    });
    const skipped = await pull(world, { resolution: "theirs" });
    expect([told(skipped), skipped.files.size]).toEqual([["skipped workbook a"], 0]);
    expect(skipped.notes).toMatchObject([
      { code: "cannot-hold", key: "a", message: expect.stringContaining(reason) },
    ]);
  });

  it("is what is nested more than 100 levels, and not what is 100", async () => {
    const nested = (levels: number): JsonObject => (levels === 0 ? {} : { d: nested(levels - 1) });
    const workbooks = [
      { id: 1, slug: "meta", name: "M", meta: { deep: nested(99) }, dashboardDraft: board("M") },
      { id: 2, slug: "fits", name: "F", meta: { deep: nested(80) }, dashboardDraft: board("F") },
    ];
    const world = await openWorld({ sandbox: { seed: { workbooks } as unknown as Seed }, files: {} });
    const made = await pull(world, { all: true });
    expect(told(made)).toEqual(["created workbook fits", "skipped workbook meta"]);
    expect(made.notes.map(({ code, message }) => [code, message])).toEqual([
      ["cannot-hold", expect.stringContaining("its meta is nested more than 100 levels")],
    ]);
  });
});

describe("what the files cannot hold", () => {
  it("is left alone by itself: the rest of its file is taken", async () => {
    const reports = { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } };
    const world = await openWorld({
      workbooks: { a: { dashboard: board("A") }, b: { dashboard: board("B") } },
      reports,
      applied: true,
    });
    const [report] = await world.reports();
    const query = JSON.stringify({ measures: ["orders.count"], ungrouped2: true });
    await world.send("PUT", `reports/${report?.id}`, { name: "By hand", jsonQuery: query });
    for (const slug of ["a", "b"])
      world.sandbox.edit(slug, (workbook) => Object.assign(workbook.dashboardDraft!, { title: "By hand" }));
    const made = await pull(world);
    expect(told(made)).toEqual(["edited workbook a", "edited workbook b", "skipped report r"]);
  });
});
