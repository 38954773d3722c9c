// The one line that a terminal shows while an apply runs.

import type { ApplyProgress } from "../../model/index.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { cut } from "../text/cells.ts";
import { excerpt } from "../text/value-text.ts";

/** `retried`: requests that were repeated so far. `applying 18/46 · 3 retried · revenue-overview`: at most `width` cells, no line end. */
export function renderProgress(
  { done, total, retried, current }: ApplyProgress & { retried: number },
  width: number,
): string {
  const parts = [`applying ${done}/${total}`];
  if (retried > 0) parts.push(`${retried} retried`);
  if (current !== undefined && current !== "") parts.push(excerpt(current, 0, NAME_ROOM));
  return cut(parts.join(" · "), Math.max(1, width));
}
