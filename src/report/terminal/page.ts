// The layout of changes for people at a terminal, shared by plans, drift and pulls.

import type { Change, Plan } from "../../model/index.ts";
import { type ChangeGroup, groupWords } from "../change/alike.ts";
import { byRowLines, isActionByRow } from "../change/by-row.ts";
import { changeBody } from "../change/change-body.ts";
import { changeTitle, kindPrefix } from "../change/change-title.ts";
import type { Wanted } from "../change/conflict-values.ts";
import type { SectionOptions } from "../change/field-sections.ts";
import { ownHazards } from "../change/hazard-advice.ts";
import { SYMBOLS, symbolOf } from "../change/plan-words.ts";
import type { TemplateGroup } from "../change/template-groups.ts";
import { cells, listNames, pad, wrap } from "../text/cells.ts";
import { hostText } from "../text/host-text.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { excerpt, NAME_ROOM, nameText } from "../text/value-text.ts";

export interface Page {
  paint: Paint;
  /** In cells. */
  width: number;
  /** The cells of the column of keys. */
  keyRoom: number;
  /** Whether lists of names are whole, however long. */
  allNames: boolean;
  wanted: Wanted;
}

export interface PageOptions {
  color: boolean;
  /** Cells of the terminal; default 100. */
  width?: number | undefined;
  /** Whether all of many names are shown; else those that fit, with how to see the others. */
  allNames?: boolean | undefined;
  /** The run that a rollback puts back. */
  undoes?: string | undefined;
}

const DEFAULT_WIDTH = 100;
/** On wider pages, right-aligned text is too far from what it belongs to. */
const MAX_WIDTH = 120;
/** Cells of a name, at least. */
const LEAST_NAME = 8;
const INDENT = "      ";
/** The lines of names of changes that are alike; roughly. */
const NAME_LINES = 3;
/** Lines end at words. */
const SPARE = 20;

/** The page for a list of changes. */
export function pageFor(changes: readonly Change[], options: PageOptions): Page {
  const width = Math.max(40, Math.min(options.width ?? DEFAULT_WIDTH, MAX_WIDTH));
  const most = Math.min(36, Math.floor(width * 0.4));
  // A change without a name next to its key may be as wide as it likes.
  const named = changes.filter((change) => changeTitle(change).name !== "");
  const sizes = named.map((change) => cells(keyText(change))).filter((size) => size <= most);
  const { color, allNames = false, undoes } = options;
  const wanted = undoes === undefined ? "Git" : "backup";
  return { paint: paintWith(color), width, keyRoom: Math.max(0, ...sizes), allNames, wanted };
}

/** `line` writes names into so many cells: if it leaves any out, the reader is told how to see all of them. */
export function namesLines(
  line: (width: number) => string,
  width: number,
  { paint, allNames }: Page,
): string[] {
  const all = line(Number.MAX_SAFE_INTEGER);
  const shown = allNames ? all : line(width);
  return shown === all ? [all] : [shown, paint.dim("-v names all of them")];
}

/** `production · acme.example.com · deployment 12`, its name painted, and how many cells that takes. */
export function targetText(
  { name, url, deploymentId }: Plan["target"],
  paint: Paint,
): { text: string; size: number } {
  const shown = nameText(name, NAME_ROOM);
  const rest = ` · ${nameText(hostText(url), NAME_ROOM)} · deployment ${deploymentId}`;
  return { text: paint.bold(shown) + rest, size: cells(shown + rest) };
}

/** `report revenue`, the key alone for a workbook; escaped. */
export function keyText(change: Change): string {
  const { kind, key } = changeTitle(change);
  return excerpt(kind + key, 0, NAME_ROOM);
}

/** A change's headline, and below it its body, or that of `body`. */
export function changeLines(
  change: Change,
  page: Page,
  { body = change, ...options }: SectionOptions & { body?: Change } = {},
): string[] {
  const { paint, width, wanted } = page;
  const style = { paint, width: width - INDENT.length, marks: true, wanted, ...options };
  return [
    headline(change, page, options.onlyEdits),
    ...changeBody(body, style).map(({ text }) => (INDENT + text).trimEnd()),
  ];
}

/** The same for changes that are alike: their names, and the body of the first. */
export function groupLines(group: ChangeGroup, page: Page): string[] {
  const { first, others, rows } = group;
  if (others.length === 0) return changeLines(first, page);
  if (rows) return rowLines(group, rows, page);
  const [, ...body] = changeLines(first, page);
  const { paint, width } = page;
  const symbol = signOf(first);
  // The title says of which kind they are.
  const keys = [first, ...others].map(({ key }) => excerpt(key, 0, NAME_ROOM));
  const room = (width - INDENT.length) * NAME_LINES - SPARE;
  const names = namesLines((cells) => listNames(keys, cells), room, page);
  const [title, more] = groupWords(group);
  const lead = `  ${tint(symbol, paint)(symbol)} ${paint.bold(title)}${more}`;
  const shown = names.flatMap((text) => wrap(text, width - INDENT.length)).map((line) => INDENT + line);
  return [lead, ...shown, ...body];
}

/** The same for rows of one template: which they are, what is the same for them, and what is not. */
function rowLines(group: ChangeGroup, rows: TemplateGroup<Change>, page: Page): string[] {
  const { paint, width, allNames, wanted } = page;
  const { first } = group;
  const symbol = signOf(first);
  const [title, more] = groupWords(group);
  const source = sourceText(first);
  const lead = `  ${tint(symbol, paint)(symbol)} ${paint.bold(kindPrefix(first.kind) + title)}${more}`;
  const used = cells(`    ${kindPrefix(first.kind)}${title}${more}`);
  const gap = width - used - cells(source);
  const room = width - INDENT.length;
  const keys = rows.rows.map((row) => excerpt(row, 0, NAME_ROOM));
  const names = namesLines((cells) => listNames(keys, cells), room * NAME_LINES - SPARE, page);
  const style = { paint, width: room, marks: true, wanted };
  const [shared = first] = rows.shared;
  const quietAction = isActionByRow(rows.byRow, shared);
  const body = [
    ...names.flatMap((text) => wrap(text, room)),
    ...changeBody(shared, { ...style, quietAction }).map(({ text }) => text),
    ...rows.byRow
      .flatMap((one) => byRowLines(one, style, { areAll: allNames, hint: ": -v shows them" }))
      .map(({ text }) => text),
  ];
  return [
    gap >= 2 ? `${lead}${" ".repeat(gap)}${paint.dim(source)}` : `${lead}\n    ${paint.dim(source)}`,
    ...body.map((text) => (INDENT + text).trimEnd()),
  ];
}

/** Blocks for a page with blank lines between them; neighbours of one line each are a list, without blank lines. */
export function stackBlocks(blocks: readonly (readonly string[])[]): string[] {
  const stacked: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const isListed = block.length === 1 && blocks[index - 1]?.length === 1;
    stacked.push(isListed ? `${stacked.pop()}\n${block[0]}` : block.join("\n"));
  }
  return stacked;
}

/**
 * The headline as a line of a list: a key that is wider than its column is whole on a line of its own, with the name under the names of
 * the others.
 */
export function listLine(change: Change, page: Page): string {
  const { kind, key, name } = changeTitle(change);
  if (page.keyRoom === 0 || name === "" || cells(keyText(change)) <= page.keyRoom)
    return headline(change, page);
  const symbol = signOf(change);
  const whole = page.paint.bold(excerpt(kind + key, 0, 300));
  const below = " ".repeat(page.keyRoom + 6) + excerpt(name, 0, NAME_ROOM);
  return `  ${tint(symbol, page.paint)(symbol)} ${whole}\n${below}`;
}

/** `  ~ revenue  Revenue overview      dashboards/revenue.yaml:3`. */
function headline(change: Change, { paint, width, keyRoom }: Page, onlyEdits = false): string {
  const symbol = signOf(change, onlyEdits);
  const key = keyText(change);
  const source = sourceText(change);
  const lead = `  ${symbol} ${pad(key, keyRoom)}`;
  const sign = `  ${tint(symbol, paint)(symbol)} `;
  const whole = changeTitle(change).name;
  const beside = width - cells(lead) - 2 - cells(source);
  // A name that would be cut to nothing worth reading has a line of its own.
  const isBelow = whole !== "" && beside < LEAST_NAME;
  const left = isBelow ? width - 4 - cells(source) : beside;
  const name = excerpt(whole, 0, Math.max(LEAST_NAME, Math.min(NAME_ROOM, left - 2)));
  const gap = " ".repeat(Math.max(2, left - cells(name)));
  if (isBelow) return `${sign}${paint.bold(key)}\n    ${name}${source === "" ? "" : gap + paint.dim(source)}`;
  const start = `${sign}${paint.bold(key)}${pad("", keyRoom - cells(key))}`;
  return source === "" ? `${start}  ${name}`.trimEnd() : `${start}  ${name}${gap}${paint.dim(source)}`;
}

function sourceText({ source }: Change): string {
  return source ? `${excerpt(source.file, 0, 100)}:${source.line}` : "";
}

function signOf(change: Change, onlyEdits = false): string {
  const symbol = symbolOf(change, onlyEdits);
  // A delete is a minus even with a hazard: nothing else in a plan is as final.
  if (symbol === SYMBOLS.delete) return "-";
  return ownHazards(change).length > 0 ? "!" : symbol;
}

function tint(symbol: string, paint: Paint): (text: string) => string {
  if (symbol === "!" || symbol === "~") return paint.yellow;
  if (symbol === "+") return paint.green;
  if (symbol === "-") return paint.red;
  return symbol === ">" ? paint.cyan : paint.dim;
}
