import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const widget = (id: string, config: JsonObject = {}, y = 0): JsonObject => ({
  id,
  type: "CHART",
  position: { x: 0, y, w: 6, h: 4 },
  config: { title: id, ...config },
});
const two = {
  name: "A",
  meta: { team: "x" },
  dashboard: board("A", { widgets: [widget("a"), widget("b", {}, 4)] }),
};

const declare = (world: World, entry: JsonObject) => world.declare({ workbooks: { a: entry } });
const fileOf = ({ read }: World): JsonObject => parse(read("dashboards/all.yaml")).workbooks.a;
const editWidgets = (world: World, change: (widgets: JsonObject[]) => JsonObject[]) =>
  world.sandbox.edit("a", (workbook) => {
    const draft = workbook.dashboardDraft as JsonObject;
    workbook.dashboardDraft = { ...draft, widgets: change(draft.widgets as JsonObject[]) };
  });

async function applied(entry: JsonObject, settings = ""): Promise<World> {
  const world = await openWorld({ workbooks: { a: entry }, settings });
  await world.deploy();
  return world;
}

describe("pull", () => {
  it("takes a live edit and keeps what was edited in Git, widget by widget", async () => {
    const world = await applied(two);
    editWidgets(world, ([a, b]) => [
      a as JsonObject,
      { ...b, config: { title: "live" } },
      widget("c", {}, 8),
    ]);
    declare(world, {
      ...two,
      dashboard: board("A", { widgets: [widget("a", { note: "git" }), widget("b", {}, 4)] }),
    });
    const made = await pull(world);
    expect(told(made)).toEqual(["edited workbook a"]);
    const { widgets } = fileOf(world).dashboard as { widgets: JsonObject[] };
    expect(widgets.map(({ id, config }) => [id, config])).toEqual([
      ["a", { title: "a", note: "git" }],
      ["b", { title: "live" }],
      ["c", { title: "c" }],
    ]);
    const { changes } = await world.plan();
    expect(changes.flatMap(({ fields }) => fields.map(({ path, origin }) => [path, origin]))).toEqual([
      ["dashboard.widgets[a].config.note", "git"],
    ]);
  });

  it("puts what was added on both sides where either side has it", async () => {
    const world = await applied(two);
    editWidgets(world, ([a, b]) => [a as JsonObject, widget("live", {}, 8), b as JsonObject]);
    declare(world, {
      ...two,
      dashboard: board("A", { widgets: [widget("git", {}, 12), widget("a"), widget("b", {}, 4)] }),
    });
    await pull(world);
    const { widgets } = fileOf(world).dashboard as { widgets: JsonObject[] };
    expect(widgets.map(({ id }) => id)).toEqual(["git", "a", "live", "b"]);
    expect((await world.plan()).changes.flatMap(({ fields }) => fields.map(({ path }) => path))).toEqual([
      "dashboard.widgets[git]",
    ]);
  });

  it("leaves what both sides edited until it is told whose counts, and takes the rest", async () => {
    const world = await applied(two);
    world.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
      workbook.meta = { ...workbook.meta, team: "live" };
    });
    declare(world, { ...two, name: "Git" });
    const left = await pull(world);
    expect(told(left)).toEqual(["conflict workbook a", "edited workbook a"]);
    expect(fileOf(world)).toMatchObject({ name: "Git", meta: { team: "live" } });
    expect(left.pulled[0]?.change?.fields.map(({ path, origin }) => [path, origin])).toEqual([
      ["name", "both"],
    ]);

    await pull(world, { resolution: "ours" });
    expect(fileOf(world)).toMatchObject({ name: "Git", meta: { team: "live" } });
    await pull(world, { resolution: "theirs" });
    expect(fileOf(world)).toMatchObject({ name: "Live", meta: { team: "live" } });
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("asks whose counts where nobody knows who edited", async () => {
    const world = await openWorld({ workbooks: { a: two } });
    await world.platform.upsertWorkbook(1, "a", {
      name: "A",
      meta: { team: "x", dashboardDraft: board("Live") },
    });
    expect(told(await pull(world))).toEqual(["conflict workbook a"]);
    expect(told(await pull(world, { resolution: "theirs" }))).toEqual(["edited workbook a"]);
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("takes no part that is not managed, nothing ignored, and no runtime of an AI widget", async () => {
    const ai = (config: JsonObject): JsonObject => ({ ...widget("ai", config), type: "AI" });
    const entry = {
      dashboard: board("A", { settings: { refresh: 1, seenBy: "git" }, widgets: [ai({ prompt: "p" })] }),
    };
    const world = await applied(entry, 'ignore: ["dashboard.settings.seenBy"]\n');
    world.sandbox.edit("a", (workbook) => {
      workbook.name = "Another";
      workbook.meta = { ...workbook.meta, owner: "somebody" };
      workbook.dashboardDraft = board("A", {
        settings: { refresh: 2, seenBy: "ada" },
        widgets: [ai({ prompt: "q", threadId: "t", checksum: "c" })],
      });
    });
    await pull(world);
    const file = fileOf(world);
    expect(Object.keys(file)).toEqual(["dashboard"]);
    expect(file.dashboard).toMatchObject({ settings: { refresh: 2, seenBy: "git" } });
    expect((file.dashboard as { widgets: JsonObject[] }).widgets[0]?.config).toEqual({
      title: "ai",
      prompt: "q",
    });
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("takes a move into a folder, in the form that comes back the same", async () => {
    const world = await applied({ name: "A", folder: "/", dashboard: board("A") });
    const { id: parentId } = await world.platform.createFolder(1, { name: "A/B" });
    const { id } = await world.platform.createFolder(1, { name: "C", parentId });
    world.sandbox.edit("a", (workbook) => {
      workbook.folderId = id;
    });
    await pull(world);
    expect(fileOf(world).folder).toEqual(["A/B", "C"]);
    expect(Object.keys(fileOf(world))).toEqual(["name", "folder", "dashboard"]);
    expect(await world.actions()).toEqual(["stamp a"]);
  });

  it("leaves out a draft that no file may hold, and says what to do", async () => {
    const world = await applied(two);
    editWidgets(world, (widgets) => [...widgets, { ...widget("a"), config: { title: "twice" } }]);
    const made = await pull(world);
    expect(told(made)).toEqual(["skipped workbook a"]);
    expect(made.notes.map(({ code, message }) => [code, message])).toEqual([
      ["cannot-hold", 'a is left as it is: two widgets of its draft have the id "a"'],
    ]);
  });

  it("narrows to the slugs that are named", async () => {
    const world = await openWorld({ workbooks: { a: two, b: two } });
    await world.deploy();
    for (const slug of ["a", "b"]) {
      world.sandbox.edit(slug, (workbook) => {
        workbook.name = "Live";
      });
    }
    expect(told(await pull(world, { slugs: [" B "] }))).toEqual(["edited workbook b"]);
    await expect(pull(world, { slugs: ["aa"] })).rejects.toThrow(/no workbook "aa".*Did you mean `a`\?/);
  });

  it("leaves out values that no file may hold, with the reason; what is not taken stands in no one's way", async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 120; level++) deep = { deep };
    for (const [field, value, reason] of [
      ["theme", deep, "its theme is nested more than 100 levels"],
      ["settings", { a: [{ $file: "../boardwright.yaml" }] }, "its settings has a key `$file`"],
      ["theme", JSON.parse('{ "__proto__": 1 }'), "its theme has a key `__proto__`"],
    ] as const) {
      const world = await applied(two);
      world.sandbox.edit("a", (workbook) => {
        workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), [field]: value };
      });
      const made = await pull(world);
      expect([told(made), made.files.size]).toEqual([["skipped workbook a"], 0]);
      expect(made.notes).toMatchObject([{ code: "cannot-hold", message: expect.stringContaining(reason) }]);
      world.sandbox.edit("a", (workbook) => {
        workbook.meta = { ...workbook.meta, unmanaged: { $dir: "." } };
        workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), [field]: null };
        workbook.name = "B";
      });
      expect(told(await pull(world))).toEqual(["edited workbook a"]);
    }
  });

  it("writes the fields of a widget that it takes whole in the order that people write them", async () => {
    const world = await applied(two);
    declare(world, { ...two, dashboard: board("A", { widgets: [widget("b", {}, 4)] }) });
    editWidgets(world, ([a, b]) => {
      const { id, ...rest } = a as JsonObject;
      return [{ style: {}, ...rest, config: { title: "live" }, id } as JsonObject, b as JsonObject];
    });
    expect(told(await pull(world, { resolution: "theirs" }))).toEqual(["edited workbook a"]);
    const { widgets } = fileOf(world).dashboard as { widgets: JsonObject[] };
    expect(Object.keys(widgets[0] ?? {})).toEqual(["id", "type", "position", "style", "config"]);
  });

  it("says of what was removed from the files that a pull of all takes it back", async () => {
    const world = await applied(two);
    world.write("dashboards/all.yaml", null);
    expect((await pull(world, { slugs: ["a"] })).notes).toEqual([]);
    world.write("dashboards/a.yaml", null);
    const { pulled, notes } = await pull(world, { all: true });
    expect(pulled.map(({ key, action }) => [key, action])).toEqual([["a", "created"]]);
    expect(notes).toMatchObject([
      { code: "removed", key: "a", help: expect.stringContaining("boardwright plan") },
    ]);
  });

  it("says which other targets change with what was taken, and which do not", async () => {
    const settings = [
      "  staging: { url: https://staging.test, deployment: 2 }",
      "  second: { url: https://second.test, deployment: 3 }",
      "  local: { url: sandbox:data.json, deployment: 1 }\n",
    ];
    const entry = { ...two, overrides: { staging: { name: "Staging" } } };
    const world = await applied(entry, settings.join("\n"));
    world.sandbox.edit("a", (workbook) => {
      workbook.name = "Live";
    });
    const toldOf = (notes: { code: string; message: string }[]) =>
      notes.map(({ code, message }) => [code, /also changes (.*), because/.exec(message)?.[1]]);
    expect(toldOf((await pull(world)).notes)).toEqual([["other-targets", "second"]]);
    editWidgets(world, ([a]) => [a as JsonObject]);
    expect(toldOf((await pull(world)).notes)).toEqual([["other-targets", "second, staging"]]);
    expect((await pull(world)).notes).toEqual([]);
  });

  it("takes an edit of a report, and its conflicts are its own", async () => {
    const query = (measure: string): Json => ({ measures: [measure] });
    const files = (measure: string) => ({
      "dashboards/all.yaml": JSON.stringify({
        workbooks: {
          a: { dashboard: board("A", { widgets: [widget("a", { reportId: { $report: "r" } })] }) },
        },
        reports: { r: { name: "R", workbook: "a", query: query(measure), meta: { kind: "kpi" } } },
      }),
    });
    const world = await openWorld({ files: files("orders.count") });
    await world.deploy();
    const reports = (await world.platform.listReports(1)[Symbol.asyncIterator]().next()).value ?? [];
    const [live] = reports;
    await world.platform.upsertReport(1, String(live?.publicId), {
      jsonQuery: JSON.stringify(query("orders.revenue")),
      meta: { ...live?.meta, owner: "ada" },
    });
    expect(told(await pull(world, { slugs: ["a"] }))).toEqual(["edited report r"]);
    const text = world.read("dashboards/all.yaml");
    expect(parse(text).reports.r).toEqual({
      name: "R",
      workbook: "a",
      query: { measures: ["orders.revenue"] },
      meta: { kind: "kpi" },
    });
    expect(await world.actions()).toEqual(["stamp r"]);

    for (const [name, changed] of Object.entries(files("orders.margin"))) world.write(name, changed);
    const left = await pull(world);
    expect(told(left)).toEqual(["conflict report r"]);
    expect(left.pulled[0]?.slug).toBe("a");
  });
});
