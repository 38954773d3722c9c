// A document as a section of a page. No text of a dashboard has any meaning to a browser in it.

import type { Row } from "../fields/field-row.ts";
import { fieldSections } from "../fields/field-sections.ts";
import { widgetNames } from "../fields/layout-drawing.ts";
import { count } from "../text/cells.ts";
import { escapeHtml, escapePre } from "../text/escape.ts";
import type { DiffLine } from "../text/line-diff.ts";
import { paintWith } from "../text/paint.ts";
import { placeText, policyCells, policySentence } from "../text/policy-text.ts";
import { NAME_ROOM } from "../text/value-text.ts";
import {
  type Advice,
  type Block,
  type Document,
  type Entries,
  type Entry,
  type Fields,
  type FileLinks,
  type Ground,
  type Item,
  isLeft,
  kindOf,
  LEFT,
  type List,
  phrases,
  UNDECIDED,
  type Words,
} from "./document.ts";
import { markIcon } from "./html/html-icons.ts";
import { layoutsHtml, type PictureBudget } from "./html/html-layouts.ts";
import { iconHtml, linkHtml, textHtml, wordsHtml } from "./html/html-text.ts";
import { wholeContent, wholeFields } from "./html/whole-html.ts";
import { codeText } from "./terminal-words.ts";

const PLAIN = paintWith(false);

/** A page with more entries than this starts with those open that wait for a decision. */
const FEW = 3;
/** And with no more of these. */
const MOST_OPEN = 12;
/** Items of a list. */
const MOST_ITEMS = 500;
/** Cells for a value: pages wrap, so more than in a terminal. */
const ROOM = 120;

export interface HtmlStyle {
  /** Begins every anchor. */
  anchor: string;
  /** For the pictures of the page. */
  budget: PictureBudget;
  links?: FileLinks;
  /** The names of others of which the same is said. */
  others?: readonly string[];
}

interface Page extends HtmlStyle {
  anchors: ReadonlyMap<Entry, string>;
  isOpen(entry: Entry): boolean;
}

interface Part {
  /** The end of its anchor. */
  id: string;
  title: string;
  count: number;
  /** Html, without the heading. */
  body: string;
}

export function html(document: Document, style: HtmlStyle): string {
  const { light, verdict, ground, rest = [], lead = [], details = [] } = document;
  const { anchor, others = [] } = style;
  const all = rowsOf(document);
  const waiting = all.filter(isWaiting).length;
  const page: Page = {
    ...style,
    anchors: new Map(all.map((entry, at) => [entry, `${anchor}-${at + 1}`])),
    isOpen: (entry) => all.length <= FEW || (isWaiting(entry) && waiting <= MOST_OPEN),
  };
  const parts = partsOf(document, page);
  const name = ground ? `${textHtml(ground.target.name, NAME_ROOM)}: ` : "";
  const jumps = parts.map(
    ({ id, title, count }) =>
      `<li><a href="#${anchor}-${id}">${title}</a> <span class="count">${count}</span></li>`,
  );
  const same = others.map((other) => textHtml(other, NAME_ROOM)).join(", ");
  const blocks = [
    `<h2 class="light-${light}">${name}${wordsHtml(phrases(verdict, " · "))}</h2>`,
    ...(ground ? groundHtml(ground) : []),
    ...(others.length > 0 ? [`<p>The same for ${others.length} more: ${same}.</p>`] : []),
    ...lead.flatMap((block) => ("line" in block ? blocksHtml([block], page) : [])),
    ...blocksHtml(
      rest.filter((line) => !isLeft(line)),
      page,
    ),
    ...(jumps.length < 2
      ? []
      : [`<nav aria-label="Sections of ${name.replace(/: $/, "")}"><ul>${jumps.join("")}</ul></nav>`]),
    ...lead.flatMap((block) => ("advice" in block ? adviceHtml(block) : [])),
    ...parts.map(
      ({ id, title, body }) =>
        `<section class="part" id="${anchor}-${id}">\n<h3>${title}</h3>\n${body}\n</section>`,
    ),
    ...(details.length > 0
      ? [
          `<section class="part" id="${anchor}-findings">\n<h3>Findings</h3>\n${blocksHtml(details, page).join("\n")}\n</section>`,
        ]
      : []),
  ];
  return `<section class="plan" id="${anchor}">\n${blocks.join("\n")}\n</section>`;
}

/** The anchors of what changes, by kind and key. */
export function anchorsOf(document: Document, anchor: string): Map<string, string> {
  const anchors = new Map<string, string>();
  for (const [at, entry] of rowsOf(document).entries()) {
    const within = entry.body.flatMap((block) => ("entry" in block ? [block.entry] : []));
    for (const { id } of [entry, ...within]) if (!anchors.has(id)) anchors.set(id, `${anchor}-${at + 1}`);
  }
  return anchors;
}

/** Each by itself, also those that are alike. */
function rowsOf({ entries = [] }: Document): Entry[] {
  return entries.flatMap((part) => part.entries.flatMap((entry) => entry.alike?.each ?? [entry]));
}

function isWaiting({ ways, body }: Entry): boolean {
  return ways.length > 0 || body.some((block) => "entry" in block && isWaiting(block.entry));
}

function partsOf({ entries = [], rest = [] }: Document, page: Page): Part[] {
  const kept = rest.filter(isLeft);
  const number = kept.reduce((sum, { count = 0 }) => sum + count, 0);
  const left = { id: "left", title: LEFT, count: number, body: blocksHtml(kept, page).join("\n") };
  return [...entries.map((part) => partOf(part, page)), ...(kept.length === 0 ? [] : [left])];
}

function partOf({ id, title, entries }: Entries, page: Page): Part {
  // Elsewhere the title of the part says it.
  const isTagged = entries.some(isWaiting);
  const number = entries.reduce((sum, { alike }) => sum + (alike?.each.length ?? 1), 0);
  return {
    ...{ id, title, count: number },
    body: entries.map((entry) => entryHtml(entry, page, isTagged)).join("\n"),
  };
}

/** What is about the plan, and not about one dashboard; and what the policy accepts. */
function adviceHtml({ advice, all }: Advice): string[] {
  const accepted = advice
    .filter(({ isAccepted }) => isAccepted)
    .map(({ title }) => `<p class="dim">Accepted by the policy: ${textHtml(title, 300)}.</p>`);
  const open = advice.filter(({ isAccepted }) => !isAccepted);
  if (open.length === 0) return accepted;
  const whole = open
    .filter(({ isOfPlan }) => isOfPlan)
    .flatMap(({ title, ways }) => [`<p><strong>${textHtml(title, 300)}</strong></p>`, ...waysHtml(ways)]);
  const lines = [`<p><strong>${UNDECIDED}</strong></p>`, ...whole, ...waysHtml(all)];
  return [`<div class="hazard">${lines.join("\n")}</div>`, ...accepted];
}

function waysHtml(ways: readonly Words[]): string[] {
  return ways.map((way) => `<p>${wordsHtml(way)}</p>`);
}

/** Where it goes, and what the branch changes in the policy, every value whole. */
function groundHtml({ target, policy }: Ground): string[] {
  const place = `<p class="dim">${textHtml(placeText(target), NAME_ROOM)}</p>`;
  if (!policy) return [place];
  const rows = policyCells(policy).map(({ sign, path, values }) => {
    const shown = values.map((value) => `<code>${escapeHtml(value)}</code>`).join(" → ");
    return `<li>${sign} <strong>${escapeHtml(path)}</strong>: ${shown}</li>`;
  });
  const lead = escapeHtml(`${policySentence(policy)}.`);
  if (rows.length === 0) return [place, `<p class="dim">${lead}</p>`];
  return [place, `<p class="hazard">${lead}</p>\n<ul>\n${rows.join("\n")}\n</ul>`];
}

/** One thing, folded; several that are alike in a fold of their own. */
function entryHtml(entry: Entry, page: Page, isTagged: boolean): string {
  const { sign, called, alike, said, reach } = entry;
  const words = said.length === 0 ? "" : ` <span class="words">${wordsHtml(phrases(said))}</span>`;
  if (alike) {
    const rows = alike.each.map((one) => entryHtml(one, page, isTagged));
    const [first, more] = alike.title;
    const title = `<span class="title"><b>${textHtml(first, NAME_ROOM)}</b>${textHtml(more, NAME_ROOM)}</span>`;
    return `<details class="group"><summary>${iconHtml(markIcon(sign))} ${title}${alike.isTemplate ? words : ""}</summary>\n${rows.join("\n")}\n</details>`;
  }
  const { key, title, newTitle, isNamesake } = called;
  const renamed = newTitle === undefined ? "" : ` → ${textHtml(newTitle, NAME_ROOM)}`;
  const which = isNamesake ? ` <code>${textHtml(key, NAME_ROOM)}</code>` : "";
  const name = `<span class="title">${kindOf(called)}<b>${textHtml(title, NAME_ROOM)}</b>${which}${renamed}</span>`;
  const tag = isTagged && reach !== "" ? ` <span class="tag">${reach}</span>` : "";
  return `<details class="row" id="${page.anchors.get(entry) ?? ""}"${page.isOpen(entry) ? " open" : ""}><summary>${iconHtml(markIcon(sign))} ${name}${words}${tag}</summary>
<div class="body">
${[placesHtml(entry, page), ...bodyHtml(entry, page)].join("\n")}
</div>
</details>`;
}

/** `revenue · dashboards/revenue.yaml:3 · open live`. */
function placesHtml({ called: { key, url }, source }: Entry, page: Page): string {
  const live = linkHtml(url, "open live");
  const parts = [
    `<code>${textHtml(key, 200)}</code>`,
    ...(source ? [sourceHtml(source, page)] : []),
    ...(live === "open live" ? [] : [live]),
  ];
  return `<p class="dim">${parts.join(" · ")}</p>`;
}

function sourceHtml({ file, line }: NonNullable<Entry["source"]>, { links }: Page): string {
  return linkHtml(links?.file?.(file, line), `${textHtml(file, 200)}:${line}`);
}

function bodyHtml({ hazards, ways, body }: Entry, page: Page): string[] {
  const said = hazards.map(({ code, words, edits }) => {
    const more = edits.length === 0 ? "" : `: ${wordsHtml(phrases(edits))}`;
    return `<strong>${code}</strong>, ${wordsHtml(words)}${more}`;
  });
  const shown = waysHtml(ways).join("\n");
  return [
    ...(said.length === 0 ? [] : [`<div class="hazard"><p>${said.join("; ")}.</p>\n${shown}</div>`]),
    ...blocksHtml(body, page),
  ];
}

function blocksHtml(blocks: readonly Block[], page: Page): string[] {
  return blocks.flatMap((block) => {
    if ("line" in block)
      return [`<p${block.sign === "!" ? ' class="hazard"' : ""}>${wordsHtml(block.line)}</p>`];
    if ("layouts" in block) return [layoutsHtml(block, page.budget)];
    if ("fields" in block) return fieldsHtml(block);
    if ("content" in block) return [wholeContent(block.content)];
    if ("entry" in block) return [partHtml(block.entry, page)];
    if ("code" in block) return [`<pre>${escapePre(codeText(block, { paint: PLAIN }))}</pre>`];
    return "list" in block ? listHtml(block, page) : [];
  });
}

/** What is within an entry and changes by itself. */
function partHtml(entry: Entry, page: Page): string {
  const { sign, source, called } = entry;
  const { kind, key, title } = called;
  const name = title === key ? "" : ` ${textHtml(title, NAME_ROOM)}`;
  const word = sign === "create" || sign === "delete" ? `${sign} ` : "";
  const place = source ? ` <span class="dim">${sourceHtml(source, page)}</span>` : "";
  const head = `<h4>${word}${kind} <code>${textHtml(key, NAME_ROOM)}</code>${name}${place}</h4>`;
  return `<section class="report">${[head, ...bodyHtml(entry, page)].join("\n")}</section>`;
}

function fieldsHtml({ fields, options }: Fields): string[] {
  const nameOf = widgetNames(fields);
  const sections = fieldSections(fields, { room: ROOM, below: ROOM }, { ...options, detailed: true }).map(
    ({ subject, widget, rows }) => {
      const name = widget === undefined ? undefined : nameOf(widget);
      const id = escapePre(subject);
      const title = name === undefined ? id : `${textHtml(name, NAME_ROOM)} <span class="dim">${id}</span>`;
      return `<div class="field"><h4>${title}</h4>\n<ul>\n${rows.map(rowHtml).join("\n")}\n</ul></div>`;
    },
  );
  const whole = wholeFields(fields.fields, ROOM);
  return whole === "" ? sections : [...sections, whole];
}

function rowHtml({ label, text, tone, diff, note }: Row): string {
  const shown = tone === "changed" ? escapePre(text) : `<span class="${tone}">${escapePre(text)}</span>`;
  const parts = [
    ...(label === "" ? [] : [`<b>${escapePre(label)}</b>`]),
    ...(text === "" ? [] : [shown]),
    ...(note === "" ? [] : [`<em class="note">${escapePre(note)}</em>`]),
    ...(diff.length === 0 ? [] : [`<pre>${diff.map(diffLine).join("")}</pre>`]),
  ];
  return `<li>${parts.join(" ")}</li>`;
}

function diffLine({ sign, text }: DiffLine): string {
  const line = `${sign === "-" ? "−" : sign} ${escapePre(text)}`.trimEnd();
  if (sign === "+") return `<ins>${line}</ins>`;
  return sign === "-" ? `<del>${line}</del>` : `<span>${line}\n</span>`;
}

function listHtml({ list }: List, page: Page): string[] {
  const items = list.slice(0, MOST_ITEMS).map((item) => itemHtml(item, page));
  const left = list.length - items.length;
  return left > 0 ? [...items, `<p class="dim">and ${count(left, "more", "more")}.</p>`] : items;
}

function itemHtml({ head, lines = [], group }: Item, { links }: Page): string {
  const first = head.map((words) => wordsHtml(words, links)).join(" ");
  const more = lines.length === 0 ? "" : `: ${lines.map((words) => wordsHtml(words, links)).join(" ")}`;
  return `<p class="${group.noun === "error" ? "error" : "dim"}">${first}${more}</p>`;
}
