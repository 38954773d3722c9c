// Where a box of the file is on the screen. The file's own pixels times one scale, and nothing rounded: the browser does that last.
import type { Box } from "../../protocol.ts";

/** What the file says of its grid, in its own pixels. */
export interface Grid {
  rowHeight: number;
  margin: [number, number];
  padding: [number, number];
}

/** A grid on the screen, in pixels of the screen. */
export interface Frame {
  columns: number;
  width: number;
  scale: number;
  /** One column, without the gap. */
  unit: number;
  /** One row, without the gap. */
  row: number;
  gap: [number, number];
  pad: [number, number];
}

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** `width`: of the whole grid in the file's own pixels. */
export function frameOf(grid: Grid, columns: number, width: number, scale: number): Frame {
  const count = Math.max(1, columns);
  const gap = grid.margin;
  const padding = grid.padding;
  const unit = (width - 2 * padding[0] - gap[0] * (count - 1)) / count;
  return {
    columns: count,
    width: width * scale,
    scale,
    unit: unit * scale,
    row: grid.rowHeight * scale,
    gap: [gap[0] * scale, gap[1] * scale],
    pad: [padding[0] * scale, padding[1] * scale],
  };
}

export function rectOf(frame: Frame, box: Box): Rect {
  const { unit, row, gap, pad } = frame;
  return {
    left: pad[0] + box.x * (unit + gap[0]),
    top: pad[1] + box.y * (row + gap[1]),
    width: Math.max(0, box.w * (unit + gap[0]) - gap[0]),
    height: Math.max(0, box.h * (row + gap[1]) - gap[1]),
  };
}

/** Of a grid of so many rows, padding included. */
export function heightOf({ row, gap, pad }: Frame, rows: number): number {
  return 2 * pad[1] + Math.max(0, rows * (row + gap[1]) - gap[1]);
}

/** How far a way on the screen is, in whole columns and rows. */
export function cellsOf({ unit, row, gap }: Frame, dx: number, dy: number): [number, number] {
  // Without -0, which would be written as a change.
  return [Math.round(dx / (unit + gap[0])) + 0, Math.round(dy / (row + gap[1])) + 0];
}

export function rowsOf(boxes: Iterable<Box>): number {
  let rows = 0;
  for (const { y, h } of boxes) rows = Math.max(rows, y + h);
  return rows;
}

export const isSame = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
