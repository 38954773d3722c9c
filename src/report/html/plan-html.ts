// The full report: one page in one file. No network, and no text of a dashboard with any meaning to a browser: its policy lets nothing run
// but the script that is part of it.

import type { Plan } from "../../model/index.ts";
import { changeTitle } from "../change/change-title.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { isQuietStamp, SYMBOLS } from "../change/plan-words.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { foldPlans, foldRows } from "../change/side-by-side.ts";
import type { ReviewLinks } from "../review/links.ts";
import type { FailedTarget } from "../text/by-target.ts";
import { iconDefinitions } from "./html-icons.ts";
import { anchorOf, type PlanPage, planHtml, planPage } from "./html-plan.ts";
import { SCRIPT, sourceHash } from "./html-script.ts";
import { STYLE } from "./html-style.ts";
import { linkHtml, textHtml } from "./html-text.ts";

/** Characters of the pictures of one page, at most: a browser on a phone can still open it. */
const PICTURES = 4_000_000;

export interface HtmlOptions {
  commit?: string | undefined;
  /** Of several targets: those that have no plan. */
  failed?: readonly FailedTarget[] | undefined;
  /** Its target is not looked at: pages are read away from where they were made, so that commands always name it. */
  source?: PlanSource | undefined;
  /** Where a reader can go from a plan. */
  linksOf?: ((plan: Plan) => ReviewLinks) | undefined;
}

/** The page of one plan. Ends with a line end. */
export function renderPlanHtml(plan: Plan, options: HtmlOptions = {}): string {
  return renderPlansHtml([plan], options);
}

/** The page of the plans of several targets, with a table that puts them side by side; those that say the same are shown once. Ends with a line end. */
export function renderPlansHtml(
  plans: readonly Plan[],
  { commit, failed = [], source = {}, linksOf = () => ({}) }: HtmlOptions = {},
): string {
  const budget = { left: PICTURES };
  const { narrowing, surroundings, allowed } = source;
  const pages = foldPlans(plans.map((plan) => ({ plan }))).map(([{ plan }, ...more], index) => {
    const own = { target: plan.target.name, narrowing, surroundings, allowed };
    const others = more.map((one) => one.plan.target.name);
    return planPage({ plan, others }, `t${index + 1}`, own);
  });
  const project = textHtml(plans[0]?.project ?? "", NAME_ROOM);
  const targets = plans.map(({ target }) => textHtml(target.name, NAME_ROOM)).join(", ");
  const of = originHtml(commit, plans[0] ? linksOf(plans[0]) : {});
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Plan of ${project} for ${targets}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    iconDefinitions(),
    `<header>\n<h1>Plan of ${project}</h1>`,
    ...[of, plans.length > 1 ? sideBySide(pages) : "", failedHtml(failed)].filter((part) => part !== ""),
    "</header>",
    TOOLS,
    "<main>",
    ...pages.map((page) => planHtml(page, budget, linksOf(page.plan))),
    '<p class="nothing" role="status" hidden>Nothing on this page has all of these words.</p>',
    "</main>",
    `<script>${SCRIPT}</script>`,
    "</body>",
    "</html>\n",
  ].join("\n");
}

/** `of commit 0123… · pull request #7 · this run`, as far as they are known. */
function originHtml(commit: string | undefined, { commit: address, pull, run }: ReviewLinks): string {
  const parts = [
    commit === undefined ? "" : `of commit ${linkHtml(address, `<code>${textHtml(commit, 40)}</code>`)}`,
    pull ? linkHtml(pull.address, `pull request #${pull.number}`) : "",
    run === undefined ? "" : linkHtml(run, "this run"),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `<p class="dim">${parts.join(" · ")}</p>`;
}

function failedHtml(failed: readonly FailedTarget[]): string {
  if (failed.length === 0) return "";
  const names = failed.map(({ target }) => textHtml(target, NAME_ROOM)).join(", ");
  return `<p class="error">Could not be planned: ${names}.</p>`;
}

function policy(): string {
  const own = `script-src ${sourceHash(SCRIPT)}; style-src ${sourceHash(STYLE)}`;
  return `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'`;
}

/** Hidden until the script that they need runs. */
const TOOLS = `<div class="tools" role="search" hidden>
<label>Filter <input type="search" autocomplete="off" placeholder="a title, a member, a file"></label>
<output></output>
<button type="button">Expand all</button> <button type="button">Fold all</button>
</div>`;

interface TableRow {
  title: string;
  /** As the title of all of its rows. */
  template: string | undefined;
  /** Html, per page. */
  cells: string[];
  /** What is the same for all that are one row. */
  does: string[];
}

/** One row per workbook, report or folder that any target changes, and one for all of a template that are the same everywhere; a column per target. */
function sideBySide(pages: readonly PlanPage[]): string {
  const rows = new Map<string, TableRow>();
  for (const [at, page] of pages.entries()) {
    for (const change of page.plan.changes) {
      if (isQuietStamp(change)) continue;
      const { kind, key } = changeTitle(change);
      const id = `${change.kind} ${change.key}`;
      const { template } = change;
      const none = pages.map(() => "no change");
      const row = rows.get(id) ?? {
        title: kind + key,
        template: template && kind + template,
        cells: none,
        does: [...none],
      };
      const note = change.hazards.length > 0 ? ', <span class="note">needs a decision</span>' : "";
      row.cells[at] =
        `<a href="#${anchorOf(page, change)}">${SYMBOLS[change.action]} ${change.action}</a>${note}`;
      row.does[at] = `${change.action}${change.hazards.length > 0 ? ` ${id}` : ""}`;
      rows.set(id, row);
    }
  }
  const head = pages.map(
    ({ plan, anchor, others }) =>
      `<th scope="col"><a href="#${anchor}">${textHtml(plan.target.name, NAME_ROOM)}</a>${others.length > 0 ? ` and ${others.length} more` : ""}</th>`,
  );
  const sameOf = ({ template, does }: TableRow) => template && [template, ...does].join("\n");
  const body = foldRows([...rows.values()], sameOf).map(
    ([{ title, template = title, cells }, ...others]) =>
      `<tr><th scope="row"><code>${textHtml(others.length > 0 ? template : title, NAME_ROOM)}</code>${others.length > 0 ? `: ${others.length + 1} rows` : ""}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="wide" tabindex="0" role="group" aria-label="The targets side by side"><table>\n<thead><tr><td></td>${head.join("")}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody>\n</table></div>`;
}
