// What rows become before they are drawn.
import { describe, expect, it } from "vitest";
import { cellText } from "../../src/serve/web/drawing/cells.ts";
import { numberOf, planOf, type Rows } from "../../src/serve/web/drawing/series.ts";
import type { Cell, Column } from "../../src/tasks/studio/protocol.ts";

const column = (name: string, kind: Column["kind"], more: Partial<Column> = {}): Column => ({
  name,
  title: name,
  kind,
  granularity: null,
  format: null,
  ...more,
});
const MONTH = column("orders.at.month", "time", { granularity: "month" });
const REGION = column("orders.region", "dimension");
const SUM = column("orders.sum", "measure");

const rowsOf = (columns: Column[], rows: Cell[][]): Rows => ({
  status: "rows",
  columns,
  rows,
  isCut: false,
  chart: null,
});

describe("the plan of a chart", () => {
  it("has a series for each value of a second dimension, and a hole where there is no row", () => {
    const rows = rowsOf(
      [MONTH, REGION, SUM],
      [
        ["2026-01-01T00:00:00.000", "North", 1],
        ["2026-01-01T00:00:00.000", "South", 2],
        ["2026-02-01T00:00:00.000", "South", 3],
      ],
    );
    expect(planOf("area", rows)).toEqual({
      kind: "area",
      labels: ["Jan 2026", "Feb 2026"],
      series: [
        { label: "North", values: [1, null] },
        { label: "South", values: [2, 3] },
      ],
      isSplit: true,
      isPercent: false,
    });
  });

  it("has a series for each measure, and joined labels of several dimensions", () => {
    const rows = rowsOf(
      [REGION, column("c.city", "dimension"), SUM, column("orders.n", "measure")],
      [["North", "Oslo", 1, 2]],
    );
    expect(planOf("bar", rows)).toMatchObject({
      labels: ["North · Oslo"],
      series: [
        { label: "orders.sum", values: [1] },
        { label: "orders.n", values: [2] },
      ],
      isSplit: false,
    });
  });

  it("of a pie has the largest slices, and the rest as one", () => {
    const rows = rowsOf(
      [REGION, SUM],
      Array.from({ length: 12 }, (_, at) => [`R${at}`, at + 1]),
    );
    const plan = planOf("pie", rows);
    expect(plan?.labels).toEqual(["R11", "R10", "R9", "R8", "R7", "R6", "R5", "Other"]);
    expect(plan?.series[0]?.values).toEqual([12, 11, 10, 9, 8, 7, 6, 15]);
  });

  it("does not exist for what such a chart cannot show: the table shows it", () => {
    expect(planOf("line", rowsOf([SUM], [[1]]))).toBeUndefined();
    expect(planOf("column", rowsOf([REGION], [["North"]]))).toBeUndefined();
    expect(planOf("pie", rowsOf([REGION, SUM], [["North", -1]]))).toBeUndefined();
    expect(planOf("column", rowsOf([REGION, SUM], []))).toBeUndefined();
  });

  it("of a number is the first measure, else the first cell", () => {
    expect(numberOf(rowsOf([REGION, SUM], [["North", 12345.678]]))?.text).toBe("12,346");
    expect(numberOf(rowsOf([REGION], [["North"]]))?.text).toBe("North");
    expect(numberOf(rowsOf([REGION], []))).toBeUndefined();
  });
});

describe("a cell", () => {
  it.each<[Cell, Column, string]>([
    [null, SUM, "–"],
    [true, REGION, "yes"],
    [0.2345, column("a.win_rate", "measure"), "23.5%"],
    [0.2345, column("a.generated", "measure"), "0.23"],
    [1234.5, SUM, "1,235"],
    ["<b>x</b>", REGION, "<b>x</b>"],
    ["2026-07-01T00:00:00.000", column("a.at.quarter", "time", { granularity: "quarter" }), "Q3 2026"],
    ["2026-07-01T00:00:00.000", column("a.at.year", "time", { granularity: "year" }), "2026"],
    ["2026-07-01T00:00:00.000", REGION, "1 Jul 2026"],
    ["2026-07-01T09:30:00.000", REGION, "1 Jul 2026, 09:30"],
    ["no time", MONTH, "no time"],
  ])("%j is read as people read it", (value, of, text) => {
    expect(cellText(value, of)).toBe(text);
  });
});
