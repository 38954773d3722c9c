// A sandbox that changes the drafts that it receives, as live platforms do.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Heal } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

const widget = (id: string, more: JsonObject): JsonObject => ({
  id,
  position: { x: 0, y: 0, w: 6, h: 4 },
  ...more,
});

async function open(heal: boolean | Heal, merge: "shallow" | "deep" = "shallow") {
  const client = await start({ heal, merge, seed: { workbooks: [{ id: 201, slug: "b", name: "B" }] } });
  const upsert = (draft: JsonObject | null) =>
    client.at("PUT", "/workbooks/by-slug/a", { meta: { dashboardDraft: draft } });
  return { ...client, upsert };
}

describe("heal: true", () => {
  it("fills in defaults where nothing was given, null included, and answers with them", async () => {
    const { upsert } = await open(true);
    const { body } = await upsert({
      title: "T",
      settings: { refresh: null, theme: "dark" },
      widgets: [widget("c", { type: "CHART", style: { padding: 2 } }), widget("f", { type: "FILTER" })],
    });
    expect(body.dashboardDraft).toMatchObject({
      title: "T",
      kind: "CLASSIC",
      settings: { refresh: 0, theme: "dark" },
      layout: { rowHeight: 30 },
      widgets: [{ style: { padding: 2 } }, { config: { visibility: "visible" } }],
    });
  });

  it("makes the same of the same: applying again changes nothing", async () => {
    const { upsert } = await open(true);
    const draft = { widgets: [widget("c", { type: "CHART" }), widget("i", { type: "AI" })] };
    const first = await upsert(draft);
    expect((await upsert(draft)).body.updatedAt).toBe(first.body.updatedAt);
  });

  it("gives AI widgets a thread, and keeps the one they have", async () => {
    const { upsert } = await open(true);
    const thread = async (config: JsonObject) => {
      const { body } = await upsert({ widgets: [widget("i", { type: "AI", config })] });
      return body.dashboardDraft.widgets[0].config;
    };
    expect(await thread({})).toEqual({ threadId: "thread-i", checksum: "sum-i" });
    expect(await thread({ threadId: "t7" })).toEqual({ threadId: "t7", checksum: "sum-i" });
  });

  it("brings widgets of an old type up to date when the UI saves them", async () => {
    const { sandbox } = await open(true);
    sandbox.edit("b", (workbook) => {
      workbook.dashboardDraft = { widgets: [widget("t", { type: "TABS_CONTAINER", config: { a: 1 } })] };
    });
    expect(sandbox.workbook("b")?.dashboardDraft?.widgets).toMatchObject([
      { id: "t", type: "CONTAINER", config: { a: 1, layout: "tabs" } },
    ]);
  });

  it("heals what an update by id writes, and leaves no draft none", async () => {
    const { at, sandbox, upsert } = await open(true);
    await at("PUT", "/workbooks/201", { meta: { dashboardDraft: { title: "B" } } });
    expect(sandbox.workbook("b")?.dashboardDraft).toMatchObject({ title: "B", settings: { refresh: 0 } });
    expect((await upsert(null)).body.dashboardDraft).toBeNull();
  });
});

describe("heal", () => {
  it("is what a function makes of the merged draft", async () => {
    const { upsert } = await open((draft) => ({ ...draft, seen: Object.keys(draft).sort() }), "deep");
    await upsert({ title: "T" });
    expect((await upsert({ description: "D" })).body.dashboardDraft.seen).toEqual([
      "description",
      "seen",
      "title",
    ]);
  });

  it("is nothing by default", async () => {
    const { upsert } = await open(false);
    expect((await upsert({ title: "T" })).body.dashboardDraft).toEqual({ title: "T" });
  });
});
