// What the studio's search finds on dashboards.
import { expect, it } from "vitest";
import type { ResolvedReport, ResolvedWorkbook } from "../../src/model/index.ts";
import { findWidgets } from "../../src/serve/studio/find-widgets.ts";
import { findIn, type Reading } from "../../src/serve/studio/read-files.ts";

const chart = (id: string, title: string, report: string) => ({
  ...{ id, type: "CHART" },
  config: { title, reportId: { $report: report } },
});
const sales = {
  slug: "sales",
  entry: {
    dashboard: {
      widgets: [
        chart("a", "Orders", "count"),
        chart("b", "By month", "months"),
        { id: "c", type: "FILTER", config: { title: "Where", member: "customers.region" } },
        { id: "d", type: "TEXT", config: { markdown: "# Figures by month" } },
      ],
    },
  },
} as unknown as ResolvedWorkbook;
const reports = {
  count: { name: "How many", query: { measures: ["orders.count"] } },
  months: { name: "Trend", query: { measures: ["orders.revenue"], dimensions: ["orders.status"] } },
};
const reading = {
  reports: new Map(
    Object.entries(reports).map(([key, entry]) => [key, { key, entry } as unknown as ResolvedReport]),
  ),
} as unknown as Reading;
const findReport = findIn(reading, undefined);
const find = (query: string) =>
  findWidgets([{ workbook: sales, version: "" }], findReport, query).map(({ widget, label, by }) =>
    [widget, label, by].join(" "),
  );

it.each([
  ["by month", ["b By month ", "d Figures by month "]],
  ["MANY how", ["a Orders How many"]],
  ["orders.rev", ["b By month orders.revenue"]],
  ["months", ["b By month months"]],
  ["region", ["c Where customers.region"]],
  ["month status", ["b By month orders.status, orders.revenue, Trend, months"]],
  ["nothing", []],
  [" ", []],
])("finds widgets for “%s”", (query, found) => {
  expect(find(query)).toEqual(found);
});

it("finds few widgets of one dashboard, so that others are seen", () => {
  const widgets = Array.from({ length: 9 }, (_, at) => chart(`w${at}`, "Same", "count"));
  const many = { slug: "many", entry: { dashboard: { widgets } } } as unknown as ResolvedWorkbook;
  const hits = findWidgets(
    [many, sales].map((workbook) => ({ workbook, version: "" })),
    findReport,
    "count",
  );
  expect(hits.map(({ slug }) => slug)).toEqual([...Array(5).fill("many"), "sales"]);
});
