// Where two widgets lie on one another.
import type { Box } from "../../protocol.ts";
import type { Layout } from "./derive.ts";
import { overlaps } from "./geometry.ts";

/** Nobody counts the overlaps of more. */
const MOST_COMPARED = 400;

export interface Overlap {
  lower: string;
  upper: string;
  box: Box;
}

/** The later of the file is the upper one. */
export function overlapsOf(layout: Layout): Overlap[] {
  const all = [...layout];
  if (all.length > MOST_COMPARED) return [];
  return all.flatMap(([lower, a], at) =>
    all.slice(at + 1).flatMap(([upper, b]): Overlap[] => {
      if (!overlaps(a, b)) return [];
      const x = Math.max(a.x, b.x);
      const y = Math.max(a.y, b.y);
      const w = Math.min(a.x + a.w, b.x + b.w) - x;
      const h = Math.min(a.y + a.h, b.y + b.h) - y;
      return [{ lower, upper, box: { x, y, w, h } }];
    }),
  );
}
