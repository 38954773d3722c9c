// How much a section matters to who reads the whole comment, and the word that is left of one that has nothing to say.

import type { DataTest } from "../../model/index.ts";
import { isNothingToDo } from "../change/plan-words.ts";
import { count } from "../text/cells.ts";
import type { CommentInput } from "./comment.ts";
import type { Weight } from "./comment-marker.ts";
import type { MarkdownDocument } from "./markdown-document.ts";

export interface Matter {
  weight: Weight;
  /** Of a quiet one. */
  word?: string;
}

/** `isQuiet`: whoever ran it knows that nothing happened. */
export function weigh(input: CommentInput, documents: readonly MarkdownDocument[], isQuiet = false): Matter {
  const { apply, plan } = input;
  const word = isQuiet ? "nothing to say" : quietWord(input);
  if (word !== undefined) return { weight: "quiet", word };
  const isWrong = documents.some(({ light }) => light === "wrong");
  const waits = plan !== undefined && documents.some(({ light }) => light === "decide");
  // What became of the merge is read before what was planned for it, and what failed before what waits.
  if (isWrong || apply) return { weight: "wrong" };
  if (waits) return { weight: "first" };
  return { weight: plan?.changes.some(({ visible }) => visible) ? "seen" : "draft" };
}

/** Undefined if there is anything that somebody may want to read. */
function quietWord({ notes = [], ...input }: CommentInput): string | undefined {
  const { failure, moved, apply, preview, removal, plan, lint, test } = input;
  const isOther = [failure, moved, apply, preview, removal].some((part) => part !== undefined);
  const policy = plan?.policy ?? input.policy;
  if (isOther || notes.length > 0 || (policy?.changes.length ?? 0) > 0) return undefined;
  if (test) {
    const isFine = test.tested.every(({ verdict }) => verdict === "ok") && test.notes.length === 0;
    return isFine ? testWord(test) : undefined;
  }
  if (lint && !plan)
    return lint.diagnostics.length === 0 ? `no findings in ${count(lint.files, "file")}` : undefined;
  const isEmpty = plan && isNothingToDo(plan) && plan.changes.length + plan.diagnostics.length === 0;
  return isEmpty ? "nothing to do" : undefined;
}

/** `3 queries are ok, 5 did not change, 1 was not asked`: what was run, and what was not. */
function testWord({ tested, unchanged, skipped }: DataTest): string {
  return [
    tested.length > 0 ? `${count(tested.length, "query is", "queries are")} ok` : "no query was run",
    ...(unchanged > 0 ? [`${unchanged} did not change`] : []),
    ...(skipped.length > 0 ? [`${count(skipped.length, "was", "were")} not asked`] : []),
  ].join(", ");
}
