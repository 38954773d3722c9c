// An apply for people at a terminal: one line while it runs, and how it ended.

import { type ApplyProgress, type ApplyReport, type PreviewUpResult, targetFlag } from "../../model/index.ts";
import { type TerminalStyle, terminal } from "../document/terminal.ts";
import { type ApplyOptions, applyDocument } from "../subjects/apply.ts";
import { previewUpDocument } from "../subjects/preview.ts";
import { cut } from "../text/cells.ts";
import { fixingCommand } from "../text/findings.ts";
import type { TableStyle } from "../text/table.ts";
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

// A preview that was put up, for people at a terminal: the end of its apply, then what there is to look at.

/** `target`: if a command that names none means another. Ends with a line end. */
export function renderPreviewUp(
  report: PreviewUpResult,
  { target, ...style }: TableStyle & { target?: string | undefined },
): string {
  const commands = { flag: targetFlag(target), fix: fixingCommand(report.branch, target) };
  const text = terminal(previewUpDocument(report, { commands, text: report.text }), style);
  if (report.results.length === 0) return text;
  return `${renderApplySummary({ ...report, links: new Map() }, style)}\n${text}`;
}
