// How a hand or a key changes a box: always whole cells, always on the grid.
import type { Box } from "../../protocol.ts";

/** The sides that a handle pulls at: `n`, `se` … */
export const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"] as const;
export type Handle = (typeof HANDLES)[number];

/** A box that the file puts outside of the grid may stay there until it comes back by itself. */
export function moveBox(box: Box, dx: number, dy: number, columns: number): Box {
  const last = Math.max(columns - box.w, 0, dx <= 0 ? box.x : 0);
  return { ...box, x: clamp(box.x + dx, 0, last), y: Math.max(0, box.y + dy) };
}

export function resizeBox(box: Box, handle: Handle, dx: number, dy: number, columns: number): Box {
  const next = { ...box };
  if (handle.includes("e")) next.w = clamp(box.w + dx, 1, Math.max(1, columns - box.x));
  if (handle.includes("s")) next.h = Math.max(1, box.h + dy);
  if (handle.includes("w")) {
    next.x = clamp(box.x + dx, 0, box.x + box.w - 1);
    next.w = box.x + box.w - next.x;
  }
  if (handle.includes("n")) {
    next.y = clamp(box.y + dy, 0, box.y + box.h - 1);
    next.h = box.y + box.h - next.y;
  }
  return next;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
