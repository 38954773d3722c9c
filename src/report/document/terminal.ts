// A document for people at a terminal, and for logs: details first, because its end is what people see.

import { cells, count, pad } from "../text/cells.ts";
import { codeFrame } from "../text/code-frame.ts";
import { breakCommands } from "../text/escape.ts";
import { fitWidth } from "../text/fit-width.ts";
import { hostText } from "../text/host-text.ts";
import { ownersText } from "../text/owners.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { policyRows, policySentence } from "../text/policy-text.ts";
import { alignColumns, renderTable, type TableStyle } from "../text/table.ts";
import { excerpt, NAME_ROOM, nameText } from "../text/value-text.ts";
import {
  type Advice,
  type Block,
  type Document,
  type Entry,
  type Ground,
  type Item,
  kindOf,
  type Line,
  type List,
  type Sign,
  sentence,
  type Words,
} from "./document.ts";
import { entryLines } from "./entry-lines.ts";
import { addressOf, codeText, isLink, terminalWords } from "./terminal-words.ts";

/** Nobody reads more items in one go, and a terminal keeps no more. */
const ITEMS = 100;
/** Of a document with entries: beyond, text at the right end of a line is too far from what it belongs to. */
const WIDTH = { least: 40, default: 100, most: 120 };

export interface TerminalStyle extends TableStyle {
  /** Whether lists of names are whole; if they are not, `-v` shows all. Undefined if it does not. */
  allNames?: boolean | undefined;
}

interface Page extends TerminalStyle {
  paint: Paint;
}

/**
 * Ends with a line end. No line is wider than `width` cells, but for a word that people copy; without a width lines are as long as they
 * are.
 */
export function terminal(
  { verdict, ground, entries, rest = [], totals = [], lead = [], details = [] }: Document,
  style: TerminalStyle,
): string {
  const page: Page = { ...style, paint: paintWith(style.color) };
  if (ground || entries) page.width = entryWidth(style.width);
  const last = terminalWords(sentence(verdict), page);
  const end = [
    ...(last === "" ? [] : [fitWidth(page.paint.bold(`${last}.`), page.width, 0)]),
    ...(totals.length === 0 ? [] : [fitWidth(terminalWords(totals, page), page.width, 0)]),
    ...lead.filter(isShown).flatMap((block) => blockText(block, page)),
  ];
  const all = (entries ?? []).flatMap((part) => part.entries);
  const blocks = [
    ...(ground ? [groundText(ground, page)] : []),
    ...entryTexts(all, page),
    ...rest.filter(isShown).map((line) => signedText(line, page)),
    ...details.flatMap((block) => blockText(block, { ...page, width: style.width })),
    end.join("\n"),
  ];
  const text = blocks.filter((block) => block !== "").join("\n\n");
  return text === "" ? "" : `${breakCommands(text)}\n`;
}

function isShown(block: Block): boolean {
  return !("line" in block && block.isOfPages);
}

/** In cells, of a page of entries. */
function entryWidth(width: number = WIDTH.default): number {
  return Math.max(WIDTH.least, Math.min(width, WIDTH.most));
}

/** Where it goes, what it was made of, and under which policy: a line or a few. */
function groundText({ target, policy, source = [], notes = [], direction }: Ground, page: Page): string {
  const { paint, width = WIDTH.default } = page;
  const name = nameText(target.name, NAME_ROOM);
  const place = ` · ${nameText(hostText(target.url), NAME_ROOM)} · deployment ${target.deploymentId}`;
  const made = terminalWords(source, page);
  const gap = width - cells(name + place) - cells(made);
  const right = made === "" ? "" : `${gap >= 2 ? " ".repeat(gap) : "\n"}${paint.dim(made)}`;
  const lines = [
    `${paint.bold(name)}${place}${right}`,
    ...notes.map((words) => paint.dim(fitWidth(terminalWords(words, page), width, 0))),
  ];
  const way = direction ? [paint.dim(fitWidth(terminalWords(direction, page), width, 0))] : [];
  if (!policy) return [...lines, ...way].join("\n");
  const isChanged = policy.changes.length > 0;
  const said = fitWidth(terminalWords([`${policySentence(policy)}.`], page), width, 0);
  const rows = policyRows(policy, width).map((row) => `  ${row}`);
  const tint = isChanged ? paint.yellow : paint.dim;
  return [...lines, ...said.split("\n").map(tint), ...rows, ...way].join("\n");
}

/** `  · 2 no longer declared, kept: a, b.`. */
function signedText({ line, sign }: Line, page: Page): string {
  const text = fitWidth(terminalWords(line, page), (page.width ?? WIDTH.default) - 4, 0);
  return `  ${page.paint.dim(sign ?? " ")} ${text.replaceAll("\n", "\n    ")}`;
}

/** Blocks with a blank line between them; neighbours of one line each are a list, without blank lines. */
function entryTexts(entries: readonly Entry[], page: Page): string[] {
  const room = keyRoom(entries, page);
  const texts: string[] = [];
  let isListed = false;
  for (const entry of entries) {
    const text = entryText(entry, page, room);
    const isOne = !text.includes("\n");
    if (isOne && isListed) texts.push(`${texts.pop()}\n${text}`);
    else texts.push(text);
    isListed = isOne;
  }
  return texts;
}

/** Cells of the column of keys. */
function keyRoom(entries: readonly Entry[], { width = WIDTH.default }: Page): number {
  const most = Math.min(36, Math.floor(width * 0.4));
  // One without a name next to its key may be as wide as it likes.
  const named = entries.filter((entry) => !entry.alike && nameOf(entry) !== "");
  return Math.max(0, ...named.map((entry) => cells(keyText(entry))).filter((size) => size <= most));
}

const INDENT = "      ";
/** Characters of the owners of one entry. */
const OWNERS = 120;
/** Cells of a name, at least. */
const LEAST_NAME = 8;

const SIGNS: Readonly<Record<Sign, string>> = {
  decide: "!",
  delete: "-",
  create: "+",
  publish: ">",
  charts: "~",
  layout: "~",
  edit: "~",
  rename: "→",
  stamp: "=",
};

function entryText(entry: Entry, page: Page, room: number): string {
  const { paint, allNames, width = WIDTH.default } = page;
  const style = { paint, width: width - INDENT.length, marks: true, allNames };
  const { alike, owners } = entry;
  const owned = owners ? [paint.dim(`owner ${excerpt(ownersText(owners), 0, OWNERS)}`)] : [];
  const named = alike ? [{ line: [{ names: alike.names }] }] : [];
  const body = entryLines({ ...entry, body: [...named, ...entry.body] }, style).map(({ text }) => text);
  return [headline(entry, page, room), ...[...owned, ...body].map((text) => (INDENT + text).trimEnd())].join(
    "\n",
  );
}

/** `  ~ revenue  Revenue overview      dashboards/revenue.yaml:3`; a name that has no room beside its key is below. */
function headline(entry: Entry, page: Page, keyRoom: number): string {
  const { paint, width = WIDTH.default } = page;
  const { source, alike, sign } = entry;
  const symbol = SIGNS[sign];
  const start = `  ${tint(symbol, paint)(symbol)} `;
  const isPlaced = source && (!alike || alike.isTemplate);
  const place = isPlaced ? `${excerpt(source.file, 0, 100)}:${source.line}` : "";
  const key = alike ? excerpt(alike.title[0], 0, NAME_ROOM) : keyText(entry);
  const whole = excerpt(alike ? alike.title[1] : nameOf(entry), 0, NAME_ROOM);
  const lead = alike ? key : `${pad(key, keyRoom)}  `;
  const room = width - 4 - cells(lead) - cells(place) - 2;
  const name = alike ? whole : excerpt(whole, 0, Math.max(LEAST_NAME, room));
  const isBelow = whole !== "" && room < LEAST_NAME - 2;
  const first = isBelow ? "" : lead.slice(key.length) + name;
  const free = width - 4 - cells(key + first) - cells(place);
  const end = place === "" || isBelow ? "" : " ".repeat(Math.max(2, free)) + paint.dim(place);
  const head = `${start}${paint.bold(key)}${first}${end}`.trimEnd();
  if (!isBelow) return head;
  const gap = width - 4 - cells(whole) - cells(place);
  return `${head}\n    ${whole}${gap < 2 ? "\n    " : " ".repeat(gap)}${paint.dim(place)}`.trimEnd();
}

function keyText({ called }: Entry): string {
  return excerpt(kindOf(called) + called.key, 0, 300);
}

/** What it is called, if its key does not say that. */
function nameOf({ called: { key, title, newTitle = title } }: Entry): string {
  return newTitle === key || key.endsWith(`→ ${newTitle}`) ? "" : newTitle;
}

function tint(symbol: string, paint: Paint): (text: string) => string {
  if (symbol === "!" || symbol === "~") return paint.yellow;
  if (symbol === "+") return paint.green;
  if (symbol === "-") return paint.red;
  return symbol === ">" ? paint.cyan : paint.dim;
}

/** The hazards, each with what it is about and the ways out. */
function adviceText({ advice, all }: Advice, page: Page): string[] {
  const fit = page.width === undefined ? undefined : page.width - 6;
  const lines = (ways: readonly Words[], indent: string) =>
    ways.map((way) => indent + fitWidth(terminalWords(way, page), fit, 2).replaceAll("\n", `\n${indent}`));
  const titles = advice.map(
    ({ title, isAccepted }) => excerpt(title, 0, 300) + (isAccepted ? ": allowed" : ""),
  );
  const lead = `${count(advice.length, "hazard")}:`;
  const [only] = advice;
  const texts =
    advice.length === 1 && only
      ? [`${lead} ${titles[0]}`, ...lines(only.ways, "  ")]
      : [
          lead,
          ...advice.flatMap(({ ways }, at) => [`  ${titles[at]}`, ...lines(ways, "    ")]),
          ...lines(all, "  "),
        ];
  return texts.flatMap((text) => fitWidth(text, page.width, 4).split("\n")).map(page.paint.yellow);
}

function blockText(block: Block, page: Page): string[] {
  if ("code" in block) return [codeText(block, page)];
  if ("advice" in block) return [adviceText(block, page).join("\n")];
  if ("line" in block) return [fitWidth(terminalWords(block.line, page), page.width, 0)];
  if ("list" in block) return listText(block, page);
  if ("heading" in block) {
    const inner = { ...page, width: page.width === undefined ? undefined : page.width - 2 };
    const texts = block.blocks
      .flatMap((one) => blockText(one, inner))
      .map((text) => text.replace(/^(?=.)/gm, "  "));
    return [[fitWidth(terminalWords(block.heading, page), page.width, 2), ...texts].join("\n")];
  }
  return "head" in block ? [renderTable(block.head, block.rows, page).trimEnd()] : [];
}

/** Items that say no more than one line are rows of columns; those that show lines of a file are blocks. */
function listText({ list, left, brief }: List, page: Page): string[] {
  if (brief) return [`${terminalWords(brief, page)}.`];
  const byRank = [...list].sort((a, b) => a.group.rank - b.group.rank);
  const kept = new Set(byRank.slice(0, ITEMS));
  const shown = list.filter((item) => kept.has(item));
  const others = list.filter((item) => !kept.has(item));
  const isFlat = shown.every(({ lines, source }) => lines === undefined && source === undefined);
  const texts = isFlat ? rowTexts(shown, page) : shown.map((item) => itemText(item, page));
  if (others.length > 0) {
    const rest = terminalWords(left?.(others) ?? [`${isFlat ? "  " : ""}and ${others.length} more`], page);
    texts.push(fitWidth(`${rest}.`, page.width, 0));
  }
  return list.some(({ source }) => source) ? texts : [texts.join("\n")];
}

function rowTexts(items: readonly Item[], page: Page): string[] {
  const rows = items.map(({ head }) => [
    ...head.map((words) => terminalWords(words, page)),
    // People copy an address from the end of its row.
    ...head.flat().flatMap((word) => (isLink(word) ? [addressOf(word)] : [])),
  ]);
  return alignColumns(rows).map((row) => fitWidth(`  ${row}`, page.width));
}

function itemText({ head, lines = [], source }: Item, page: Page): string {
  const { width, paint } = page;
  const rows = [
    fitWidth(head.map((words) => terminalWords(words, page)).join("  "), width, 2),
    ...lines.map((words) => fitWidth(`  ${terminalWords(words, page)}`, width, 2)),
  ];
  if (source === undefined) return rows.join("\n");
  const room = width === undefined ? Infinity : width - 4;
  const frame = codeFrame(source.lines(), source.place, room).map(({ gutter, text, carets }) =>
    `    ${paint.dim(gutter.trimEnd())} ${carets ? paint[source.tone](text) : text}`.trimEnd(),
  );
  return [...rows, ...(frame.length > 0 ? ["", ...frame] : [])].join("\n");
}
