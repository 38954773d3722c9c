// How the plan of a merge differs from the reviewed one, change by change.

import type { Move } from "../../plan/index.ts";
import { kindPrefix } from "../change/change-title.ts";
import { count } from "../text/cells.ts";
import type { MarkdownDocument } from "./markdown-document.ts";
import { markdownCode } from "./markdown-text.ts";

const HOW: Record<Move["how"], string> = {
  live: "was changed on the platform since the review",
  files: "is declared differently from what was reviewed",
  both: "was changed on the platform since the review, and is declared differently",
  new: "was not in the reviewed plan",
  gone: "was in the reviewed plan, but no longer is",
};
const NAMED = 30;
const WAYS_OUT =
  "To go on, have the current plan reviewed: in a new pull request, or at a terminal with <code>boardwright apply</code>, which shows it and asks.";

/** A sentence without its full stop, for a log: not escaped. */
export function moveText({ kind, key, how }: Move): string {
  return `${kindPrefix(kind)}${key} ${HOW[how]}`;
}

export function movedDocument(moves: readonly Move[]): MarkdownDocument {
  const shown = moves.slice(0, NAMED);
  const lines = shown.map(
    ({ kind, key, how }) => `- ${kindPrefix(kind)}${markdownCode(key, 60)} ${HOW[how]}`,
  );
  if (moves.length > NAMED) lines.push(`- and ${moves.length - NAMED} more`);
  const what = moves.length === 0 ? "the plan" : count(moves.length, "change");
  return {
    light: "wrong",
    verdict: [`stopped, nothing was written: ${what} moved since the review`],
    lead: [...(lines.length === 0 ? [] : [lines.join("\n")]), WAYS_OUT],
    sections: [],
  };
}
