// What a template changes is previewed for each row that it concerns, with the reports of that row.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openPlace } from "./support.ts";

const each: JsonObject[] = [
  { key: "north" },
  { key: "south" },
  { key: "west", override: { name: "The West" } },
];

function templates(measure: string, rows: JsonObject[] = each): JsonObject {
  const config = { reportId: { $report: "count-${row.key}" } };
  const widgets = [{ id: "a", type: "CHART", position: [0, 0, 6, 4], config }];
  return {
    workbooks: { "board-${row.key}": { each: rows, name: "Of ${row.key}", dashboard: { widgets } } },
    reports: {
      "count-${row.key}": {
        each: rows,
        workbook: "board-${row.key}",
        query: { measures: [measure] },
      },
    },
  };
}

describe("a preview of a template", () => {
  it("has a copy for each row, draws the row's own report, and is taken down whole", async () => {
    const place = await openPlace({ content: templates("orders.count") });
    place.rewrite(templates("orders.net"));
    const up = await place.up("feature/net", "pr-1");
    expect(up.workbooks.map(({ slug, name }) => [slug, name])).toEqual([
      ["board-north--pr-1", "[pr-1] Of north"],
      ["board-south--pr-1", "[pr-1] Of south"],
      ["board-west--pr-1", "[pr-1] The West"],
    ]);
    expect((await place.reports()).filter(({ name }) => name.startsWith("[pr-1]"))).toHaveLength(3);
    await place.down({ name: "pr-1" });
    expect(await place.slugs()).toEqual(["board-north", "board-south", "board-west"]);
  });
});
