// The end of an apply in markdown: the summary in a sentence, a row for each thing that is not as it was planned and what viewers see of it,
// failures whole, links to new workbooks, how to undo it.

import {
  type ApplyReport,
  isStillEmpty,
  NOT_CONVERGED,
  type Plan,
  type Result,
  STAMP_NOT_KEPT,
} from "../../model/index.ts";
import { applyFailure, applySentence, notesText, undoText } from "../change/apply-text.ts";
import { kindPrefix } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import type { ReviewLinks } from "../review/links.ts";
import { count } from "../text/cells.ts";
import { breakCommands, escapeMarkdown } from "../text/escape.ts";
import { paintWith } from "../text/paint.ts";
import type { MarkdownDocument, MarkdownSection } from "./markdown-document.ts";
import { linkTo, markdownCode, markdownName, markdownPre } from "./markdown-text.ts";

const PLAIN = paintWith(false);
/** Rows that are told one by one. */
const MOST_ROWS = 100;
/** Characters of a reason in a row; the failure below has all of it. */
const WHY = 160;

interface Source {
  /** What was applied: it knows the titles. */
  plan: Plan | undefined;
  links?: ReviewLinks | undefined;
}

export function applyDocument(outcome: ApplyReport, source: Source): MarkdownDocument {
  const { results } = outcome;
  const titleOf = titlesIn(source.plan);
  const failed = results.filter(({ status }) => status === "failed" || status === "stale");
  const sections = failed.map(
    (result): MarkdownSection => ({
      title: titleOf(result),
      text: [
        `${kindPrefix(result.kind)}<b>${markdownName(titleOf(result), NAME_ROOM)}</b> ${markdownCode(result.key, NAME_ROOM)}`,
        markdownPre(breakCommands(applyFailure(result, PLAIN))),
      ].join("\n\n"),
    }),
  );
  const rest = [...notesText(results), ...undoText(outcome, { inJob: true })].map(withCommands);
  if (rest.length > 0) sections.push({ title: "what comes next", text: rest.join("\n\n") });
  const links = results.filter(isNew).flatMap((result) => {
    const [url, title] = [outcome.links.get(result.key), titleOf(result)];
    return url === undefined ? [] : [`- ${linkTo(url, title)}`];
  });
  if (links.length > 0) sections.push({ title: "links", text: ["New:", ...links].join("\n") });
  const waiting = results.filter(({ status }) => status === "awaiting-review").length;
  const isOpen = waiting > 0 || outcome.interrupted;
  return {
    light: failed.length > 0 ? "wrong" : isOpen ? "decide" : "go",
    verdict: [
      applySentence(outcome).replace(/\.$/, ""),
      ...(waiting > 0 ? [`<b>${count(waiting, "waits", "wait")} for a review on the platform</b>`] : []),
    ],
    lead: [],
    overview: otherwise(results, (result) => nameOf(result, { title: titleOf(result), ...source })),
    sections,
  };
}

function isNew({ kind, action, status }: Result): boolean {
  return kind === "workbook" && action === "create" && status === "applied";
}

/** What is not as it was planned, with all words, and as a number. */
function otherwise(results: readonly Result[], nameOf: (result: Result) => string): string[] {
  const rows = results.flatMap((result) => {
    const what = standing(result);
    return what === undefined ? [] : [`| ${what.sign} | ${nameOf(result)} | ${what.text} |`];
  });
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS);
  const more = rows.length - shown.length;
  if (more > 0) shown.push(`| | and ${more} more | |`);
  const table = ["| | Not as planned | What there is now |", "| :-: | :-- | :-- |", ...shown].join("\n");
  return [table, `<b>${count(rows.length, "change is", "changes are")} not as planned.</b>`];
}

/** Undefined if it is as planned. */
function standing(result: Result): { sign: string; text: string } | undefined {
  const { status, error, draftWritten, maybeWritten, published, action } = result;
  const why = error === undefined ? "" : `: ${markdownName(error.message, WHY)}`;
  const before =
    action === "create" || published?.before === false
      ? "viewers see nothing of it yet"
      : "viewers see what was published before";
  if (status === "awaiting-review")
    return { sign: "🕓", text: `its draft is written, and waits for a review on the platform: ${before}` };
  if (maybeWritten) {
    const what = draftWritten
      ? "its draft is written, and whether it is published is"
      : "whether it was written is";
    return { sign: "❓", text: `${what} <b>unknown</b>: the platform did not answer. Another plan shows it` };
  }
  if (draftWritten) return { sign: "❌", text: `its draft is written, but <b>not published</b>: ${before}` };
  if (error?.code === STAMP_NOT_KEPT || error?.code === NOT_CONVERGED)
    return { sign: "❌", text: `written, but not as planned${why}` };
  if (status === "failed" || status === "stale") return { sign: "❌", text: `<b>not applied</b>${why}` };
  if (status !== "skipped" || action === "orphaned") return undefined;
  if (isStillEmpty(result)) return { sign: "⏸", text: "created, still empty: running again fills it" };
  return { sign: "⏸", text: `not begun${why}` };
}

function titlesIn(plan: Plan | undefined): (result: Result) => string {
  const titles = new Map((plan?.changes ?? []).map(({ kind, key, title }) => [`${kind} ${key}`, title]));
  return ({ kind, key }) => titles.get(`${kind} ${key}`) ?? key;
}

function nameOf(
  { kind, key, id }: Result,
  { title, links = {} }: Pick<Source, "links"> & { title: string },
): string {
  const address = kind === "workbook" && id !== null ? links.live?.(id, key) : undefined;
  const name = address === undefined ? `<b>${markdownName(title, NAME_ROOM)}</b>` : linkTo(address, title);
  return kindPrefix(kind) + name;
}

/** A sentence whose commands stand in backticks. */
function withCommands(text: string): string {
  return text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? markdownCode(part, 400) : escapeMarkdown(part)))
    .join("");
}
