// What somebody took away in the UI, and an apply puts back, is what was there: on a platform that fills in defaults, too.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openPlace } from "./rollback-place.ts";

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
  const place = await openPlace(FILES, options);
  const boards = () => {
    const { dashboardDraft, dashboardPublished } = place.sandbox.workbook("a") as unknown as Record<
      string,
      JsonObject
    >;
    return [dashboardDraft, dashboardPublished].map((board) => board?.widgets);
  };
  expect((await place.apply()).code).toBe(0);
  const before = boards();
  for (const turn of ["once", "again"]) {
    place.sandbox.edit("a", ({ dashboardDraft: draft }) => {
      const widgets = draft?.widgets as JsonObject[];
      (draft as JsonObject).widgets = widgets.filter(({ id }) => id !== "e");
    });
    const { code, out, err } = await place.apply({ allow: ["drift"] });
    expect(code, turn + out + err).toBe(0);
    expect(boards()).toEqual(before);
    expect((await place.plan()).changes).toEqual([]);
  }
});
