// The full report: one page in one file. No script, no network, no text of a dashboard with any meaning to a browser.

import type { Change, Diagnostic, Plan, PlanPolicy } from "../../model/index.ts";
import { type ChangeGroup, groupAlike, groupWords } from "../change/alike.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import {
  adviceTitle,
  allowAllAdvice,
  hazardAdvice,
  orphanAdvice,
  type Piece,
} from "../change/hazard-advice.ts";
import {
  isOrphan,
  isQuietStamp,
  orphansLine,
  SYMBOLS,
  shownChanges,
  stampsLine,
  verdictParts,
} from "../change/plan-words.ts";
import { placeText, policyCells, policySentence } from "../change/policy-text.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { findCauses, othersText } from "../text/causes.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import { sentencesOf } from "../text/findings.ts";
import { excerpt } from "../text/value-text.ts";
import { changeHtml, type PictureBudget, textHtml } from "./html-change.ts";
import { STYLE } from "./html-style.ts";

/** Characters of the pictures of one page, at most: a browser on a phone can still open it. */
const PICTURES = 4_000_000;
/** A page with more changes than this starts with all of them folded. */
const OPEN = 12;
/** A page has room for all names. */
const ALL = Number.MAX_SAFE_INTEGER;
const MAX_FINDINGS = 500;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export interface HtmlOptions {
  commit?: string | undefined;
  /** Its target is not looked at: pages are read away from where they were made, so that commands always name it. */
  source?: PlanSource | undefined;
}

/** The page of one plan. Ends with a line end. */
export function renderPlanHtml(plan: Plan, options: HtmlOptions = {}): string {
  return renderPlansHtml([plan], options);
}

/** The page of the plans of several targets, with a table that puts them side by side. Ends with a line end. */
export function renderPlansHtml(plans: readonly Plan[], { commit, source = {} }: HtmlOptions = {}): string {
  const budget = { left: PICTURES };
  const shown = plans.flatMap(shownChanges);
  const project = textHtml(plans[0]?.project ?? "", NAME_ROOM);
  const targets = plans.map(({ target }) => textHtml(target.name, NAME_ROOM)).join(", ");
  const of = commit === undefined ? "" : `<p class="dim">of commit <code>${textHtml(commit, 40)}</code></p>`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Plan of ${project} for ${targets}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    `<h1>Plan of ${project}</h1>`,
    ...[of, plans.length > 1 ? sideBySide(plans) : ""].filter((part) => part !== ""),
    ...plans.map((plan, index) => {
      const { narrowing, surroundings, allowed } = source;
      const own = { target: plan.target.name, narrowing, surroundings, allowed };
      return planHtml(plan, `t${index + 1}`, { isOpen: shown.length <= OPEN, budget, source: own });
    }),
    "</body>",
    "</html>\n",
  ].join("\n");
}

function planHtml(
  plan: Plan,
  anchor: string,
  { isOpen, budget, source }: { isOpen: boolean; budget: PictureBudget; source: PlanSource },
): string {
  const { name } = plan.target;
  const anchors = new Map(plan.changes.map((change, index) => [change, anchorOf(anchor, index)]));
  const draw = (change: Change, isOpen: boolean) =>
    changeHtml(change, { anchor: anchors.get(change) ?? "", isOpen, budget, allowed: source.allowed });
  const changes = groupAlike(shownChanges(plan)).map((group) =>
    group.others.length === 0 ? draw(group.first, isOpen) : groupHtml(group, isOpen, draw),
  );
  const orphans = plan.changes.filter(isOrphan);
  const all = allowAllAdvice(plan, source).map(piece).join("");
  const parts = [
    `<h2>${textHtml(name, NAME_ROOM)}</h2>`,
    `<p class="dim">${textHtml(placeText(plan.target), NAME_ROOM)}</p>`,
    plan.policy ? policyHtml(plan.policy) : "",
    `<p class="verdict">${verdictParts(plan, source.allowed).join(" · ")}</p>`,
    ...hazardAdvice(plan, source).map(
      (advice) =>
        `<p class="hazard"><strong>${textHtml(adviceTitle(advice), 300)}</strong>: ${advice.pieces.map(piece).join("")}</p>`,
    ),
    all === "" ? "" : `<p class="hazard"><strong>all</strong>: ${all}</p>`,
    ...changes,
    paragraph((orphans) => orphansLine(orphans, ALL), orphans),
    orphans.length === 0 ? "" : `<p>${orphanAdvice(orphans, name).map(piece).join("")}</p>`,
    paragraph((stamps) => stampsLine(stamps, keyOf, ALL), plan.changes.filter(isQuietStamp)),
    diagnostics(plan.diagnostics),
  ];
  return `<section id="${anchor}">\n${parts.filter((part) => part !== "").join("\n")}\n</section>`;
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

/** Changes that are alike, all of them: a page has room for what is each one's own. */
function groupHtml(
  group: ChangeGroup,
  isOpen: boolean,
  draw: (change: Change, isOpen: boolean) => string,
): string {
  const { first, others } = group;
  const [title, more] = groupWords(group);
  const sign = `<span aria-hidden="true">${SYMBOLS[first.action]}</span>`;
  const parts = [draw(first, isOpen), ...others.map((change) => draw(change, false))];
  return `<details${isOpen ? " open" : ""}><summary>${sign} ${first.action} <strong>${title}</strong>${more}</summary>\n${parts.join("\n")}\n</details>`;
}

/** One row per workbook, report or folder that any target changes; a column per target. */
function sideBySide(plans: readonly Plan[]): string {
  const rows = new Map<string, { title: string; cells: string[] }>();
  for (const [at, plan] of plans.entries()) {
    for (const [index, change] of plan.changes.entries()) {
      if (isQuietStamp(change)) continue;
      const { kind, key } = changeTitle(change);
      const id = `${change.kind} ${change.key}`;
      const row = rows.get(id) ?? { title: kind + key, cells: plans.map(() => "no change") };
      const note = change.hazards.length > 0 ? ', <span class="note">needs a decision</span>' : "";
      // What is one of a list has no place of its own.
      const anchor = isOrphan(change) ? `t${at + 1}` : anchorOf(`t${at + 1}`, index);
      row.cells[at] = `<a href="#${anchor}">${SYMBOLS[change.action]} ${change.action}</a>${note}`;
      rows.set(id, row);
    }
  }
  const head = plans.map(
    ({ target }, at) => `<th scope="col"><a href="#t${at + 1}">${textHtml(target.name, NAME_ROOM)}</a></th>`,
  );
  const body = [...rows.values()].map(
    ({ title, cells }) =>
      `<tr><th scope="row"><code>${textHtml(title, NAME_ROOM)}</code></th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<table>\n<thead><tr><th></th>${head.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table>`;
}

function anchorOf(plan: string, index: number): string {
  return `${plan}-${index + 1}`;
}

function keyOf({ key }: Change): string {
  return excerpt(key, 0, NAME_ROOM);
}

function paragraph(line: (changes: readonly Change[]) => string, changes: readonly Change[]): string {
  return changes.length === 0 ? "" : `<p>${escapePre(line(changes))}</p>`;
}

function diagnostics(findings: readonly Diagnostic[]): string {
  if (findings.length === 0) return "";
  const causes = findCauses(findings);
  const items = causes.slice(0, MAX_FINDINGS).map(({ first: finding, others }) => {
    const { file, line, column, severity, rule } = finding;
    const words = sentencesOf(finding).map((part) => textHtml(part, 1000));
    if (others.length > 0) words.push(`(${textHtml(othersText(others), 1000)})`);
    const place = `<code>${textHtml(file, 200)}:${line}:${column}</code>`;
    return `<p class="${severity === "error" ? "error" : "dim"}">${place} ${severity} ${textHtml(rule, 60)}: ${words.join(" ")}</p>`;
  });
  const left = causes.slice(MAX_FINDINGS).reduce((sum, { others }) => sum + 1 + others.length, 0);
  if (left > 0) items.push(`<p class="dim">and ${left} more: <code>boardwright lint</code> shows them.</p>`);
  return `<h3>Findings</h3>\n${items.join("\n")}`;
}

function piece(part: Piece): string {
  return typeof part === "string" ? escapeHtml(part) : `<code>${escapeHtml(part.command)}</code>`;
}
