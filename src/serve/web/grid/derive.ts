// The layout that a viewer makes for a breakpoint that the file has none for: each widget is pulled onto the narrower grid, then moved down
// until it covers none before it, and up as far as it goes. Where the grid is as wide as the one it is made from, nothing moves.
import type { Box } from "../../protocol.ts";

/** Widgets of a layout by id, in the order of the file. */
export type Layout = ReadonlyMap<string, Box>;

export function deriveLayout(from: Layout, columns: number, wasColumns: number): Map<string, Box> {
  if (columns === wasColumns) return new Map(from);
  const bounded = [...from].map(([id, box]): [string, Box] => {
    const w = Math.min(box.w, columns);
    return [id, { ...box, w, x: Math.max(0, Math.min(box.x, columns - w)) }];
  });
  return compact(new Map(bounded));
}

/** No overlap, and no gap above a widget that it could go up through: none passes another, because then the reading order would change. */
export function compact(layout: Layout): Map<string, Box> {
  return placeInOrder(layout, (box, { sorted, tallest }, free) => {
    if (free !== box.y) return free;
    let y = 0;
    for (let at = sorted.length - 1; at >= 0; at -= 1) {
      const one = sorted[at]!;
      // What comes before this one ends above as well.
      if (one.y + tallest <= y) break;
      const end = one.y + one.h;
      if (touches(one, box) && end <= box.y) y = Math.max(y, end);
    }
    return y;
  });
}

/** Widgets that lie on another move down until they do not; no other widget moves. */
export function separate(layout: Layout): Map<string, Box> {
  return placeInOrder(layout, (_box, _placed, free) => free);
}

/** Widgets of one row that miss each other's top or bottom by one get the same. */
export function align(layout: Layout): Map<string, Box> {
  const rows: Box[] = [];
  const next = new Map(layout);
  for (const [id, box] of inReadingOrder(layout)) {
    const row = rows.find(({ y, h }) => Math.abs(y - box.y) <= 1 && Math.abs(y + h - box.y - box.h) <= 1);
    if (row) next.set(id, { ...box, y: row.y, h: row.h });
    else rows.push(box);
  }
  return separate(next);
}

/** Each as wide as the grid, one below the other in reading order: as a phone reads. */
export function stack(layout: Layout, columns: number): Map<string, Box> {
  let y = 0;
  const found = new Map<string, Box>();
  for (const [id, { h }] of inReadingOrder(layout)) {
    found.set(id, { x: 0, y, w: columns, h });
    y += h;
  }
  // In the order of the file, which is the order of the stack.
  return new Map([...layout.keys()].map((id) => [id, found.get(id)!]));
}

export function inReadingOrder(layout: Layout): [string, Box][] {
  return [...layout].sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
}

/** Below all others, or beside its like if there is room. */
export function freePlace(layout: Layout, box: Box): Box {
  const sorted = [...layout.values()].sort((a, b) => a.y - b.y);
  return { ...box, y: lowestFree(box, { sorted, tallest: tallestOf(sorted) }) };
}

/** By row, so that of thousands of widgets only those near a row are looked at: somebody waits. */
interface Placed {
  sorted: Box[];
  /** No widget is higher. */
  tallest: number;
}

const tallestOf = (boxes: Iterable<Box>) => Math.max(0, ...[...boxes].map(({ h }) => h));

/** `place` gives the row of a box, beside those that were placed; `free` is the least from its own on where it covers none of them. */
function placeInOrder(
  layout: Layout,
  place: (box: Box, placed: Placed, free: number) => number,
): Map<string, Box> {
  const placed: Placed = { sorted: [], tallest: tallestOf(layout.values()) };
  const found = new Map<string, Box>();
  for (const [id, box] of inReadingOrder(layout)) {
    const at = { ...box, y: place(box, placed, lowestFree(box, placed)) };
    placed.sorted.splice(firstBelow(placed.sorted, at.y), 0, at);
    found.set(id, at);
  }
  // In the order of the file, which is the order of the stack.
  return new Map([...layout.keys()].map((id) => [id, found.get(id)!]));
}

/** The least row from the box's own on where it covers none of the others. */
function lowestFree(box: Box, { sorted, tallest }: Placed): number {
  let { y } = box;
  for (let at = firstBelow(sorted, y - tallest); at < sorted.length; at += 1) {
    const one = sorted[at]!;
    // What comes after this one begins below as well.
    if (one.y >= y + box.h) break;
    if (touches(one, box) && one.y + one.h > y) y = one.y + one.h;
  }
  return y;
}

/** The index of the first that begins below a row. */
function firstBelow(sorted: readonly Box[], row: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]!.y > row) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Whether they share a column. */
const touches = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w;
