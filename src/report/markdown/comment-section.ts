// A section of the one comment on a pull request, and the body of an issue: under a hidden marker, and sealed.

import { blankSecrets, type DataTest } from "../../model/index.ts";
import { type Approval, approvedChanges, groundOf, planHash } from "../../plan/index.ts";
import { isNothingToDo } from "../change/plan-words.ts";
import type { MarkdownDocument } from "../document/markdown-document.ts";
import { linkTo } from "../document/markdown-text.ts";
import { count } from "../text/cells.ts";
import {
  type CommentInput,
  type CommentOptions,
  documentsOf,
  firstBlocks,
  origin,
  renderText,
  restText,
} from "./comment.ts";
import { type CommentMarker, formatMarker, type Weight } from "./comment-marker.ts";
import { blankMarker, sealComment } from "./comment-seal.ts";

export interface SectionOptions extends CommentOptions {
  /** The commit of the pull request that it is of; undefined if it is of none, such as an apply of the merge. */
  commit?: string | undefined;
  /** Nothing happened: a word is enough. */
  isQuiet?: boolean | undefined;
}

export interface CommentSection {
  /** From its marker to its last line. */
  text: string;
  /** Whether it fits, with a row for each thing that changes and all words of these. */
  hasRows: boolean;
  /** Whether it is worth a comment if there is none yet: it says something, or shows for review that there is nothing. */
  isNews: boolean;
}

/**
 * GitHub refuses a comment "over 65536 characters". Whether it counts code points or four bytes each is not known: so many UTF-16
 * units (3 bytes of UTF-8 each at most) are within both.
 */
const COMMENT_LIMIT = 65_536;

/** A section with its hidden marker as its first line. */
export function renderSection(input: CommentInput, options: SectionOptions = {}): CommentSection {
  const { commit, isQuiet, limit = COMMENT_LIMIT } = options;
  const documents = documentsOf(input);
  const matter = weigh(input, documents, isQuiet);
  const approval = input.command === "plan" ? approvalFor(input, options) : undefined;
  const { made, text } = mark(input, { approval, commit, ...matter, ...looked(input) }, options, (head) =>
    renderMarked(input, head, options),
  );
  const [rows = ""] = documents.flatMap(({ overview = [] }) => overview.slice(0, 1));
  return {
    text: text.trimEnd(),
    hasRows: made.includes(rows) && text.length <= limit,
    isNews: matter.weight !== "quiet" || (isQuiet !== true && input.plan !== undefined),
  };
}

/**
 * A section in the place of one that has a comment of its own, because there is no room for its rows. It shows nothing for review.
 * `address`: of that comment, `""` if it is unknown.
 */
export function renderPointer(input: CommentInput, options: SectionOptions & { address: string }): string {
  const { commit, address } = options;
  const documents = documentsOf(input);
  const where = "a comment of its own";
  const blocks = [
    ...firstBlocks(input, documents),
    `There is no room for it here: all of it is in ${address === "" ? where : linkTo(address, where)}.`,
    origin(input, { rest: restText(options) }),
  ];
  const write = (head: string) => [head, ...blocks].join("\n\n");
  return mark(input, { commit, ...weigh(input, documents), ...looked(input) }, options, write).text;
}

/** What the last line of the comment has to know. */
function looked({ label, lint, preview, did }: CommentInput): Pick<CommentMarker, "label" | "model" | "did"> {
  const isChecked = preview !== undefined || lint?.isOnline === true;
  const isBroken = (preview?.broken?.length ?? 0) > 0 || lint?.isBroken === true;
  return {
    ...(did !== undefined && { did }),
    ...(label !== undefined && { label }),
    ...(isChecked && { model: isBroken ? "failed" : "checked" }),
  };
}

/** The body of an issue, with the hidden marker as its first line. Ends with a line end. */
export function renderComment(input: CommentInput, options: CommentOptions = {}): string {
  const approval = input.command === "plan" ? approvalFor(input, options) : undefined;
  return mark(input, { approval }, options, (head) => renderMarked(input, head, options)).text;
}

function renderMarked(input: CommentInput, head: string, options: CommentOptions): string {
  const { limit = COMMENT_LIMIT } = options;
  return renderText(input, [head], { limit, measure: (text) => text.length, rest: restText(options) });
}

/** What `write` makes below its marker, blanked and sealed; `made` is the same before. */
function mark(
  { command, target, project, shard }: CommentInput,
  more: Omit<CommentMarker, "command" | "target" | "project" | "shard" | "seal">,
  { seal }: CommentOptions,
  write: (head: string) => string,
): { text: string; made: string } {
  const identity = { command, target, ...(project && { project }), ...(shard && { shard }) };
  const marker = { ...identity, ...more };
  const made = write(seal ? blankMarker(marker, seal.key) : formatMarker(marker));
  // Blanked before it is sealed: the seal is over what people read.
  const text = blankSecrets(made);
  return { text: seal ? sealComment(text, identity, seal) : text, made };
}

function approvalFor(
  { plan, prune, ignore, reviewed, commit }: CommentInput,
  { seal }: CommentOptions,
): Approval | undefined {
  if (!plan) return reviewed;
  const changes = approvedChanges(plan);
  const ground = groundOf(plan, { prune, ignore });
  const approval = { hash: planHash(plan), ground, changes, total: changes.length };
  if (!seal) return approval;
  const { at, base } = seal;
  return {
    ...approval,
    at,
    ...(commit !== undefined && { head: commit }),
    ...(base !== undefined && { base }),
  };
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
