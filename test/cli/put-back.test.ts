// What somebody took away in the UI, and an apply puts back, is what was there: on a platform that fills in defaults, too.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const FILES = {
  workbooks: {
    a: {
      publish: true,
      dashboard: {
        title: "A",
        widgets: [
          { id: "c", type: "CHART", position: [0, 0, 2, 2], config: { title: "C" } },
          { id: "e", type: "CHART", position: [2, 0, 2, 2], config: { title: "E" } },
        ],
      },
    },
  },
};

it.each([
  ["as it is asked", {}],
  ["with defaults filled in", { quirks: "fills-defaults" }],
  ["with old widgets healed", { heal: true }],
  ["with defaults at a publication", { quirks: "fills-publications" }],
])("a widget comes back as it was, on a platform that stores drafts %s", async (_, options) => {
  const place = await openWorld({ ...FILES, sandbox: options });
  const boards = () => {
    const { dashboardDraft, dashboardPublished } = place.sandbox.workbook("a") as unknown as Record<
      string,
      JsonObject
    >;
    return [dashboardDraft, dashboardPublished].map((board) => board?.widgets);
  };
  await place.ok("apply", "--yes");
  const before = boards();
  for (const _turn of ["once", "again"]) {
    place.sandbox.edit("a", ({ dashboardDraft: draft }) => {
      const widgets = draft?.widgets as JsonObject[];
      (draft as JsonObject).widgets = widgets.filter(({ id }) => id !== "e");
    });
    await place.ok("apply", "--yes", "--allow", "drift");
    expect(boards()).toEqual(before);
    expect((await place.planned()).changes).toEqual([]);
  }
});
