// What a pull writes is what `fmt --check` accepts: new files, and edited ones that were so before. Any other keeps its style.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { formatText } from "../../src/project/format-text.ts";
import { board, openWorld, type World } from "../support/world.ts";
import { pull, told } from "./place.ts";

const NOTE = "# Note\n\nSeveral lines,\nand more.\n";
const note: JsonObject = {
  id: "note",
  type: "TEXT",
  position: { x: 0, y: 4, w: 12, h: 2 },
  config: {
    markdown: NOTE,
    options: { first: "a long text for the first of them", second: 2, third: "yes" },
  },
};

/** Somebody adds a widget and retitles the dashboard in the UI. */
function edit({ sandbox }: World, slug: string): void {
  sandbox.edit(slug, (live) => {
    const draft = live.dashboardDraft as JsonObject;
    live.dashboardDraft = { ...draft, title: "No", widgets: [...(draft.widgets as JsonObject[]), note] };
  });
}

async function openWith(text: string): Promise<World> {
  const world = await openWorld({ files: { "dashboards/a.yaml": text } });
  await world.deploy();
  return world;
}

const FORMED = `workbooks:
  a:
    # By hand.
    dashboard:
      kind: CLASSIC
      title: A # as people say
      widgets:
        - { id: x, type: TEXT, position: [0, 0, 6, 4] }
`;

describe("a pull", () => {
  it("leaves a file in the form that it had", async () => {
    expect(await formatText(FORMED, "a.yaml")).toBe(FORMED);
    const world = await openWith(FORMED);
    edit(world, "a");
    expect(told(await pull(world))).toEqual(["edited workbook a"]);
    const text = world.read("dashboards/a.yaml");
    expect(await formatText(text, "a.yaml")).toBe(text);
    expect(text).toContain('title: "No" # as people say\n');
    expect(text).toContain("# By hand.\n");
    expect(text).toContain("markdown: |\n              # Note\n");
  });

  it("keeps the style of a file that is in another", async () => {
    const own = FORMED.replace("[0, 0, 6, 4]", "{x: 0, y: 0, w: 6, h: 4}");
    const world = await openWith(own);
    edit(world, "a");
    expect(told(await pull(world))).toEqual(["edited workbook a"]);
    expect(world.read("dashboards/a.yaml")).toContain("{x: 0, y: 0, w: 6, h: 4}");
  });

  it("writes new files in it", async () => {
    const world = await openWith(FORMED);
    await world.platform.upsertWorkbook(1, "fresh", {
      name: "Fresh",
      meta: { dashboardDraft: board("F", { widgets: [note] }) },
    });
    expect(told(await pull(world, { all: true }))).toEqual(["created workbook fresh"]);
    const text = world.read("dashboards/fresh.yaml");
    expect(await formatText(text, "fresh.yaml")).toBe(text);
    expect(text).toContain("markdown: |\n");
  });
});
