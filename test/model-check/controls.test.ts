// Filters and controls whose member no chart of their dashboard uses.
import { describe, expect, it } from "vitest";
import { check } from "./support.ts";

type Widget = Record<string, unknown>;
const control = (member: unknown, type = "FILTER", more: Widget = {}): Widget => ({
  id: "control",
  type,
  config: { member, ...more },
});
const chart = (config: unknown, id = "chart"): Widget => ({ id, type: "CHART", config });
const reports = {
  byStatus: { query: { measures: ["orders.revenue"], dimensions: ["orders.status"] } },
  byMonth: { query: { timeDimensions: [{ dimension: "orders.created_at", granularity: "month" }] } },
  inSql: { sqlQuery: "select 1" },
};
const found = (...widgets: Widget[]): string[] =>
  check({ dashboards: { a: { widgets } }, reports } as never).found;
const UNUSED =
  "unused-control-member @ dashboard.widgets.0.config.member: No chart of this dashboard uses `orders.status`, the member of this filter.";

describe("a control whose member no chart uses", () => {
  it("is told, whatever other dashboards use", () => {
    expect(found(control("orders.status"), chart({ reportId: { $report: "byMonth" } }))).toEqual([UNUSED]);
    expect(found(control("orders.status"))).toEqual([UNUSED]);
    const other = { widgets: [chart({ reportId: { $report: "byStatus" } })] };
    const dashboards = {
      a: { widgets: [control("orders.status"), chart({ measures: ["orders.count"] })] },
      other,
    };
    expect(check({ dashboards, reports } as never).found).toEqual([UNUSED]);
  });

  it.each<[string, ...Widget[]]>([
    ["its report's query names it", control("orders.status"), chart({ reportId: { $report: "byStatus" } })],
    [
      "its own config names it",
      control("orders.status"),
      chart({ any: [{ filters: [{ member: "orders.status" }] }] }),
    ],
    [
      "a mapping names it",
      control("orders.status"),
      chart({ measures: ["orders.count"], controls: { x: "orders.status" } }),
    ],
    [
      "a mapping names the control",
      control("orders.status"),
      chart({ measures: ["orders.count"], controls: { control: "customers.name" } }),
    ],
    [
      "its query names it with a granularity",
      control("orders.created_at", "TIME_GRAIN"),
      chart({ dimensions: ["orders.created_at.month"] }),
    ],
    [
      "its query has the time dimension",
      control("orders.created_at", "TIME_GRAIN"),
      chart({ r: { $report: "byMonth" } }),
    ],
    ["it is a text's", control("orders.status"), { id: "t", type: "AI", config: { about: "orders.status" } }],
  ])("is fine where %s", (_, ...widgets) => {
    expect(found(...widgets)).toEqual([]);
  });

  it.each([
    ["a report by its number", chart({ reportId: 5001 })],
    ["a report that no file declares", chart({ reportId: { $report: "elsewhere" } })],
    ["a report in SQL", chart({ reportId: { $report: "inSql" } })],
    ["nothing that the files tell", chart({ title: "Revenue" })],
  ])("is not told where a chart shows %s", (_, widget) => {
    expect(found(control("orders.status"), chart({ measures: ["orders.count"] }, "other"), widget)).toEqual(
      [],
    );
  });

  it("has one finding where the member is not there at all", () => {
    expect(found(control("orders.gone"), chart({ measures: ["orders.count"] }))).toHaveLength(1);
    expect(found(control("orders.gone"), chart({ measures: ["orders.count"] }))[0]).toMatch(
      /^unknown-member/,
    );
  });

  it("checks what a control is for: time grains take time dimensions, filters no segments", () => {
    expect(
      found(control("orders.status", "TIME_GRAIN"), chart({ dimensions: ["orders.status"] }))[0],
    ).toMatch(/^member-kind .*a time dimension is needed here/);
    expect(found(control("orders.paid"), chart({ segments: ["orders.paid"] }))[0]).toMatch(/^member-kind/);
  });

  it("never takes a default value for a member", () => {
    const filter = control("orders.status", "FILTER", {
      defaultValue: "orders.gone",
      values: ["orders.gone"],
    });
    expect(found(filter, chart({ dimensions: ["orders.status"] }))).toEqual([]);
  });

  it("knows a FIELD by any of its members", () => {
    const field = control("orders.revenue", "FIELD", { measures: ["orders.count"] });
    expect(found(field, chart({ measures: ["orders.count"] }))).toEqual([]);
    expect(found(field, chart({ dimensions: ["orders.status"] }))).toHaveLength(1);
  });
});
