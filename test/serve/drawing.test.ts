// What the drawing of a chart is made from: what its report says.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { drawingOf } from "../../src/serve/studio/drawing.ts";

const drawn = (report: JsonObject) =>
  drawingOf({ type: "CHART", config: { reportId: { $report: "r" } } }, [], () => ({ entry: report }));

it("has the time first, then dimensions, then measures", () => {
  const query = {
    measures: ["a.sum", "a.count"],
    dimensions: ["a.region"],
    timeDimensions: [{ dimension: "a.at", granularity: "month" }],
  };
  expect(drawn({ query })).toMatchObject({
    members: ["a.at", "a.region", "a.sum", "a.count"],
    measure: "a.sum",
  });
  expect(drawn({ query: { dimensions: ["a.region"] } })).toMatchObject({
    members: ["a.region"],
    measure: null,
  });
});

it.each([
  [{ kind: "vega", chart: "line" }, "line"],
  [{ kind: "table", chart: "line" }, "table"],
  [{ kind: "kpi", chart: "single_value" }, "kpi"],
  [{ chart: "looker_bar" }, "looker_bar"],
  [{ kind: "vega" }, "vega"],
  [{ kind: "sankey" }, "sankey"],
  [{}, null],
])("is decided by kind, and by chart for what kind leaves open: %j", (meta, chart) => {
  expect(drawn({ meta })).toMatchObject({ chart });
});
