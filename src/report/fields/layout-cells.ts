// A layout cut into the cells of a table: media that draw no pictures draw tables.

import type { Box, PlacedWidget } from "./widget-box.ts";

export interface LayoutCell {
  /** The widget on top here; undefined where there is none. */
  id: string | undefined;
  /** Whether it is the largest part of its widget that is seen: the one that has the name. */
  isMain: boolean;
  /** The first column and row of the table, and how many it takes. */
  column: number;
  row: number;
  across: number;
  down: number;
}

export interface LayoutTable {
  /** In columns of the grid. */
  widths: number[];
  /** In rows of the grid. */
  heights: number[];
  /** By row of the table, from left to right; one that starts in a row above is not there again. */
  rows: LayoutCell[][];
}

/** Nobody reads a table of more; in columns or rows. */
const MOST_LINES = 64;

/** Undefined if it would be too large. `wide`: of the grid. The later widget covers the earlier. */
export function layoutTable(widgets: readonly PlacedWidget[], wide: number): LayoutTable | undefined {
  const boxes = widgets.filter(({ box }) => box.w > 0 && box.h > 0);
  const xs = linesOf([0, wide, ...boxes.flatMap(({ box }) => [box.x, box.x + box.w])]);
  const ys = linesOf([0, ...boxes.flatMap(({ box }) => [box.y, box.y + box.h])]);
  if (xs.length > MOST_LINES || ys.length > MOST_LINES) return undefined;
  const columns = xs.length - 1;
  const lines = ys.length - 1;
  const owners = Array.from({ length: lines }, () => new Array<string | undefined>(columns).fill(undefined));
  for (const { id, box } of boxes)
    eachCell(box, { xs, ys }, (row, column) => owners[row]?.fill(id, column, column + 1));
  const rows = cut(owners);
  nameOnce(rows, { xs, ys });
  return { widths: steps(xs), heights: steps(ys), rows };
}

interface Lines {
  xs: readonly number[];
  ys: readonly number[];
}

function linesOf(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function steps(lines: readonly number[]): number[] {
  return lines.slice(1).map((line, index) => line - (lines[index] ?? 0));
}

function eachCell({ x, y, w, h }: Box, { xs, ys }: Lines, use: (row: number, column: number) => void): void {
  const left = xs.indexOf(x);
  const right = xs.indexOf(x + w);
  const top = ys.indexOf(y);
  const bottom = ys.indexOf(y + h);
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) use(row, column);
}

/** Rectangles of one owner each, as large as they can be from their upper left corner. */
function cut(owners: readonly (readonly (string | undefined)[])[]): LayoutCell[][] {
  const taken = owners.map((row) => row.map(() => false));
  const isFree = (row: number, column: number, id: string | undefined) =>
    taken[row]?.[column] === false && owners[row]?.[column] === id;
  return owners.map((line, row) =>
    line.flatMap((id, column): LayoutCell[] => {
      if (!isFree(row, column, id)) return [];
      let across = 1;
      while (isFree(row, column + across, id)) across += 1;
      const fits = (y: number) =>
        Array.from({ length: across }, (_, at) => column + at).every((x) => isFree(y, x, id));
      let down = 1;
      while (fits(row + down)) down += 1;
      for (let y = row; y < row + down; y += 1) taken[y]?.fill(true, column, column + across);
      return [{ id, isMain: false, column, row, across, down }];
    }),
  );
}

function nameOnce(rows: readonly LayoutCell[][], { xs, ys }: Lines): void {
  const largest = new Map<string, { cell: LayoutCell; size: number }>();
  for (const cell of rows.flat()) {
    const { id, column, row, across, down } = cell;
    if (id === undefined) continue;
    const width = (xs[column + across] ?? 0) - (xs[column] ?? 0);
    const size = width * ((ys[row + down] ?? 0) - (ys[row] ?? 0));
    if (size > (largest.get(id)?.size ?? 0)) largest.set(id, { cell, size });
  }
  for (const { cell } of largest.values()) cell.isMain = true;
}
