// An apply for people at a terminal: one line while it runs; at the end the failures with all their details, and the
// summary in a sentence.

import type { ApplyProgress, ApplyReport } from "../../model/index.ts";
import { applyRest, applySentence, failureCode, failuresByCause, keyText } from "../change/apply-text.ts";
import { codeText } from "../document/terminal-words.ts";
import { cut, listNames } from "../text/cells.ts";
import { breakCommands } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import { alignColumns } from "../text/table.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";

/** Cells of the names of failures that have one cause. */
const NAMES = 300;

/** The text ends with a line end. */
export function renderApplySummary(
  outcome: ApplyReport,
  options: { color: boolean; surroundings?: string },
): string {
  const paint = paintWith(options.color);
  const blocks = failuresByCause(outcome.results).map(([first, ...others]) => {
    const text = codeText(failureCode(first, outcome), { paint });
    if (others.length === 0) return text;
    return `${text}\n  The same for ${others.length} more: ${listNames(others.map(keyText), NAMES)}.`;
  });
  blocks.push(
    [paint.bold(applySentence(outcome)), ...links(outcome), ...applyRest(outcome, options.surroundings)].join(
      "\n",
    ),
  );
  return `${breakCommands(blocks.join("\n\n"))}\n`;
}

function links({ results, links: urls }: ApplyReport): string[] {
  const rows = results.flatMap(({ kind, action, status, key }) => {
    const url = urls.get(key);
    const isNew = kind === "workbook" && action === "create" && status !== "failed" && status !== "skipped";
    return isNew && url !== undefined ? [[excerpt(key, 0, NAME_ROOM), excerpt(url, 0, 2000)]] : [];
  });
  return alignColumns(rows, "   ").map((row) => `  ${row}`);
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
