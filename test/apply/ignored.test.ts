// Paths under `ignore`: never compared, what is live there is sent back, and where nothing is live yet the files' value is sent once.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld, outcomes, type World } from "../support/world.ts";

const widget = (id: string, x: number, config: JsonObject = { debug: 1, markdown: id }): JsonObject => ({
  ...{ id, type: "TEXT", position: { x, y: 0, w: 4, h: 4 } },
  config,
});

const entry = (widgets: JsonObject[], more: JsonObject = {}) => ({
  a: { name: "A", publish: true, dashboard: board("A", { widgets, ...more }) },
});

const open = (ignore: string[], merge: "shallow" | "deep", workbooks: Record<string, JsonObject>) =>
  openWorld({ workbooks, settings: `ignore: ${JSON.stringify(ignore)}\n`, sandbox: { merge } });

const draftOf = ({ sandbox }: World) => sandbox.workbook("a")?.dashboardDraft as JsonObject;
const shownOf = ({ sandbox }: World) => sandbox.workbook("a")?.dashboardPublished as JsonObject;
const fieldsOf = async ({ plan }: World, workbooks: Record<string, JsonObject>) =>
  (await plan(workbooks)).changes.flatMap(({ fields = [] }) => fields.map(({ path }) => path));

describe.each(["shallow", "deep"] as const)("on a platform that merges %s, what is ignored", (merge) => {
  it.each([
    "dashboard.widgets[*].config.debug",
    "dashboard.widgets[*].config",
    "dashboard.widgets[*].position",
    "dashboard.widgets[two].config",
  ])("comes whole with a widget that Git adds, and is published so: %s", async (path) => {
    const world = await open([path], merge, entry([widget("one", 0)]));
    await world.deploy();
    const widgets = [widget("two", 4), widget("one", 0), widget("three", 8, { debug: 3 })];
    expect(outcomes(await world.deploy(entry(widgets)))).toEqual(["a applied"]);
    expect(draftOf(world).widgets).toEqual(widgets);
    expect(shownOf(world).widgets).toEqual(widgets);
    expect(await world.actions(entry(widgets))).toEqual([]);
  });

  it.each<[path: string, live: JsonObject]>([
    ["dashboard.widgets[*].config.debug", widget("one", 0, { debug: 7, markdown: "one" })],
    ["dashboard.widgets[*].config", widget("one", 0, { other: true })],
    ["dashboard.widgets[*].position", widget("one", 6)],
    ["dashboard.widgets", widget("other", 6)],
  ])("goes back as it is live, next to an edit in Git: %s", async (path, live) => {
    const world = await open([path], merge, entry([widget("one", 0)]));
    await world.deploy();
    world.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, widgets: [live] };
    });
    expect(await world.actions(entry([widget("one", 0)]))).toEqual([]);
    const edited = entry([widget("one", 0)], { title: "Edited", settings: { refresh: 5 } });
    expect(await fieldsOf(world, edited)).toEqual(["dashboard.settings", "dashboard.title"]);
    expect(outcomes(await world.deploy(edited))).toEqual(["a applied"]);
    expect(draftOf(world)).toMatchObject({ title: "Edited", widgets: [live] });
    expect(draftOf(world).widgets).toEqual([live]);
    expect(await world.actions(edited)).toEqual([]);
  });

  it("is sent once where Git adds a key that nothing live has, and is never compared afterwards", async () => {
    const ignore = ["dashboard.widgets[*].config.debug", "dashboard.settings.seen", "meta.team.seen"];
    const world = await open(ignore, merge, {
      a: { ...entry([widget("one", 0, { markdown: "one" })]).a, meta: { team: { name: "Finance" } } },
    });
    await world.deploy();
    const { a } = entry([widget("one", 0)], { settings: { seen: "nobody" } });
    const next = { a: { ...a, meta: { team: { name: "Finance", seen: 0 } } } };
    expect(await fieldsOf(world, next)).toEqual([
      "dashboard.settings",
      "dashboard.widgets[one].config.debug",
      "meta.team.seen",
    ]);
    expect(outcomes(await world.deploy(next))).toEqual(["a applied"]);
    expect(draftOf(world)).toMatchObject({ settings: { seen: "nobody" }, widgets: a.dashboard.widgets });
    expect(shownOf(world)).toMatchObject({ settings: { seen: "nobody" }, widgets: a.dashboard.widgets });
    expect(await world.actions(next)).toEqual([]);
    world.sandbox.edit("a", (workbook) => {
      workbook.dashboardDraft = { ...workbook.dashboardDraft, settings: { seen: "Ben" } };
      workbook.meta = { ...workbook.meta, team: { name: "Finance", seen: 9 } };
    });
    expect(await world.actions(next)).toEqual([]);
    const renamed = { a: { ...next.a, meta: { team: { name: "Sales", seen: 0 } } } };
    expect(outcomes(await world.deploy(renamed))).toEqual(["a applied"]);
    expect(world.sandbox.workbook("a")?.meta).toMatchObject({ team: { name: "Sales", seen: 9 } });
    expect(draftOf(world).settings).toEqual({ seen: "Ben" });
  });
});

it("is ignored of one workbook alone where the workbook says so", async () => {
  const two = (title: string) => {
    const of = (name: string) => ({ name, dashboard: board(title, { widgets: [widget("one", 0)] }) });
    return { a: { ...of("A"), ignore: ["dashboard.widgets[one].config.debug"] }, b: of("B") };
  };
  const world = await openWorld({ workbooks: two("First") });
  await world.deploy();
  for (const slug of ["a", "b"])
    world.sandbox.edit(slug, (workbook) => {
      const widgets = [widget("one", 0, { debug: 7, markdown: "one" })];
      workbook.dashboardDraft = { ...workbook.dashboardDraft, widgets };
    });
  expect(await fieldsOf(world, two("First"))).toEqual(["dashboard.widgets[one].config.debug"]);
  const { changes } = await world.plan(two("Second"));
  expect(changes.map(({ key, ignore }) => [key, ignore])).toEqual([
    ["a", ["dashboard.widgets[one].config.debug"]],
    ["b", undefined],
  ]);
  await world.deploy(two("Second"));
  expect(draftOf(world)).toMatchObject({ title: "Second", widgets: [{ config: { debug: 7 } }] });
  expect(await world.actions(two("Second"))).toEqual([]);
});

it("a value that the platform does not keep at an ignored path is named, not sent in silence again and again", async () => {
  const world = await openWorld({
    workbooks: entry([widget("one", 0, { markdown: "one" })]),
    settings: 'ignore: ["dashboard.widgets[*].config.debug"]\n',
    proxy: async (asked, forward) => {
      const { dashboardDraft: draft } = (asked.body?.meta ?? {}) as JsonObject;
      for (const one of ((draft as JsonObject)?.widgets ?? []) as JsonObject[])
        delete (one.config as JsonObject).debug;
      return forward(asked.body);
    },
  });
  await world.deploy();
  expect(outcomes(await world.deploy(entry([widget("one", 0)])))).toEqual(["a failed did-not-converge"]);
});
