// A section of the one comment on a pull request: what it says, in ever fewer words, and what is remembered of it.

import { type DataTest, withoutSecrets } from "../../model/index.ts";
import { type Approval, approvedChanges, groundOf, planHash } from "../../plan/index.ts";
import { isNothingToDo } from "../change/plan-words.ts";
import type { MarkdownDocument } from "../document/markdown-document.ts";
import { count } from "../text/cells.ts";
import { briefText, type CommentInput, type CommentOptions, documentsOf, textOf } from "./comment.ts";
import {
  COMMENT_LIMIT,
  type CommentSection,
  shownIdentity,
  type Weight,
  withDigests,
} from "./comment-state.ts";

export interface SectionOptions extends Pick<CommentOptions, "fullReport"> {
  /** The commit of the pull request that it is of; undefined if it is of none, such as an apply of the merge. */
  commit?: string | undefined;
  /** Nothing happened: a word is enough. */
  isQuiet?: boolean | undefined;
}

export interface MadeSection {
  section: CommentSection;
  /** Whether it is worth a comment if there is none yet: it says something, or shows for review that there is nothing. */
  isNews: boolean;
}

/** Findings are in the log and at their lines as well: they leave the room to plans. */
const MOST_OF_LINT = 12_000;
/** How much of a text the next shorter one may have. */
const STEP = 0.8;
/** Characters of a text that is not worth shortening: all of it is left out, or nothing. */
const SHORT = 2000;

/** Under no seal yet. Secrets are blanked. */
export function makeSection(input: CommentInput, options: SectionOptions = {}): MadeSection {
  const { command, plan } = input;
  const { commit, isQuiet } = options;
  const documents = documentsOf(input);
  const matter = weigh(input, documents, isQuiet);
  const approval = command === "plan" ? approvalFor(input) : undefined;
  const made = {
    ...shownIdentity(input),
    ...matter,
    commit,
    ...looked(input),
    ...(approval && remembered(approval)),
    ...textsOf(input, documents, options),
  };
  return {
    section: withDigests(withoutSecrets(made)),
    isNews: matter.weight !== "quiet" || (isQuiet !== true && plan !== undefined),
  };
}

/** Each clearly shorter than the one before: drawings, details and words of rows are left out, and at last all but what it comes to. */
function textsOf(
  input: CommentInput,
  documents: readonly MarkdownDocument[],
  options: SectionOptions,
): Pick<CommentSection, "texts" | "brief"> {
  const [rows = ""] = documents.flatMap(({ overview = [] }) => overview.slice(0, 1));
  const write = textOf(input, documents, options);
  const most = input.command === "lint" ? MOST_OF_LINT : COMMENT_LIMIT;
  const all = [write(most)];
  const last = () => all.at(-1) ?? "";
  while (last().length > SHORT) {
    const text = write(last().length * STEP);
    if (text.length >= last().length) break;
    all.push(text);
  }
  const shortest = briefText(input, documents, options);
  const isShorter = shortest.length < last().length * STEP;
  const brief = all.filter((one) => !one.includes(rows)).length + Number(isShorter);
  const texts = isShorter ? [...all, shortest] : all;
  return { texts: texts.map((one) => one.trim()), brief };
}

/** What the last line of the comment has to know. */
function looked({
  label,
  lint,
  preview,
  did,
}: CommentInput): Pick<CommentSection, "label" | "model" | "did"> {
  const isChecked = preview !== undefined || lint?.isOnline === true;
  const isBroken = (preview?.broken?.length ?? 0) > 0 || lint?.isBroken === true;
  return { did, label, ...(isChecked && { model: isBroken ? "failed" : "checked" }) };
}

function remembered({ changes, ...approval }: Approval): Pick<CommentSection, "approval" | "changes"> {
  return { approval, changes };
}

function approvalFor({ plan, prune, ignore, reviewed }: CommentInput): Approval | undefined {
  if (!plan) return reviewed;
  const changes = approvedChanges(plan);
  return { hash: planHash(plan), ground: groundOf(plan, { prune, ignore }), changes, total: changes.length };
}

// How much a section matters to who reads the whole comment, and the word that is left of one that has nothing to say.

interface Matter {
  weight: Weight;
  /** Of a quiet one. */
  word?: string;
}

/** `isQuiet`: whoever ran it knows that nothing happened. */
function weigh(input: CommentInput, documents: readonly MarkdownDocument[], isQuiet = false): Matter {
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
