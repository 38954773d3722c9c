// Which texts are members: under a query's own keys every dotted one, elsewhere only those of a known cube.
import { describe, expect, it } from "vitest";
import { check, checkConfig, checkQuery } from "./support.ts";

describe("a query", () => {
  it("that is right gives nothing, in all its forms", () => {
    const query = {
      measures: ["orders.revenue", "orders_view.revenue"],
      dimensions: ["orders.status", "orders.created_at.month", "orders.created_at.fortnight", "orders.geo"],
      timeDimensions: [{ dimension: "orders.created_at", granularity: "month", dateRange: "last month" }],
      segments: ["orders.paid"],
      filters: [
        { member: "orders.status", operator: "equals", values: ["example.com", "orders.gone"] },
        { dimension: "customers.country", operator: "set" },
        {
          or: [
            { member: "orders.count", operator: "gt", values: ["1"] },
            { and: [{ member: "customers.name" }] },
          ],
        },
      ],
      order: { "orders.revenue": "desc", "orders.created_at": "asc" },
      limit: 500,
      timezone: "Europe/Berlin",
    };
    const lists = { order: [["orders.count", "desc"]] };
    const objects = { order: [{ id: "orders.count", desc: true }] };
    for (const right of [query, lists, objects]) {
      expect(checkQuery(right)).toEqual([]);
      expect(checkConfig({ anything: [{ deep: right }] })).toEqual([]);
    }
  });

  it.each([
    [{ measures: ["gone.count"] }, "measures.0"],
    [{ dimensions: ["orders.status", "gone.count"] }, "dimensions.1"],
    [{ dimensions: ["gone.count.month"] }, "dimensions.0"],
    [{ timeDimensions: [{ dimension: "gone.count" }] }, "timeDimensions.0.dimension"],
    [{ segments: ["gone.count"] }, "segments.0"],
    [{ filters: [{ member: "gone.count" }] }, "filters.0.member"],
    [{ filters: [{ dimension: "gone.count" }] }, "filters.0.dimension"],
    [{ filters: [{ and: [{ or: [{ member: "gone.count" }] }] }] }, "filters.0.and.0.or.0.member"],
    [{ order: { "gone.count": "asc" } }, "order.gone.count (key)"],
    [{ order: [["gone.count", "asc"]] }, "order.0.0"],
    [{ order: [{ id: "gone.count" }] }, "order.0.id"],
    [{ member: "gone.count" }, "member"],
  ])("%j: the member is told at its place, in a report and in a config", (query, place) => {
    expect(checkQuery(query)).toEqual([`unknown-cube @ ${place}`]);
    expect(checkConfig({ chart: { series: [{ query }] } })).toEqual([
      `unknown-cube @ chart.series.0.query.${place}`,
    ]);
  });

  it("names a cube that is not there", () => {
    expect(checkQuery({ measures: ["gone.count"], order: { "gone.count": "asc" } })).toEqual([
      "unknown-cube @ measures.0",
      "unknown-cube @ order.gone.count (key)",
    ]);
    expect(checkConfig({ measures: ["main.js"] })).toEqual(["unknown-cube @ measures.0"]);
  });

  it("names a member without its cube: wrong in a report, anything in a config", () => {
    expect(checkQuery({ measures: ["revenue"], order: { status: "asc" }, limit: 1 })).toEqual([
      "unknown-member @ measures.0",
    ]);
    expect(check({ reports: { r: { query: { dimensions: ["status"] } } } }).found[0]).toMatch(
      /`status` is not a member.* Did you mean `orders\.status`\?$/,
    );
    expect(
      checkConfig({ dimensions: ["width", "height"], measures: "auto", order: 3, filters: ["blur"] }),
    ).toEqual([]);
  });
});

describe("outside of a query", () => {
  it("what looks like a member and is none", () => {
    const config = {
      script: "main.js",
      host: "example.com",
      version: "v1.2",
      number: "16.9",
      file: "orders.csv.gz",
      template: "{{ orders.gone }}",
      sentence: "see orders.gone",
      spaced: "orders. gone",
      title: "orders.gone",
      markdown: "orders.gone",
      link: { url: "orders.gone", text: "orders.gone" },
      nothing: null,
      count: 3,
      list: [1, true, "a.b", ["x.y.z"]],
    };
    expect(checkConfig(config)).toEqual([]);
  });

  it("a text whose cube the model has", () => {
    const config = { axis: { x: "orders.revenue", y: "orders.gone" }, color: ["orders_view.gone"] };
    expect(checkConfig(config)).toEqual(["unknown-member @ axis.y", "unknown-member @ color.0"]);
    expect(checkConfig({ axis: "orders.gone.month" })).toEqual(["unknown-member @ axis"]);
  });

  it("keys that name members, as in formats of columns", () => {
    const formats = {
      "orders.revenue": { type: "currency" },
      "orders.gone": { type: "percent" },
      "main.js": 1,
    };
    expect(checkConfig({ formats })).toEqual(["unknown-member @ formats.orders.gone (key)"]);
  });

  it("a text whose cube only the files' queries know, wherever they are", () => {
    const widget = (config: object) => ({ id: "a", type: "CHART", config });
    const dashboards = { first: { widgets: [widget({ axis: "gone.count" })] } };
    expect(check({ dashboards } as never).places).toEqual([]);
    const reports = { r: { query: { measures: ["gone.revenue"] } } };
    expect(check({ dashboards, reports } as never).places).toEqual([
      "unknown-cube @ dashboard.widgets.0.config.axis",
      "unknown-cube @ query.measures.0",
    ]);
  });

  it("settings of the dashboard and style of a widget, but neither theme nor an app's files", () => {
    const dashboard = {
      title: "orders.gone",
      theme: { font: "orders.gone" },
      app: { files: { "orders.gone": "orders.gone" } },
      settings: { preset: { member: "orders.gone" } },
      widgets: [{ id: "orders.gone", type: "TEXT", style: { by: "orders.gone" } }],
    };
    expect(check({ dashboards: { a: dashboard } }).places).toEqual([
      "unknown-member @ dashboard.settings.preset.member",
      "unknown-member @ dashboard.widgets.0.style.by",
    ]);
  });

  it("what a report's pivot and drawing name", () => {
    const report = {
      name: "orders.gone",
      pivotItems: {
        columns: ["orders.created_at.month", "measures"],
        rows: ["orders.gone"],
        measures: ["orders.status"],
        filters: ["gone.country"],
      },
      meta: {
        fillMissingRows: { member: "orders.created_at", excludedDimensions: ["orders.count"] },
        periodComparisons: [{ measure: "orders.revenue", timeDimension: "orders.status" }],
        preferences: { columnFormats: { "orders.gone": { type: "percent" } } },
      },
    };
    expect(check({ reports: { r: report } }).places).toEqual([
      "member-kind @ meta.fillMissingRows.excludedDimensions.0",
      "member-kind @ meta.periodComparisons.0.timeDimension",
      "unknown-member @ meta.preferences.columnFormats.orders.gone (key)",
      "unknown-cube @ pivotItems.filters.0",
      "member-kind @ pivotItems.measures.0",
      "unknown-member @ pivotItems.rows.0",
    ]);
  });

  it("a query that is kept as text, as the platform keeps them", () => {
    const jsonQuery = JSON.stringify({ measures: ["orders.gone"], order: { "orders.count": "asc" } });
    expect(checkConfig({ chart: { jsonQuery } })).toEqual(["unknown-member @ chart.jsonQuery.measures.0"]);
    expect(checkConfig({ jsonQuery: "orders.gone" })).toEqual([]);
    expect(checkConfig({ jsonQuery: "{ orders.gone" })).toEqual([]);
  });

  it("a member beside its cube or view, where the model has that", () => {
    expect(checkConfig({ view: "orders", dimension: "gone" })).toEqual(["unknown-member @ dimension"]);
    expect(checkConfig({ cube: "orders", measure: "revenue" })).toEqual([]);
    expect(checkConfig({ view: "list", member: "all" })).toEqual([]);
  });

  it("odd shapes are survived", () => {
    let deep: unknown = "orders.gone";
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    const dashboards = {
      a: { widgets: [null, 3, "orders.gone", { config: "orders.gone" }, { config: { deep } }], settings: [] },
      b: { widgets: "orders.gone" },
    };
    expect(check({ dashboards } as never).places).toEqual(["unknown-member @ dashboard.widgets.3.config"]);
  });
});
