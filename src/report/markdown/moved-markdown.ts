// How the plan of a merge differs from the reviewed one, change by change.

import type { Plan } from "../../model/index.ts";
import type { ChangeMove, GroundMove, Move } from "../../plan/index.ts";
import { kindPrefix } from "../change/hazard-advice.ts";
import type { MarkdownDocument } from "../document/markdown-document.ts";
import { markdownCode, markdownName } from "../document/markdown-text.ts";
import { count } from "../text/cells.ts";
import { NAME_ROOM } from "../text/value-text.ts";

const HOW: Record<ChangeMove["how"], string> = {
  live: "was changed on the platform since the review",
  deleted: "was deleted on the platform since the review",
  files: "is declared differently from what was reviewed",
  both: "was changed on the platform since the review, and is declared differently",
  new: "was not in the reviewed plan",
  gone: "was in the reviewed plan, but no longer is",
};
const NAMED = 30;
const WAYS_OUT =
  "To go on, have the current plan reviewed: in a new pull request, or at a terminal with <code>boardwright apply</code>, which shows it and asks.";

/** A sentence without its full stop, for a log: not escaped. */
export function moveText(move: Move): string {
  if ("part" in move) return partMoved(move);
  return `${kindPrefix(move.kind)}${move.key} ${HOW[move.how]}`;
}

function partMoved({ part, before, after }: GroundMove): string {
  if (part === "ignore")
    return "the policy: `ignore` is not what it was for the review, which goes by that of the base";
  return `${part}: ${before || "none"} → ${after || "none"}`;
}

/** `plan`: as it is now; it knows the titles. */
export function movedDocument(moves: readonly Move[], plan: Plan | undefined): MarkdownDocument {
  const titles = new Map((plan?.changes ?? []).map(({ kind, key, title }) => [`${kind} ${key}`, title]));
  const lines = moves.slice(0, NAMED).map((move) => {
    if ("part" in move) return `- ${markdownName(partMoved(move), NAME_ROOM * 2)}`;
    const { kind, key } = move;
    const title = titles.get(`${kind} ${key}`);
    const name = title === undefined ? "" : `<b>${markdownName(title, NAME_ROOM)}</b> `;
    return `- ${kindPrefix(kind)}${name}${markdownCode(key, NAME_ROOM)} ${HOW[move.how]}`;
  });
  if (moves.length > NAMED) lines.push(`- and ${moves.length - NAMED} more`);
  const changes = moves.filter((move) => !("part" in move)).length;
  const what = changes === 0 ? "the plan" : count(changes, "change");
  return {
    light: "wrong",
    verdict: [`stopped, nothing was written by this run: ${what} moved since the review`],
    lead: [...(lines.length === 0 ? [] : [lines.join("\n")]), WAYS_OUT],
    sections: [],
  };
}
