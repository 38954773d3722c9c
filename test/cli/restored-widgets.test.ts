// A widget that somebody deleted in the UI and that Git brings back is put back: nobody would look for it among what is new.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const note = (id: string, y: number, position: unknown = [0, y, 4, 4]) => ({
  ...{ id, type: "TEXT", position },
  config: { markdown: `Note ${id}` },
});
const files = (title: string, publish = true) => ({
  workbooks: {
    one: { name: "Sales", publish, dashboard: { title, widgets: [note("a", 0), note("b", 4)] } },
  },
});
const without: JsonObject = { title: "Old", widgets: [note("a", 0, { x: 0, y: 0, w: 4, h: 4 }) as never] };

it("says 'put back' in the details and in the row of what viewers see", async () => {
  const place = await openWorld({ ...files("Old"), applied: true });
  // Deleted and published there; then a draft of ours waits, so that viewers see more than the draft changes.
  place.sandbox.edit("one", (workbook) => {
    workbook.dashboardDraft = without;
    workbook.dashboardPublished = without;
  });
  expect((await place.run("plan")).stdout).toMatch(/Note b \(widget b\) +put back +TEXT 4×4 at 0,4/);
  place.sandbox.edit("one", (workbook) => {
    workbook.dashboardDraft = { ...without, refreshIntervalSeconds: 60 };
  });
  const markdown = (await place.run("plan", "--format", "markdown")).stdout;
  const row = markdown.split("\n").find((line) => line.startsWith("| ❗ |"));
  expect(row).toContain("<i>Note b</i> <b>put back</b>");
  expect(markdown).not.toMatch(/Note b[^\n]* added/);
});
