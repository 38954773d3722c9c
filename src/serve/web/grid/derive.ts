// The layout that a viewer makes for a breakpoint that the file has none for: each widget is pulled onto the narrower grid, then moved down
// until it covers none before it, and up as far as it goes. Where the grid is as wide as the one it is made from, nothing moves.
import type { Box } from "../../protocol.ts";
import { overlaps } from "./geometry.ts";

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
  return placeInOrder(layout, (box, placed) => {
    const beside = placed.filter((one) => touches(one, box));
    if (beside.some((one) => overlaps(one, box))) return { ...box, y: lowestFree(box, placed) };
    const above = beside.map(({ y, h }) => y + h).filter((end) => end <= box.y);
    return { ...box, y: Math.max(0, ...above) };
  });
}

/** Widgets that lie on another move down until they do not; no other widget moves. */
export function separate(layout: Layout): Map<string, Box> {
  return placeInOrder(layout, (box, placed) => ({ ...box, y: lowestFree(box, placed) }));
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

export function inReadingOrder(layout: Layout): [string, Box][] {
  return [...layout].sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
}

/** Below all others, or beside its like if there is room. */
export function freePlace(layout: Layout, box: Box): Box {
  return { ...box, y: lowestFree(box, [...layout.values()]) };
}

function placeInOrder(layout: Layout, place: (box: Box, placed: Box[]) => Box): Map<string, Box> {
  const placed: Box[] = [];
  const found = new Map<string, Box>();
  for (const [id, box] of inReadingOrder(layout)) {
    const at = place(box, placed);
    placed.push(at);
    found.set(id, at);
  }
  // In the order of the file, which is the order of the stack.
  return new Map([...layout.keys()].map((id) => [id, found.get(id)!]));
}

/** The least row from the box's own on where it covers none of the others. */
function lowestFree(box: Box, others: readonly Box[]): number {
  let { y } = box;
  const beside = others.filter((one) => touches(one, box)).sort((a, b) => a.y - b.y);
  for (let isMoved = true; isMoved; ) {
    const hit = beside.find((one) => overlaps(one, { ...box, y }));
    isMoved = hit !== undefined;
    if (hit) y = hit.y + hit.h;
  }
  return y;
}

/** Whether they share a column. */
const touches = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w;
