// For any layout: what the page makes of it when it tidies up, pulls it onto a narrower grid, or moves a widget.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Box } from "../../src/serve/protocol.ts";
import {
  align,
  compact,
  deriveLayout,
  inReadingOrder,
  type Layout,
  separate,
  stack,
} from "../../src/serve/web/grid/derive.ts";
import { cellsOf, frameOf, rectOf } from "../../src/serve/web/grid/geometry.ts";
import { overlapsOf } from "../../src/serve/web/grid/overlaps.ts";
import { HANDLES, moveBox, resizeBox } from "../../src/serve/web/grid/reach.ts";

const COLUMNS = 12;
const box = fc
  .record({
    x: fc.integer({ min: 0, max: 11 }),
    y: fc.integer({ min: 0, max: 20 }),
    w: fc.integer({ min: 1, max: 12 }),
    h: fc.integer({ min: 1, max: 8 }),
  })
  .map((one): Box => ({ ...one, w: Math.min(one.w, COLUMNS - one.x) }));
const layout = fc
  .array(box, { maxLength: 14 })
  .map((boxes): Layout => new Map(boxes.map((one, at) => [`w${at}`, one])));
const step = fc.integer({ min: -30, max: 30 });

const inside = (boxes: Layout, columns: number) =>
  [...boxes.values()].every(({ x, y, w, h }) => x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= columns);

it("leaves no overlap, no widget out, and nothing to do the next time", () => {
  fc.assert(
    fc.property(layout, (boxes) => {
      for (const way of [separate, compact, align]) {
        const tidied = way(boxes);
        expect(overlapsOf(tidied)).toEqual([]);
        expect([...tidied.keys()]).toEqual([...boxes.keys()]);
        expect(inside(tidied, COLUMNS)).toBe(true);
      }
      expect(separate(separate(boxes))).toEqual(separate(boxes));
      expect(compact(compact(boxes))).toEqual(compact(boxes));
    }),
  );
});

it("stacks every widget as wide as the grid, in reading order, without a gap", () => {
  fc.assert(
    fc.property(layout, (boxes) => {
      const stacked = stack(boxes, 4);
      expect([...stacked.keys()]).toEqual([...boxes.keys()]);
      let y = 0;
      expect(inReadingOrder(stacked).map(([id]) => id)).toEqual(inReadingOrder(boxes).map(([id]) => id));
      for (const [id, box] of inReadingOrder(stacked)) {
        expect(box).toEqual({ x: 0, y, w: 4, h: boxes.get(id)!.h });
        y += box.h;
      }
    }),
  );
});

it("separates only what overlaps", () => {
  fc.assert(
    fc.property(layout, (boxes) => {
      if (overlapsOf(boxes).length === 0) expect(separate(boxes)).toEqual(boxes);
    }),
  );
});

it("makes a layout for any grid, and the same one for the same grid", () => {
  fc.assert(
    fc.property(layout, fc.integer({ min: 1, max: 24 }), (boxes, columns) => {
      const made = deriveLayout(boxes, columns, COLUMNS);
      expect(inside(made, columns)).toBe(true);
      if (columns === COLUMNS) expect(made).toEqual(boxes);
      else expect(overlapsOf(made)).toEqual([]);
    }),
  );
});

it("keeps a widget on the grid, whatever hand or key pulls at it", () => {
  fc.assert(
    fc.property(box, step, step, fc.constantFrom(...HANDLES), (one, dx, dy, handle) => {
      const moved = moveBox(one, dx, dy, COLUMNS);
      expect([moved.w, moved.h]).toEqual([one.w, one.h]);
      const sized = resizeBox(one, handle, dx, dy, COLUMNS);
      expect(
        inside(
          new Map([
            ["moved", moved],
            ["sized", sized],
          ]),
          COLUMNS,
        ),
      ).toBe(true);
      // The side that is not pulled at stays.
      if (!handle.includes("w")) expect(sized.x).toBe(one.x);
      else expect(sized.x + sized.w).toBe(one.x + one.w);
      if (!handle.includes("n")) expect(sized.y).toBe(one.y);
      else expect(sized.y + sized.h).toBe(one.y + one.h);
    }),
  );
});

it("brings a widget that is out of the grid back, and pushes it no further", () => {
  const out = { x: 20, y: 0, w: 4, h: 2 };
  expect(moveBox(out, 1, 0, COLUMNS).x).toBe(8);
  expect(moveBox(out, -1, 0, COLUMNS).x).toBe(19);
  expect(moveBox(out, 0, 3, COLUMNS)).toEqual({ ...out, y: 3 });
});

it("counts cells as it draws them, at any scale", () => {
  const grid = { rowHeight: 40, margin: [8, 8] as [number, number], padding: [16, 16] as [number, number] };
  fc.assert(
    fc.property(box, box, fc.double({ min: 0.1, max: 1, noNaN: true }), (from, to, scale) => {
      const frame = frameOf(grid, COLUMNS, 1200, scale);
      const [a, b] = [rectOf(frame, from), rectOf(frame, to)];
      expect(cellsOf(frame, b.left - a.left, b.top - a.top)).toEqual([to.x - from.x, to.y - from.y]);
    }),
  );
  // The last column ends where the padding begins.
  const { left, width } = rectOf(frameOf(grid, COLUMNS, 1200, 1), { x: 11, y: 0, w: 1, h: 1 });
  expect(left + width).toBeCloseTo(1184, 9);
});
