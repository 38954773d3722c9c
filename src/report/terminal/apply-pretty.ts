// An apply for people at a terminal: one line while it runs, and how it ended.

import type { ApplyProgress, ApplyReport } from "../../model/index.ts";
import { type TerminalStyle, terminal } from "../document/terminal.ts";
import { type ApplyOptions, applyDocument } from "../subjects/apply.ts";
import { cut } from "../text/cells.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";

/** How it ended. Ends with a line end. */
export function renderApplySummary(outcome: ApplyReport, options: TerminalStyle & ApplyOptions): string {
  return terminal(applyDocument(outcome, options), options);
}

/** `applying 18/46 · 3 retried · revenue-overview`: at most `width` cells, no line end. `retried`: requests repeated so far. */
export function renderProgress(
  { done, total, retried, current }: ApplyProgress & { retried: number },
  width: number,
): string {
  const parts = [`applying ${done}/${total}`];
  if (retried > 0) parts.push(`${retried} retried`);
  if (current) parts.push(excerpt(current, 0, NAME_ROOM));
  return cut(parts.join(" · "), Math.max(1, width));
}
