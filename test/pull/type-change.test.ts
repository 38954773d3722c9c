// A widget whose type was changed in the UI: what is never compared of an AI widget is compared of any other.
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const widget = (type: string, more: JsonObject = {}): JsonObject => ({
  id: "x",
  type,
  position: { x: 0, y: 0, w: 6, h: 4 },
  ...more,
});

/** A file with this widget, applied; then the same one is as `live` in the UI, and the workbook has another name. */
async function changed(declared: JsonObject, live: JsonObject): Promise<World> {
  const entry = { name: "A", dashboard: board("A", { widgets: [declared] }) };
  const world = await openWorld({ workbooks: { a: entry } });
  await world.deploy();
  world.sandbox.edit("a", (workbook) => {
    workbook.name = "B";
    workbook.dashboardDraft = { ...(workbook.dashboardDraft as JsonObject), widgets: [live] };
  });
  return world;
}

it.each([
  ["an empty config", { config: {} }, {}],
  ["runtime fields alone", { config: { threadId: "t", checksum: "c" } }, {}],
  ["runtime fields among others", { config: { prompt: "p", threadId: "t" } }, { config: { prompt: "p" } }],
  ["no config", {}, { config: {} }],
  ["a thread that stays", { config: { threadId: "t" } }, { config: { threadId: "t" } }],
])("an AI widget that became a chart leaves nothing behind: %s", async (_, declared, live) => {
  for (const [from, to] of [
    ["AI", "CHART"],
    ["CHART", "AI"],
  ] as const) {
    const world = await changed(widget(from, declared), widget(to, live));
    expect(told(await pull(world))).toEqual(["edited workbook a"]);
    expect(await world.actions()).toEqual(["stamp a"]);
    expect((await pull(world)).files.size).toBe(0);
  }
});

it.each([
  ["an empty config", { config: {} }],
  ["runtime fields", { config: { threadId: "t" } }],
  ["no config", {}],
])("an AI widget that nobody changed stays as it is written: %s", async (_, declared) => {
  const world = await changed(widget("AI", declared), widget("AI", { config: { threadId: "live" } }));
  expect(told(await pull(world))).toEqual(["edited workbook a"]);
  const { widgets } = parse(world.read("dashboards/all.yaml")).workbooks.a.dashboard;
  expect(widgets).toEqual([widget("AI", declared)]);
});

it("a widget that became another type keeps what the platform had filled in for the old one", async () => {
  const entry = { dashboard: board("A", { widgets: [widget("CHART", { style: { dark: true } })] }) };
  const world = await openWorld({
    workbooks: { a: entry },
    sandbox: { quirks: "fills-defaults,keeps-edits" },
  });
  await world.deploy();
  world.sandbox.edit("a", ({ dashboardDraft }) => {
    const [one] = (dashboardDraft?.widgets ?? []) as unknown as JsonObject[];
    Object.assign(one ?? {}, { type: "TEXT" });
  });
  expect(told(await pull(world))).toEqual(["edited workbook a"]);
  const { widgets } = parse(world.read("dashboards/all.yaml")).workbooks.a.dashboard;
  expect(widgets).toEqual([widget("TEXT", { style: { dark: true, padding: 8 } })]);
  expect(await world.actions()).toEqual(["stamp a"]);
});
