// Reports that dashboards draw under other keys than `reportId`: they are told, counted and seen as the others are.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const settings = "reportKeys: [source]\n";
const chart = (config: JsonObject) => ({
  id: "c",
  type: "CHART",
  position: [0, 0, 4, 4],
  config: { title: "Revenue", ...config },
});
const board = (name: string, publish: boolean, ...widgets: JsonObject[]) => ({
  name,
  publish,
  dashboard: { title: name, widgets },
});
const reports = (measure: string) => ({
  ra: { name: "Report A", query: { measures: [measure] } },
  rb: { name: "Report B", query: { measures: ["x.y"] } },
});

describe("a report under a key of the project", () => {
  it.each<[string, (reference: JsonObject) => JsonObject]>([
    ["of the config", (reference) => chart({ source: reference })],
    ["of a list in it", (reference) => chart({ sources: [reference] })],
    ["deep in it", (reference) => chart({ parts: { first: [{ source: reference }] } })],
  ])("counts as drawn, and viewers see its change: a key %s", async (_, drawing) => {
    const files = (measure: string) => ({
      workbooks: { a: board("Alpha", true, drawing({ $report: "ra" })) },
      reports: reports(measure),
    });
    const place = await openWorld({ ...files("o.a"), settings, applied: true });
    place.declare(files("o.b"));
    const [report, workbook] = (await place.planned()).changes;
    expect(report).toMatchObject({ key: "ra", visible: true, drawnBy: [{ key: "a", charts: 1 }] });
    expect(workbook).toMatchObject({ action: "publish", draws: ["ra"], visible: true });
    expect((await place.run("plan", "--format", "markdown")).stdout).toContain("1 chart asks something else");
  });

  it("is called by its name where a chart draws another one", async () => {
    const files = (key: string) => ({
      workbooks: { a: board("Alpha", true, chart({ source: { $report: key } })) },
      reports: reports("o.a"),
    });
    const place = await openWorld({ ...files("ra"), settings, applied: true });
    place.declare(files("rb"));
    const [change] = (await place.planned()).changes;
    expect(change?.fields).toMatchObject([{ names: { before: "Report A", after: "Report B" } }]);
    expect((await place.run("plan", "--format", "markdown")).stdout).toContain(
      "<i>Revenue</i> draws <i>Report B</i>",
    );
  });

  it("is known to be drawn by what a publication froze, whatever its key", async () => {
    const files = (measure: string, ...widgets: JsonObject[]) => ({
      workbooks: {
        a: board("Alpha", true, chart({ source: { $report: "ra" } })),
        b: board("Beta", true, ...widgets),
      },
      reports: reports(measure),
    });
    const place = await openWorld({
      ...files("o.a", chart({ reportId: { $report: "ra" } })),
      settings,
      applied: true,
    });
    place.declare(files("o.b", { id: "n", type: "TEXT", position: [0, 0, 4, 4], config: { markdown: "M" } }));
    const { changes } = await place.planned("--only", "a");
    expect(changes[0]?.drawnBy?.map(({ key }) => key)).toEqual(["a", "b"]);
  });
});
