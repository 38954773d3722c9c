// What rows become before they are drawn.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Cell, Column } from "../../src/serve/studio/protocol.ts";
import { cellText, figureSize } from "../../src/serve/web/drawing/cells.ts";
import { numberOf, planOf, type Rows } from "../../src/serve/web/drawing/series.ts";

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

  it("runs forward in time, whatever order the query asks for", () => {
    const at = (month: string) => `2026-${month}-01T00:00:00.000`;
    const rows = rowsOf(
      [MONTH, REGION, SUM],
      [
        [at("03"), "South", 3],
        [at("01"), "South", 2],
        [at("01"), "North", 1],
      ],
    );
    expect(planOf("column", rows)).toMatchObject({
      labels: ["Jan 2026", "Mar 2026"],
      series: [
        { label: "South", values: [2, 3] },
        { label: "North", values: [1, null] },
      ],
    });
  });

  it("runs forward in time on a dimension whose values are times", () => {
    const rows = rowsOf(
      [REGION, SUM],
      [
        ["2026-03-01T00:00:00.000", 3],
        ["2026-01-01T00:00:00.000", 1],
      ],
    );
    expect(planOf("line", rows)?.series).toEqual([{ label: "orders.sum", values: [1, 3] }]);
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

describe("a number", () => {
  it.each([
    ["12", 400, 100, 36],
    ["1,234,567", 162, 100, 25],
    ["12", 400, 30, 24],
    ["1,234,567,890", 60, 20, 12],
  ])("%s in %i × %i pixels is as large as fits", (text, width, height, size) => {
    expect(figureSize(text, { width, height })).toBe(size);
  });
});

describe("the tones of series", () => {
  const css = readFileSync("src/serve/web/styles/values.css", "utf8");
  const [light = "", dark = ""] = css.split(':root[data-theme="dark"]');

  it.each([
    ["light", light],
    ["dark", dark],
  ])("can be told apart, and from the card, %s", (_theme, values) => {
    const names = [...Array.from({ length: 8 }, (_, at) => `t${at + 1}`), "card"];
    const tones = names.map((name) => labOf(new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(values)![1]!));
    const distances = tones.flatMap((one, at) =>
      tones.slice(at + 1).map((other) => Math.hypot(...one.map((value, axis) => value - other[axis]!))),
    );
    // In CIELAB, 2 is what an eye can just tell apart side by side.
    expect(Math.min(...distances)).toBeGreaterThan(15);
  });
});

/** CIELAB of a colour, D65. */
function labOf(hex: string): [number, number, number] {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one) : hex.slice(1).match(/../g)!;
  const [r = 0, g = 0, b = 0] = digits.map((two) => {
    const share = Number.parseInt(two, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [
    f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047),
    f(0.2126 * r + 0.7152 * g + 0.0722 * b),
    f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

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
