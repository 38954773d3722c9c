// A plan in markdown: in five seconds a reviewer knows what viewers will see on the merge, what only changes in drafts, and what waits for
// a decision. A row for each dashboard, and below them one folded section for each, with its layout before and after.

import type { Change, Plan } from "../../model/index.ts";
import { appContent } from "../../plan/index.ts";
import { kindPrefix } from "../change/change-title.ts";
import { adviceTitle, allowAllAdvice, hazardAdvice, orphanAdvice } from "../change/hazard-advice.ts";
import { isQuietStamp } from "../change/plan-words.ts";
import { markdownSections, markdownWords } from "../document/markdown.ts";
import { type MarkdownDocument, sectionsByOwner } from "../document/markdown-document.ts";
import { markdownName } from "../document/markdown-text.ts";
import { type Decision, decisionsOf } from "../review/decisions.ts";
import { DRAFTS, LEFT, RENAMED, SEEN, UNDECIDED } from "../review/headings.ts";
import type { ReviewLinks } from "../review/links.ts";
import { groupByTemplate, groupCount, type RowGroup } from "../review/row-groups.ts";
import { type Reach, type Review, type ReviewRow, reachOf, reviewOf, untouchedOf } from "../review/rows.ts";
import { reviewVerdict } from "../review/verdict.ts";
import { findingBlocks } from "../subjects/findings.ts";
import { ownersLine } from "../subjects/owners.ts";
import { count, listNames } from "../text/cells.ts";
import { folderText } from "../text/folder-text.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { rowSections } from "./review-details.ts";
import { groupTitle, orphanTitle, previewLink, type ReviewSource } from "./review-links.ts";
import { MARK_SIGNS, phrasesMarkdown } from "./review-words.ts";

/** Decisions that are told one by one, before they are told by their kind. */
const MOST_DECISIONS = 8;
/** Characters of markdown that they take at most, or they are told by their kind as well: nothing of them is ever left out. */
const DECISIONS = 16_000;
/** Characters of a list of names. */
const NAMES = 400;
/** Dashboards that nobody has to act on. */
const ORPHANS = 5;

export function reviewDocument(plan: Plan, source: ReviewSource = {}): MarkdownDocument {
  const { allowed } = source;
  const review = reviewOf(plan, allowed);
  const { light, phrases } = reviewVerdict(plan, review, allowed);
  return {
    light,
    verdict: [phrasesMarkdown(phrases)],
    lead: [...decisions(plan, review.rows, source), ...appLead(plan)],
    overview: overviews(plan, review, source),
    sections: sectionsByOwner(review.rows, (rows) => rowSections(rows, source), {
      others: markdownSections(findingBlocks(plan.diagnostics), { links: source.links }),
      least: 2,
    }),
  };
}

/** What nobody may miss, with the ways out: each dashboard by itself, of many each kind of decision. */
function decisions(plan: Plan, rows: readonly ReviewRow[], source: ReviewSource): string[] {
  const advice = { ...source, target: plan.target.name };
  const hazards = hazardAdvice(plan, advice);
  const accepted = hazards
    .filter((one) => one.accepted)
    .map((one) => `Accepted by the policy: **${markdownName(adviceTitle(one), NAMES)}**.`);
  const ofPlan = hazards.filter((one) => !one.accepted);
  if (ofPlan.length === 0) return accepted;
  const stopped = decisionsOf(plan, rows, advice);
  const told = stopped.length > MOST_DECISIONS ? [] : stopped.map(decisionLine);
  const isTold = stopped.length <= MOST_DECISIONS && told.join("").length <= DECISIONS;
  const byKind = ofPlan
    .filter(({ code }) => !isTold || code === "mass-change")
    .map((one) => `- **${markdownName(adviceTitle(one), NAMES)}**: ${markdownWords(one.pieces)}`);
  const lines = isTold ? [...told, ...byKind] : byKind;
  const all = allowAllAdvice(plan, advice);
  if (all.length > 0) lines.push(`- ${markdownWords(all)}`);
  const head = `> [!WARNING]\n> **${UNDECIDED}**\n>`;
  return [[head, ...lines.map((line) => `> ${line}`)].join("\n"), ...accepted];
}

function decisionLine({ change, title, isNamesake, hazards, ways }: Decision): string {
  const which = isNamesake ? ` (${markdownName(change.key, NAME_ROOM)})` : "";
  const name = `${kindPrefix(change.kind)}${markdownName(title, NAME_ROOM)}${which}`;
  return `- **${name}**: ${hazards.map(hazardText).join("; ")}.<br>${ways.map((way) => markdownWords(way)).join("<br>")}`;
}

/** The hazard, and which edits it is about where these are few words. */
function hazardText({ message, edits }: Decision["hazards"][number]): string {
  const text = markdownName(message, 300);
  return edits.length === 0 ? text : `${text}: ${phrasesMarkdown(edits)}`;
}

/** Never left out, however long the comment: code that viewers will run. */
function appLead({ changes }: Plan): string[] {
  const bringing = changes.filter((change) => appContent(change).length > 0);
  if (bringing.length === 0) return [];
  const names = listNames(
    bringing.map(({ key }) => excerpt(key, 0, NAME_ROOM)),
    NAMES,
  );
  const what = "New or changed code of apps, which runs in the browsers of those who open them";
  return [`**app code** (${markdownName(names, NAMES + 20)}): ${what}.`];
}

/** Rows with all their words, with their names alone, and at last a list of names. */
function overviews(plan: Plan, review: Review, source: ReviewSource): string[] {
  const { links = {} } = source;
  const left = leftAsIs(plan, review, source);
  const groups = groupByTemplate(review.rows, source.detailed);
  const rows = (words: boolean) => tables(groups, words ? links : {}, words);
  const forms = groups.length === 0 ? [[]] : [rows(true), rows(false), nameLists(groups)];
  return forms.map((form) => [...form, ...left].join("\n\n")).filter((text) => text !== "");
}

/** Of more dashboards than have room in a comment. */
function nameLists(rows: readonly RowGroup[]): string[] {
  const nameOf = (group: RowGroup) => {
    const { title, key, isNamesake } = group.first;
    if (group.rows) return `${excerpt(group.rows.template, 0, 30)} (${groupCount(group)})`;
    return excerpt(isNamesake ? key : title, 0, 30);
  };
  const list = (title: string, some: readonly RowGroup[]) => {
    const names = listNames(some.map(nameOf), NAMES * 4);
    return some.length === 0 ? [] : [`<b>${title}</b>: ${markdownName(names, NAMES * 4)}`];
  };
  return byReach(rows).flatMap(([title, some]) => list(title, some));
}

function tables(rows: readonly RowGroup[], links: ReviewLinks, words: boolean): string[] {
  const head = (title: string) =>
    words ? `| | ${title} | What happens |\n| :-: | :-- | :-- |` : `| | ${title} |\n| :-: | :-- |`;
  const table = (title: string, some: readonly RowGroup[]) =>
    some.length === 0 ? [] : [[head(title), ...some.map((row) => rowLine(row, links, words))].join("\n")];
  return byReach(rows).flatMap(([title, some]) => table(title, some));
}

function byReach(rows: readonly RowGroup[]): [string, RowGroup[]][] {
  const of = (reach: Reach) => rows.filter(({ first }) => reachOf(first) === reach);
  return [
    [SEEN, of("seen")],
    [DRAFTS, of("drafts")],
    [RENAMED, of("renamed")],
  ];
}

function rowLine(group: RowGroup, links: ReviewLinks, words: boolean): string {
  const said = words ? ` ${phrasesMarkdown(group.phrases)} |` : "";
  const { first, rows } = group;
  const preview = rows ? [] : previewLink(first, links, "preview");
  const title = [groupTitle(group, links), ...preview].join(" · ");
  return `| ${MARK_SIGNS[first.mark]} | ${title} |${said}`;
}

function leftAsIs(plan: Plan, review: Review, { links = {}, ...source }: ReviewSource): string[] {
  const { orphans, folders } = review;
  const parts = ownersLine(review.rows, 2).map(({ line }) => markdownWords(line));
  if (folders.length > 0) {
    const names = listNames(
      folders.map(({ key }) => excerpt(folderText(key), 0, NAME_ROOM)),
      NAMES,
    );
    parts.push(`📁 ${count(folders.length, "folder")} to create: ${markdownName(names, NAMES + 20)}.`);
  }
  const left: string[] = [];
  if (orphans.length > 0) {
    const advice = markdownWords(orphanAdvice(plan, plan.target.name, source));
    left.push(`${orphansText(review, links)} ${advice}`);
  }
  const stamps = plan.changes.filter(isQuietStamp).length;
  const unchanged = untouchedOf(plan, review);
  if (stamps > 0) left.push(`${count(stamps, "stamp")} to write, which no viewer sees.`);
  if (unchanged > 0 && plan.changes.length > 0) left.push(`${count(unchanged, "dashboard")} untouched.`);
  if (left.length > 0) parts.push(`💤 <b>${LEFT}</b>: ${left.join(" ")}`);
  return parts;
}

/** `Transactions and 10 reports are no longer declared.` */
function orphansText({ orphans, namesakes }: Review, links: ReviewLinks): string {
  const nameOf = (change: Change) => orphanTitle(change, { links, isNamesake: namesakes.has(change) });
  const boards = orphans.filter(({ kind }) => kind === "workbook");
  const reports = orphans.filter(({ kind }) => kind === "report");
  const names = boards.slice(0, ORPHANS).map(nameOf);
  const [only] = orphans.length === 1 ? reports : [];
  if (only) names.push(nameOf(only));
  else if (reports.length > 0) names.push(count(reports.length, "report"));
  if (boards.length > ORPHANS) names.splice(ORPHANS, 0, `${boards.length - ORPHANS} more`);
  const last = names.pop();
  const all = names.length === 0 ? last : `${names.join(", ")} and ${last}`;
  return `${all} ${orphans.length === 1 ? "is" : "are"} no longer declared.`;
}
