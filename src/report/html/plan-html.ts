// The full report: one page in one file. No network, and no text of a dashboard with any meaning to a browser: its policy lets nothing run
// but the script that is part of it.

import type { Plan } from "../../model/index.ts";
import { isQuietStamp, SYMBOLS } from "../change/plan-words.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { type Document, kindOf } from "../document/document.ts";
import { iconDefinitions } from "../document/html/html-icons.ts";
import { linkHtml, textHtml } from "../document/html/html-text.ts";
import { anchorsOf, html } from "../document/html.ts";
import type { ReviewLinks } from "../review/links.ts";
import type { FailedTarget } from "../subjects/by-target.ts";
import { calledChange, planDocument } from "../subjects/plan.ts";
import { foldPlans, foldRows } from "../subjects/side-by-side.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import { SCRIPT, sourceHash } from "./html-script.ts";

// The style of the page, inline because the page is one file; its colours and type are the studio's (serve/web/styles/values.css). Marks never depend on colour alone: signs, numbers and line styles say the same.

const STYLE = `
:root { color-scheme: light dark; font-size: 14px; --text: #18181b; --dim: #52525b; --page: #fff; --soft: #fafafa; --line: #d4d4d8;
  --added: #197a43; --removed: #b42318; --removed-soft: #fdeeec; --moved: #8a5300; --moved-soft: #fdf3e0;
  --edited: #2a50bd; --edited-soft: #eaf0fe; --link: #2a50bd; }
@media (prefers-color-scheme: dark) { :root { --text: #ececee; --dim: #b3b5bc; --page: #17181b; --soft: #1b1c20; --line: #3b3e45;
  --added: #6cc592; --removed: #f2948a; --removed-soft: #3a1f1d; --moved: #e7b35e; --moved-soft: #33291a;
  --edited: #9db5fc; --edited-soft: #202b47; --link: #9db5fc; } }
:root { --added-soft: color-mix(in srgb, var(--added) 12%, var(--page)); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Inter, Roboto, "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; margin: 0; color: var(--dim); font-weight: 600; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 1rem 0 .25rem; padding-left: .75rem; border-left: .35rem solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; } h4 { font-size: .95rem; margin: 1rem 0 .25rem; } h5 { font-size: .875rem; margin: .75rem 0 .25rem; }
p { margin: .4rem 0; } a { color: var(--link); }
.light-go { border-color: var(--added); } .light-decide { border-color: var(--moved); } .light-wrong { border-color: var(--removed); }
code, pre { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; } code { font-size: .9em; }
pre { margin: .25rem 0; padding: .5rem; background: var(--soft); font-size: .8rem; white-space: pre-wrap; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: .2rem .6rem; border: 1px solid var(--line); text-align: left; font-weight: normal; }
thead th { font-weight: 600; } thead td { border: 0; }
ins, del { display: block; text-decoration: none; } ins { color: var(--added); background: var(--added-soft); }
del { color: var(--removed); background: var(--removed-soft); }
pre.whole ins, pre.whole del { display: inline; } pre.whole del { text-decoration: line-through; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0; padding: 0; list-style: none; }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem .75rem; align-items: center; margin: .75rem 0;
  padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line); }
.tools label { flex: 1 1 14rem; display: flex; gap: .5rem; align-items: center; } .tools output { color: var(--dim); }
.tools input { flex: 1; min-width: 0; } .tools input, .tools button { font: inherit; padding: .25rem .6rem; color: inherit; background: var(--soft);
  border: 1px solid var(--dim); border-radius: .35rem; } .tools button { cursor: pointer; }
.row, .part, .plan { scroll-margin-top: 4.5rem; }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .4rem; }
summary { padding: .5rem .75rem; cursor: pointer; } details > :not(summary) { margin-left: .75rem; margin-right: .75rem; }
.row[open] > summary { border-bottom: 1px solid var(--line); } .row > summary:hover { background: var(--soft); }
.row .body { padding: .25rem 0 .75rem; } .row .words { color: var(--dim); } .row .words b { color: var(--text); }
.title b { font-weight: 650; } .title::after { content: ""; margin-right: .4rem; }
.tag { margin-left: .4rem; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .8rem; color: var(--dim); }
.icon { width: 1em; height: 1em; margin-right: .3rem; vertical-align: -.12em; }
.defs { position: absolute; } symbol, use { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.dim { color: var(--dim); font-size: .875rem; }
.hazard, .error { margin: .5rem 0; padding: .4rem .75rem; border-left: .3rem solid var(--moved); background: var(--moved-soft); }
.error { border-color: var(--removed); background: var(--removed-soft); } .hazard p:first-child, .hazard p:last-child { margin: .1rem 0; }
.report { margin-top: 1rem; padding-left: .75rem; border-left: 2px solid var(--line); }
.field { display: grid; grid-template-columns: minmax(10rem, 18rem) 1fr; gap: 0 1rem; padding: .35rem 0; border-top: 1px solid var(--line); }
.field h4 { margin: 0; font-weight: 600; } .field h4 .dim { display: block; font-weight: normal; }
.field ul { margin: 0; padding: 0; list-style: none; } .field b { display: inline-block; min-width: 5rem; font-weight: 600; }
.added { color: var(--added); } .removed { color: var(--removed); } .note { color: var(--moved); }
.layouts { display: flex; flex-wrap: wrap; gap: .75rem 1rem; } figure { margin: 0; flex: 1 1 18rem; max-width: 34rem; }
figcaption { color: var(--dim); font-size: .875rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem .5rem; font-size: .8rem; }
.legend span { padding: 0 .5rem; border: 1px solid; border-radius: .25rem; }
.legend .w-moved { color: var(--moved); background: var(--moved-soft); } .legend .w-added { color: var(--added); background: var(--added-soft); }
.legend .w-removed { color: var(--removed); background: var(--removed-soft); } .legend .w-edited { color: var(--edited); background: var(--edited-soft); }
svg.grid { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: var(--soft); color: var(--dim); }
svg.grid text { font: 10px Arial, "Liberation Sans", Helvetica, sans-serif; fill: var(--text); }
rect { fill: var(--page); stroke: var(--dim); stroke-width: 1; }
.k-text rect, .k-divider rect { stroke: var(--line); } .k-spacer rect { fill: none; stroke: var(--line); stroke-dasharray: 2 3; }
.k-container rect { stroke-width: 2.5; } .sketch { opacity: .3; stroke-width: 1; }
svg.w-moved { color: var(--moved); } svg.w-added { color: var(--added); } svg.w-removed { color: var(--removed); } svg.w-edited { color: var(--edited); }
.w-moved > rect { fill: var(--moved-soft); stroke: var(--moved); stroke-width: 3; }
.w-added > rect { fill: var(--added-soft); stroke: var(--added); stroke-width: 3; stroke-dasharray: 8 3; }
.w-removed > rect { fill: var(--removed-soft); stroke: var(--removed); stroke-width: 3; stroke-dasharray: 2 3; }
.w-edited > rect { fill: var(--edited-soft); stroke: var(--edited); stroke-width: 2; }
.badge rect { fill: currentColor; stroke: none; } svg.grid .badge text { font-size: 8.5px; font-weight: 700; text-anchor: middle; fill: var(--page); }
.below > rect { fill: none; stroke-dasharray: 3 3; } svg.grid .below text { font-size: 8px; }
@media (max-width: 30rem) { body { padding: .6rem; } .tools { position: static; } .field { display: block; } details > :not(summary) { margin-left: .4rem; margin-right: .4rem; } }
@media print { body { max-width: none; padding: 0; font-size: .85rem; } .tools, nav { display: none; } details::details-content { content-visibility: visible; block-size: auto; }
  .row > summary, h2, h3, h4, figcaption { break-after: avoid; } figure, .hazard { break-inside: avoid; } figure { max-width: 48%; } * { print-color-adjust: exact; } }
`;

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
    const links = linksOf(plan);
    return { plan, links, others, anchor: `t${index + 1}`, document: planDocument(plan, { ...own, links }) };
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
    ...pages.map(({ document, ...style }) => html(document, { ...style, budget })),
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

interface PlanPage {
  plan: Plan;
  document: Document;
  anchor: string;
  others: readonly string[];
}

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
  for (const [at, { plan, document, anchor }] of pages.entries()) {
    const anchors = anchorsOf(document, anchor);
    for (const change of plan.changes) {
      if (isQuietStamp(change)) continue;
      const called = calledChange(change);
      const kind = kindOf(called);
      const id = `${change.kind} ${change.key}`;
      const { template } = change;
      const none = pages.map(() => "no change");
      const row = rows.get(id) ?? {
        title: kind + called.key,
        template: template && kind + template,
        cells: none,
        does: [...none],
      };
      const note = change.hazards.length > 0 ? ', <span class="note">needs a decision</span>' : "";
      row.cells[at] =
        `<a href="#${anchors.get(id) ?? `${anchor}-left`}">${SYMBOLS[change.action]} ${change.action}</a>${note}`;
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
