// Values that fields take and refuse, by kind of field, and a file to put them into.
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { findings, put, validator } from "./support.ts";

const validate = validator("workbooks");
export const check = (value: Json): string[] => findings(validate, value);

export const BASE = {
  workbooks: {
    w: {
      dashboard: {
        app: { manifest: {} },
        layout: { breakpoints: {}, cols: {} },
        widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 1, h: 1 }, responsiveLayouts: {} }],
      },
      overrides: { production: { dashboard: { widgets: { a: { position: {} } } } } },
    },
  },
  layouts: { w: { default: {} } },
  reports: { r: {} },
};
export const W = ["workbooks", "w"];
export const D = [...W, "dashboard"];
export const P = [...W, "overrides", "production"];
export const WIDGET = [...D, "widgets", 0];

export interface Samples {
  good: Json[];
  bad: Json[];
}

export const text: Samples = {
  good: [
    "",
    "x",
    "${var.x}",
    { $file: "./a.md" },
    { $include: "a.yaml" },
    { $include: "a.yaml", with: { b: 1 } },
  ],
  bad: [
    1,
    true,
    [],
    {},
    { a: 1 },
    { $file: 1 },
    { $file: "a", $include: "b" },
    { $file: "a", b: 1 },
    { $file: "a", with: { b: 1 } },
  ],
};
export const integer: Samples = { good: [0, -1, 12], bad: [1.5, "1", true, [], {}] };
export const integers: Samples = {
  good: [[], [1, 2], { $include: "a.yaml" }],
  bad: [1, "1", [1.5], ["1"], [null], {}, { a: 1 }, { $include: "a.yaml", a: 1 }, { $include: "" }],
};
export const open: Samples = {
  good: [{}, { a: { b: [1, null, "x"] } }, { $include: "a.yaml", a: 1 }, { a: { $report: "r" } }],
  bad: [1, "x", [], true],
};
const filtered = (...filters: Json[]): Json => ({ filters });
const timed = (dimension: JsonObject): Json => ({ timeDimensions: [{ dimension: "a.t", ...dimension }] });
/** As the data API takes queries. */
export const query: Samples = {
  good: [
    {},
    { measures: ["a.b"], dimensions: ["a.c", "a.t.month"], segments: [], limit: 0, offset: 5, total: true },
    { order: [["a.b", "desc"]], timezone: "Europe/Berlin" },
    { order: { "a.b": "asc" } },
    { order: [{ id: "a.b", desc: true }] },
    { $include: "query.yaml", limit: 10 },
    filtered({ member: "a.c", operator: "equals", values: ["x", 1, true, null] }),
    filtered({ dimension: "a.c", operator: "set" }, { $include: "filter.yaml" }),
    filtered({ or: [{ member: "a.c", operator: "notSet" }, { and: [] }] }),
    timed({}),
    timed({ granularity: "month", dateRange: "last 3 months" }),
    timed({ granularity: "fiscal_year", dateRange: ["2026-01-01", "2026-12-31"] }),
    timed({ granularity: null, compareDateRange: ["this week", ["2026-01-01", "2026-01-07"]] }),
  ],
  bad: [
    1,
    "x",
    [],
    { mesures: ["a.b"] },
    { measures: "a.b" },
    { limit: -1 },
    { limit: 1.5 },
    { offset: "1" },
    { order: { "a.b": "down" } },
    { responseFormat: "table" },
    filtered({ member: "a.c", operator: "equalz", values: ["x"] }),
    filtered({ member: "a.c", values: ["x"] }),
    filtered({ operator: "set" }),
    filtered({ member: "a.c", operator: "set", value: "x" }),
    filtered({ or: [{ operator: "set" }] }),
    timed({ dimension: 1 }),
    timed({ grain: "month" }),
    timed({ dateRange: [] }),
    { timeDimensions: [{ granularity: "month" }] },
  ],
};
export const perSize: Samples = {
  good: [{}, { lg: 1, md: 2, sm: 3, xs: 4, xxs: 5 }, { lg: null }, { $include: "a.yaml", sm: 1 }],
  bad: [{ xl: 1 }, { lg: 1.5 }, ...["lg", "md", "sm", "xs", "xxs"].map((size) => ({ [size]: "1" })), [], 1],
};
const RECT = { x: 0, y: 0, w: 1, h: 1 };
export const rect: Samples = {
  good: [
    { x: 0, y: 0, w: 1, h: 1 },
    { x: -1, y: 0, w: 0, h: 1 },
    [0, 0, 1, 1],
    { $include: "a.yaml" },
    { $include: "a.yaml", x: 1 },
  ],
  bad: [
    {},
    { x: 0, y: 0, w: 1 },
    ...["x", "y", "w", "h"].map((side) => ({ ...RECT, [side]: "1" })),
    { x: 0, y: 0, w: 1, h: 1.5 },
    { x: 0, y: 0, w: 1, h: null },
    { x: 0, y: 0, w: 1, h: 1, z: 1 },
    [0, 0, 1],
    [0, 0, 1, 1, 1],
    [0, 0, 1, "1"],
    [0, 0, 1, null],
    "0 0 1 1",
    1,
  ],
};
export const sizes: Samples = {
  good: [
    {},
    { lg: rect.good[0]!, md: null, sm: [0, 0, 1, 1] },
    { xs: [0, 0, 1, 1], xxs: [0, 0, 1, 1] },
    { $include: "a.yaml" },
  ],
  bad: [
    { xl: [0, 0, 1, 1] },
    ...["lg", "md", "sm", "xs", "xxs"].map((size) => ({ [size]: [0, 0, 1] })),
    { sm: {} },
    [],
    1,
  ],
};

export interface Row extends Samples {
  field: string;
  path: (string | number)[];
  nullable: boolean;
}
export const row = (path: (string | number)[], nullable: boolean, { good, bad }: Samples): Row => ({
  field: path.slice(2).join("."),
  path,
  nullable,
  good,
  bad,
});

/** Tests each row: what its field takes, and what it refuses at its own place. */
export function testRows(rows: readonly Row[]): void {
  it.each(rows)("$field takes what it should", ({ path, good, nullable }) => {
    for (const value of nullable ? [...good, null] : good) {
      expect({ value, findings: check(put(BASE, path, value)) }).toEqual({ value, findings: [] });
    }
  });

  it.each(rows)("$field refuses what it should, at its place", ({ path, bad, nullable }) => {
    const place = `/${path.join("/")}`;
    for (const value of nullable ? bad : [...bad, null]) {
      const found = check(put(BASE, path, value));
      expect({ value, found: found.length > 0 }).toEqual({ value, found: true });
      expect(found.filter((finding) => !finding.startsWith(place))).toEqual([]);
    }
  });
}
