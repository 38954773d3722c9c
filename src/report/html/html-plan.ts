// One plan of the page: its verdict, then the dashboards in four sections: what waits for a decision, what viewers see, what changes in drafts
// only, and what is left as it is.

import type { Change, Diagnostic, Plan, PlanPolicy } from "../../model/index.ts";
import { groupAlike, groupWords } from "../change/alike.ts";
import { changeTitle, kindPrefix } from "../change/change-title.ts";
import { adviceTitle, allowAllAdvice, hazardAdvice, orphanAdvice } from "../change/hazard-advice.ts";
import { isQuietStamp, orphansLine, stampsLine } from "../change/plan-words.ts";
import { placeText, policyCells, policySentence } from "../change/policy-text.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { type Decision, decisionsOf } from "../review/decisions.ts";
import { DECIDE, DRAFTS, LEFT, RENAMED, SEEN, UNDECIDED } from "../review/headings.ts";
import type { ReviewLinks } from "../review/links.ts";
import { groupByTemplate, groupCount, type RowGroup } from "../review/row-groups.ts";
import { type Reach, type Review, type ReviewRow, reachOf, reviewOf, untouchedOf } from "../review/rows.ts";
import { reviewVerdict } from "../review/verdict.ts";
import { findCauses, othersText } from "../text/causes.ts";
import { count } from "../text/cells.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import { sentencesOf } from "../text/findings.ts";
import { folderText } from "../text/folder-text.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import { changeHtml, type PictureBudget } from "./html-change.ts";
import { markIcon } from "./html-icons.ts";
import { iconHtml, linkHtml, phrasesHtml, textHtml, wordsHtml } from "./html-text.ts";

// The findings of a plan at the end of its page: errors say what it lacks.

const MOST = 500;

function findingsHtml(findings: readonly Diagnostic[], anchor: string, links: ReviewLinks): string {
  if (findings.length === 0) return "";
  const causes = findCauses(findings);
  const items = causes.slice(0, MOST).map(({ first: finding, others }) => {
    const { file, line, column, severity, rule } = finding;
    const words = sentencesOf(finding).map((part) => textHtml(part, 1000));
    if (others.length > 0) words.push(`(${textHtml(othersText(others), 1000)})`);
    const place = linkHtml(links.file?.(file, line), `<code>${textHtml(file, 200)}:${line}:${column}</code>`);
    return `<p class="${severity === "error" ? "error" : "dim"}">${place} ${severity} ${textHtml(rule, 60)}: ${words.join(" ")}</p>`;
  });
  const left = causes.slice(MOST).reduce((sum, { others }) => sum + 1 + others.length, 0);
  if (left > 0) items.push(`<p class="dim">and ${left} more: <code>boardwright lint</code> shows them.</p>`);
  return `<section class="part" id="${anchor}">\n<h3>Findings</h3>\n${items.join("\n")}\n</section>`;
}

/** A page has room for all names. */
const ALL = Number.MAX_SAFE_INTEGER;
/** A page with more rows than this starts with those open that wait for a decision. */
const FEW = 3;
/** And with no more of these. */
const MOST_OPEN = 12;

/** A plan with all that is said of it. */
export interface PlanPage {
  anchor: string;
  plan: Plan;
  review: Review;
  decisions: Decision[];
  source: PlanSource;
  /** The names of other targets whose plans say the same. */
  others: readonly string[];
}

export function planPage(
  { plan, others }: Pick<PlanPage, "plan" | "others">,
  anchor: string,
  source: PlanSource,
): PlanPage {
  const review = reviewOf(plan, source.allowed);
  return { anchor, plan, review, decisions: decisionsOf(plan, review.rows, source), source, others };
}

/** Where the page shows the change: its row, or what it is one of a list of. */
export function anchorOf({ anchor, review }: PlanPage, change: Change): string {
  const at = review.rows.findIndex((row) => row.change === change || row.reports.includes(change));
  return at < 0 ? `${anchor}-left` : `${anchor}-${at + 1}`;
}

interface PageSection {
  /** The end of its anchor. */
  id: string;
  title: string;
  count: number;
  /** Rows that belong here too, and stand above because they wait for a decision. */
  above?: number;
  /** Html, without the heading. */
  body: string;
}

export function planHtml(page: PlanPage, budget: PictureBudget, links: ReviewLinks): string {
  const { anchor, plan, review, source } = page;
  const { phrases, light } = reviewVerdict(plan, review, source.allowed);
  const sections = sectionsOf(page, budget, links);
  const jumps = sections.map(
    ({ id, title, count, above = 0 }) =>
      `<li><a href="#${anchor}-${id}">${title}</a> <span class="count">${count}</span>${above > 0 ? ` <span class="dim">and ${above} above</span>` : ""}</li>`,
  );
  const parts = [
    `<h2 class="light-${light}">${textHtml(plan.target.name, NAME_ROOM)}: ${phrasesHtml(phrases, " · ")}</h2>`,
    `<p class="dim">${textHtml(placeText(plan.target), NAME_ROOM)}</p>`,
    othersHtml(page.others),
    plan.policy ? policyHtml(plan.policy) : "",
    foldersHtml(review.folders),
    jumps.length < 2
      ? ""
      : `<nav aria-label="Sections of ${textHtml(plan.target.name, NAME_ROOM)}"><ul>${jumps.join("")}</ul></nav>`,
    ...sections.map(
      ({ id, title, body }) =>
        `<section class="part" id="${anchor}-${id}">\n<h3>${title}</h3>\n${body}\n</section>`,
    ),
    findingsHtml(plan.diagnostics, `${anchor}-findings`, links),
  ];
  return `<section class="plan" id="${anchor}">\n${parts.filter((part) => part !== "").join("\n")}\n</section>`;
}

function othersHtml(others: readonly string[]): string {
  if (others.length === 0) return "";
  const names = others.map((name) => textHtml(name, NAME_ROOM)).join(", ");
  return `<p>The same for ${others.length} more: ${names}.</p>`;
}

function sectionsOf(page: PlanPage, budget: PictureBudget, links: ReviewLinks): PageSection[] {
  const { plan, review, decisions, source } = page;
  const waits = (row: ReviewRow) => decisionsFor(row, decisions).length > 0;
  const lead = decisionLead(plan, source);
  const list = (id: string, title: string, some: ReviewRow[], more: { before?: string; above?: number }) => {
    const { before = "", above = 0 } = more;
    if (some.length === 0 && before === "") return [];
    const rows = rowsHtml(some, page, { budget, links });
    const body = [before, ...rows].filter((part) => part !== "").join("\n");
    return [{ id, title, count: some.length, above, body }];
  };
  const waiting = review.rows.filter(waits);
  const drawn = (reach: Reach) => review.rows.filter((row) => !waits(row) && reachOf(row) === reach);
  const above = (reach: Reach) => ({ above: waiting.filter((row) => reachOf(row) === reach).length });
  const left = leftHtml(plan, review, source);
  return [
    ...list("decide", DECIDE, waiting, { before: lead }),
    ...list("seen", SEEN, drawn("seen"), above("seen")),
    ...list("drafts", DRAFTS, drawn("drafts"), above("drafts")),
    ...list("renamed", RENAMED, drawn("renamed"), above("renamed")),
    ...(left.body === "" ? [] : [{ id: "left", title: LEFT, ...left }]),
  ];
}

function decisionsFor({ change, reports }: ReviewRow, decisions: readonly Decision[]): Decision[] {
  return decisions.filter((one) => one.change === change || reports.includes(one.change));
}

function rowsHtml(
  rows: readonly ReviewRow[],
  { anchor, review, decisions, plan }: PlanPage,
  { budget, links }: { budget: PictureBudget; links: ReviewLinks },
): string[] {
  const draw = (row: ReviewRow) => {
    const own = decisionsFor(row, decisions);
    const seen = { seen: "viewers see it", drafts: "draft only", renamed: "renamed" }[reachOf(row)];
    return rowHtml(row, {
      anchor: `${anchor}-${review.rows.indexOf(row) + 1}`,
      isOpen: review.rows.length <= FEW || (own.length > 0 && decisions.length <= MOST_OPEN),
      decisions: own,
      tag: own.length === 0 ? "" : ` <span class="tag">${seen}</span>`,
      ...{ budget, links },
    });
  };
  const ofTemplates = groupByTemplate(rows);
  const alone = ofTemplates.flatMap((group) => (group.rows ? [] : [group.first]));
  const rowOf = new Map(rows.flatMap((row) => (row.change ? [[row.change, row] as const] : [])));
  // What changes with its reports is like no other.
  const lone = alone.flatMap(({ change, reports }) => (change && reports.length === 0 ? [change] : []));
  const groups = groupAlike(lone.filter((change) => plan.changes.includes(change)));
  const groupOf = new Map(
    groups.flatMap((group) => [group.first, ...group.others].map((one) => [one, group] as const)),
  );
  return ofTemplates.flatMap((ofTemplate) => {
    const { first: row, others, rows: same } = ofTemplate;
    if (same) return [templateHtml(ofTemplate, same.template, [row, ...others].map(draw))];
    const group = row.change && groupOf.get(row.change);
    if (!group || group.others.length === 0) return [draw(row)];
    if (group.first !== row.change) return [];
    const [number, more] = groupWords(group);
    const all = [group.first, ...group.others].flatMap((change) => rowOf.get(change) ?? []);
    return [
      `<details class="group"><summary><strong>${number}</strong>${more}</summary>\n${all.map(draw).join("\n")}\n</details>`,
    ];
  });
}

/** What one template changes: what is said of all its rows, and each of them, folded. */
function templateHtml(group: RowGroup, template: string, rows: readonly string[]): string {
  const words = phrasesHtml(group.phrases);
  const { kind, mark } = group.first;
  const name = `<span class="title">${kindPrefix(kind)}<b>${textHtml(template, NAME_ROOM)}</b>: ${groupCount(group)}</span>`;
  const said = words === "" ? "" : ` <span class="words">${words}</span>`;
  return `<details class="group"><summary>${iconHtml(markIcon(mark))} ${name}${said}</summary>\n${rows.join("\n")}\n</details>`;
}

/** What is about the plan, and not about one dashboard; and what the policy accepts. */
function decisionLead(plan: Plan, source: PlanSource): string {
  const hazards = hazardAdvice(plan, source);
  const accepted = hazards
    .filter((one) => one.accepted)
    .map((one) => `<p class="dim">Accepted by the policy: ${textHtml(adviceTitle(one), 300)}.</p>`);
  const open = hazards.filter((one) => !one.accepted);
  if (open.length === 0) return accepted.join("\n");
  const whole = open
    .filter(({ code }) => code === "mass-change")
    .map((one) => `<p><strong>${textHtml(adviceTitle(one), 300)}</strong>: ${wordsHtml(one.pieces)}</p>`);
  const all = allowAllAdvice(plan, source);
  if (all.length > 0) whole.push(`<p>${wordsHtml(all)}</p>`);
  return [
    `<div class="hazard"><p><strong>${UNDECIDED}</strong></p>\n${whole.join("\n")}</div>`,
    ...accepted,
  ].join("\n");
}

/** What the branch changes in the policy, every value whole. */
function policyHtml(policy: PlanPolicy): string {
  const rows = policyCells(policy).map(({ sign, path, values }) => {
    const shown = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(" → ");
    return `<li>${sign} <strong>${escapeHtml(path)}</strong>: ${shown}</li>`;
  });
  const lead = escapeHtml(`${policySentence(policy)}.`);
  if (rows.length === 0) return `<p class="dim">${lead}</p>`;
  return `<p class="hazard">${lead}</p>\n<ul>\n${rows.join("\n")}\n</ul>`;
}

function foldersHtml(folders: readonly Change[]): string {
  if (folders.length === 0) return "";
  const names = folders.map(({ key }) => excerpt(folderText(key), 0, NAME_ROOM)).join(", ");
  return `<p>${count(folders.length, "folder")} to create: ${escapePre(names)}.</p>`;
}

function leftHtml(plan: Plan, review: Review, source: PlanSource): { count: number; body: string } {
  const { orphans, rows } = review;
  const stamps = plan.changes.filter(isQuietStamp);
  const unchanged = untouchedOf(plan, review);
  const parts: string[] = [];
  if (orphans.length > 0) {
    parts.push(`<p>${escapePre(orphansLine(orphans, ALL))}.</p>`);
    parts.push(`<p>${wordsHtml(orphanAdvice(plan, plan.target.name, source))}</p>`);
  }
  if (stamps.length > 0) parts.push(`<p>${escapePre(stampsLine(stamps, keyOf, ALL))}.</p>`);
  if (unchanged > 0 && rows.length > 0)
    parts.push(`<p class="dim">${count(unchanged, "dashboard")} untouched.</p>`);
  return { count: orphans.length + stamps.length + unchanged, body: parts.join("\n") };
}

function keyOf({ key }: Change): string {
  return excerpt(key, 0, NAME_ROOM);
}

// One dashboard of the page, folded: what happens to it in the words of the comment, what it waits for, where it is, and all of it.

interface RowOptions {
  anchor: string;
  isOpen: boolean;
  budget: PictureBudget;
  links: ReviewLinks;
  /** Those of the dashboard and of its reports. */
  decisions: readonly Decision[];
  /** Said in front of the words; html. */
  tag: string;
}

function rowHtml(row: ReviewRow, { anchor, isOpen, budget, links, decisions, tag }: RowOptions): string {
  const { kind, key, title, newTitle, isNamesake, mark, phrases, change, reports } = row;
  const renamed = newTitle === undefined ? "" : ` → ${textHtml(newTitle, NAME_ROOM)}`;
  const which = isNamesake ? ` <code>${textHtml(key, NAME_ROOM)}</code>` : "";
  const words = phrasesHtml(phrases);
  const name = `<span class="title">${kindPrefix(kind)}<b>${textHtml(title, NAME_ROOM)}</b>${which}${renamed}</span>`;
  const said = words === "" ? "" : ` <span class="words">${words}</span>`;
  const drawn = kind === "report" ? [] : reports;
  const body = [
    placesHtml(row, links),
    ...decisions.map((decision) => decisionHtml(decision, row)),
    change ? changeHtml(change, budget) : "",
    ...drawn.map((report) => reportHtml(report, budget, links)),
  ].filter((part) => part !== "");
  return `<details class="row" id="${anchor}"${isOpen ? " open" : ""}><summary>${iconHtml(markIcon(mark))} ${name}${said}${tag}</summary>
<div class="body">
${body.join("\n")}
</div>
</details>`;
}

/** `revenue · dashboards/revenue.yaml:3 · open live`. */
function placesHtml({ kind, key, id, source }: ReviewRow, links: ReviewLinks): string {
  const parts = [`<code>${textHtml(key, 200)}</code>`];
  if (source) parts.push(sourceHtml(source, links));
  const live = kind === "workbook" && id !== null ? links.live?.(id, key) : undefined;
  const link = linkHtml(live, "open live");
  if (link !== "open live") parts.push(link);
  return `<p class="dim">${parts.join(" · ")}</p>`;
}

function sourceHtml({ file, line }: NonNullable<Change["source"]>, links: ReviewLinks): string {
  return linkHtml(links.file?.(file, line), `${textHtml(file, 200)}:${line}`);
}

function decisionHtml({ change, title, hazards, ways }: Decision, row: ReviewRow): string {
  const of = change === row.change ? "" : `${kindPrefix(change.kind)}${textHtml(title, NAME_ROOM)}: `;
  const said = hazards.map(({ code, message, edits }) => {
    const words = edits.length === 0 ? "" : `: ${phrasesHtml(edits)}`;
    return `<strong>${code}</strong>, ${textHtml(message, 600)}${words}`;
  });
  return `<div class="hazard"><p>${of}${said.join("; ")}.</p>\n${ways.map((way) => `<p>${wordsHtml(way)}</p>`).join("\n")}</div>`;
}

function reportHtml(report: Change, budget: PictureBudget, links: ReviewLinks): string {
  const { key, name } = changeTitle(report);
  const title = name === "" ? "" : ` ${textHtml(name, NAME_ROOM)}`;
  const word = report.action === "update" ? "" : `${report.action} `;
  const source = report.source ? ` <span class="dim">${sourceHtml(report.source, links)}</span>` : "";
  const head = `<h4>${word}report <code>${textHtml(key, NAME_ROOM)}</code>${title}${source}</h4>`;
  return `<section class="report">${head}\n${changeHtml(report, budget)}</section>`;
}
