// A layout cut into the cells of a table: every html table that is made of it is well-formed, and shows what a browser would show.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutHtml } from "../../../src/report/document/markdown-entries.ts";
import { type LayoutTable, layoutTable } from "../../../src/report/fields/layout-cells.ts";
import type { PlacedWidget } from "../../../src/report/fields/widget-box.ts";
import { parseHtml, walk } from "../../support/markup.ts";
import { runs } from "../../support/runs.ts";

const WIDE = 12;
const small = (max: number) => fc.integer({ min: 0, max });
const widgets: fc.Arbitrary<PlacedWidget[]> = fc
  .array(fc.record({ x: small(14), y: small(9), w: small(12), h: small(5) }), { maxLength: 9 })
  .map((boxes) => boxes.map((box, at) => ({ id: `w${at}`, box })));

/** The id on top in each unit of the grid, as a browser stacks widgets: by `x,y`. */
function seen(all: readonly PlacedWidget[]): Map<string, string> {
  const units = new Map<string, string>();
  for (const { id, box } of all)
    for (let y = box.y; y < box.y + box.h; y += 1)
      for (let x = box.x; x < box.x + box.w; x += 1) units.set(`${x},${y}`, id);
  return units;
}

const starts = (sizes: readonly number[]) => sizes.map((_, at) => sum(sizes.slice(0, at)));
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** What the table shows, in the same way; throws if two cells are in one place, or none is. */
function shown({ widths, heights, rows }: LayoutTable): Map<string, string> {
  const [lefts, tops] = [starts(widths), starts(heights)];
  const taken = new Set<string>();
  const units = new Map<string, string>();
  for (const { id, column, row, across, down } of rows.flat())
    for (let line = row; line < row + down; line += 1)
      for (let place = column; place < column + across; place += 1) {
        const key = `${line} ${place}`;
        if (taken.has(key) || line >= heights.length || place >= widths.length)
          throw new Error(`covered twice, or outside: ${key}`);
        taken.add(key);
        const [left = 0, top = 0] = [lefts[place], tops[line]];
        for (let y = top; y < top + (heights[line] ?? 0); y += 1)
          for (let x = left; x < left + (widths[place] ?? 0); x += 1)
            if (id !== undefined) units.set(`${x},${y}`, id);
      }
  expect(taken.size).toBe(widths.length * heights.length);
  return units;
}

const NAMELESS = { nameOf: () => undefined, typeOf: () => undefined, markOf: () => undefined };

const tableOf = (all: readonly PlacedWidget[]) => {
  const table = layoutTable(all, WIDE);
  if (!table) throw new Error("no table");
  return table;
};

describe("a layout as a table", () => {
  it("covers every place exactly once, with the widget that is on top there", () => {
    fc.assert(
      fc.property(widgets, (all) => {
        expect([...shown(tableOf(all))].sort()).toEqual([...seen(all)].sort());
      }),
      { numRuns: runs(300) },
    );
  });

  it("names each widget of which anything is seen once, in the largest of its parts", () => {
    fc.assert(
      fc.property(widgets, (all) => {
        const { widths, heights, rows } = tableOf(all);
        const cells = rows.flat();
        const main = cells.filter(({ isMain }) => isMain);
        expect(main.map(({ id }) => id).sort()).toEqual([...new Set(seen(all).values())].sort());
        const sizeOf = ({ column, row, across, down }: (typeof cells)[number]) =>
          sum(widths.slice(column, column + across)) * sum(heights.slice(row, row + down));
        for (const one of main)
          expect(sizeOf(one)).toBe(Math.max(...cells.filter(({ id }) => id === one.id).map(sizeOf)));
      }),
      { numRuns: runs(300) },
    );
  });

  it("is html whose rows all have the same number of columns", () => {
    fc.assert(
      fc.property(widgets, (all) => {
        const html = layoutHtml({ widgets: all, ...NAMELESS }, WIDE) ?? "";
        const rows = [...walk(parseHtml(html))].filter(({ name }) => name === "tr");
        const span = (cell: (typeof rows)[number], of: string) =>
          Number(cell.attrs?.find(({ name }) => name === of)?.value ?? 1);
        let reaching: { columns: number; rows: number }[] = [];
        const columns = rows.map((row) => {
          const cells = (row.children ?? []).filter(({ name }) => name === "td");
          const own = cells.map((cell) => ({ columns: span(cell, "colspan"), rows: span(cell, "rowspan") }));
          const all = [...reaching, ...own];
          reaching = all.flatMap((one) => (one.rows > 1 ? [{ ...one, rows: one.rows - 1 }] : []));
          return sum(all.map((one) => one.columns));
        });
        expect(new Set(columns).size).toBe(1);
        expect(reaching).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  it("takes no part of a widget without a size, and is as wide as the grid", () => {
    const none = { id: "none", box: { x: 3, y: 0, w: 0, h: 4 } };
    const half = { id: "half", box: { x: 0, y: 0, w: 6, h: 1 } };
    expect(tableOf([none, half])).toEqual({
      widths: [6, 6],
      heights: [1],
      rows: [
        [
          { id: "half", isMain: true, column: 0, row: 0, across: 1, down: 1 },
          { id: undefined, isMain: false, column: 1, row: 0, across: 1, down: 1 },
        ],
      ],
    });
  });
});

describe("a cell", () => {
  const html = (text: string, w: number) =>
    layoutHtml(
      {
        ...NAMELESS,
        widgets: [{ id: "a", box: { x: 0, y: 0, w, h: 1 } }],
        nameOf: () => text,
        markOf: () => "moved",
      },
      2 * WIDE,
    );

  it("has all of a name that fits, stays on one line, and is no tile where nothing is", () => {
    const names = new Map([["a", "Untitled (copy)"]]);
    const widgets = [{ id: "a", box: { x: 0, y: 0, w: 4, h: 2 } }];
    const text = layoutHtml(
      { ...NAMELESS, widgets, nameOf: (id) => names.get(id), markOf: () => "edited" },
      24,
    );
    expect(text).toContain(" nowrap>🟦 <b><sub>Untitled (copy)</sub></b></td>");
    expect(text).toContain(' align="center"><sub>· · ·</sub></td>');
    // Each column has a cell of its own, which says how wide it is: no row of empty cells has to.
    expect(text?.match(/<tr>/g)).toHaveLength(1);
    expect(text?.match(/ width="\d+"/g)).toHaveLength(2);
  });

  it("holds a name as far as there is room, and its mark always", () => {
    expect(html("Revenue by month and region", 24)).toContain(
      "🟨 <b><sub>Revenue by month and region</sub></b>",
    );
    expect(html("Revenue by month and region", 6)).toMatch(/🟨 <b><sub>Revenue .{0,12}…[^<]*<\/sub><\/b>/);
    expect(html("Revenue by month and region", 1)).toContain(">🟨</td>");
  });
});
