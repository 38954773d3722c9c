// Why the plan of a merge is not the one that was reviewed, change by change.

import type { Move } from "../../plan/index.ts";
import { count } from "../text/cells.ts";
import type { MarkdownDocument } from "./markdown-document.ts";
import { markdownCode } from "./markdown-text.ts";

const HOW: Record<Move["how"], string> = {
  live: "was changed on the platform since the review",
  files: "is declared otherwise than it was reviewed",
  both: "was changed on the platform since the review, and is declared otherwise",
  new: "was not in the plan that was reviewed",
  gone: "was in the plan that was reviewed, and no longer is",
};
const NAMED = 30;
const WAYS_OUT =
  "To go on, have the plan reviewed as it is now: in a new pull request, or at a terminal with <code>boardwright apply</code>, which shows it and asks.";

/** A sentence without its full stop, for a log: not escaped. */
export function moveText({ kind, key, how }: Move): string {
  return `${kind === "workbook" ? "" : `${kind} `}${key} ${HOW[how]}`;
}

export function movedDocument(moves: readonly Move[]): MarkdownDocument {
  const lines = moves
    .slice(0, NAMED)
    .map(
      ({ kind, key, how }) =>
        `- ${kind === "workbook" ? "" : `${kind} `}${markdownCode(key, 60)} ${HOW[how]}`,
    );
  if (moves.length > NAMED) lines.push(`- and ${moves.length - NAMED} more`);
  const what =
    moves.length === 0
      ? "the plan moved since the review"
      : `${count(moves.length, "change")} moved since the review`;
  return {
    verdict: [`stopped, nothing was written: ${what}`],
    lead: [...(lines.length === 0 ? [] : [lines.join("\n")]), WAYS_OUT],
    sections: [],
  };
}
