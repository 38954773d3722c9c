// Edits made in the UI beside what the platform itself made of a dashboard.
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld } from "../support/world.ts";
import { pull, told } from "./place.ts";

const widget = (id: string, config: JsonObject = {}): JsonObject => ({
  id,
  type: "CONTAINER",
  position: { x: 0, y: 0, w: 6, h: 4 },
  config,
});

async function edited(declared: JsonObject, quirks: string, change: (config: JsonObject) => void) {
  const entry = { dashboard: board("A", { widgets: [declared] }) };
  const world = await openWorld({ workbooks: { a: entry }, sandbox: { quirks } });
  await world.deploy();
  expect(await world.actions()).toEqual([]);
  world.sandbox.edit("a", ({ dashboardDraft }) => {
    const [one] = (dashboardDraft?.widgets ?? []) as unknown as { config: JsonObject }[];
    change(one?.config ?? {});
  });
  expect(told(await pull(world))).toEqual(["edited workbook a"]);
  expect(await world.actions()).toEqual(["stamp a"]);
  return parse(world.read("dashboards/all.yaml")).workbooks.a.dashboard.widgets;
}

it("an edit in a widget whose id the platform trimmed goes into the widget as it is declared", async () => {
  const change = (config: JsonObject) => Object.assign(config, { title: "B" });
  const widgets = await edited(widget("x ", { title: "A" }), "trims-strings", change);
  expect(widgets).toEqual([widget("x ", { title: "B" })]);
});

it("an edit of a default goes into the file, and the other defaults do not", async () => {
  const widgets = await edited(widget("x", { title: "A" }), "fills-defaults", (config) => {
    config.layout = "tabs";
  });
  expect(widgets).toEqual([widget("x", { title: "A", layout: "tabs" })]);
});

it("a default that was taken away is the platform's own, and the other edits go into the file", async () => {
  const entry = { dashboard: board("A", { widgets: [widget("x", { title: "A" })] }) };
  const sandbox = { quirks: "fills-defaults,keeps-edits" };
  const world = await openWorld({ workbooks: { a: entry }, sandbox });
  await world.deploy();
  const edit = (change: (draft: JsonObject) => void) =>
    world.sandbox.edit("a", ({ dashboardDraft }) => change(dashboardDraft as unknown as JsonObject));
  edit((draft) => delete (draft.settings as JsonObject).locale);
  const before = world.read("dashboards/all.yaml");
  const first = await pull(world);
  expect([told(first), first.notes]).toEqual([[], []]);
  expect(world.read("dashboards/all.yaml")).toBe(before);
  expect(await world.actions()).toEqual(["stamp a"]);

  edit((draft) => Object.assign(draft, { title: "B" }));
  const second = await pull(world);
  expect([told(second), second.notes]).toEqual([["edited workbook a"], []]);
  expect(second.pulled[0]?.change?.fields.map(({ path }) => path)).toEqual(["dashboard.title"]);
  expect(await world.actions()).toEqual(["stamp a"]);
});
