// A plan whose apply has come after it: what viewers see is what became of it, which the section of the apply says.

import { type CommentMarker, partText } from "./comment-marker.ts";
import { markdownName } from "./markdown-text.ts";

/** `whole`: all that the plan showed was applied or tried. `part`: a shard or a selection of it. */
export type CarriedOut = "whole" | "part" | undefined;

/** `isOlder`: of an earlier commit than the newest: an apply of one came before the plans of this. */
export function carriedOut(
  plan: CommentMarker | undefined,
  others: readonly (CommentMarker | undefined)[],
  isOlder: (marker: CommentMarker) => boolean,
): CarriedOut {
  // One that failed has planned nothing.
  if (plan?.command !== "plan" || plan.weight === "wrong") return undefined;
  const planned = plan.approval?.at ?? "";
  const applies = others.filter(
    (other): other is CommentMarker =>
      other?.command === "apply" &&
      other.target === plan.target &&
      // One that was refused has left the plan as it was; a plan that was made later shows what is left.
      other.did !== undefined &&
      other.did > planned &&
      !isOlder(other),
  );
  if (applies.some(({ shard }) => shard === undefined || shard === plan.shard)) return "whole";
  return plan.shard === undefined && applies.length > 0 ? "part" : undefined;
}

export function partLine(): string {
  return "**What follows was planned before a part of it was applied**: what became of that is said above.";
}

/** Folded, so that nobody takes it for what happens next. */
export function foldedPlan({ target, shard }: CommentMarker, blocks: readonly string[]): string[] {
  const of = [target, ...(shard === undefined ? [] : [partText(shard)])].join(" ");
  const what = `What was planned for ${markdownName(of, 80)} before: what became of it is said above`;
  return [`<details><summary>📋 ${what}</summary>`, ...blocks, "</details>"];
}
