// A document for people at a terminal, and for logs: details first, because its end is what people see.

import { listNames } from "../text/cells.ts";
import { codeFrame } from "../text/code-frame.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { fitWidth } from "../text/fit-width.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { alignColumns, renderTable, type TableStyle } from "../text/table.ts";
import { excerpt, NAME_ROOM } from "../text/value-text.ts";
import {
  type Block,
  type Document,
  type Inline,
  type Item,
  type List,
  sentence,
  type Words,
} from "./document.ts";

/** Cells of the names in a sentence. */
const NAMES = 300;
/** Cells of an address, or of a path. */
const LONG = 2000;
/** Nobody reads more items in one go, and a terminal keeps no more. */
const ITEMS = 100;

interface Page extends TableStyle {
  paint: Paint;
}

/**
 * Ends with a line end. No line is wider than `width` cells, but for a word that people copy; without a width lines are as long as they
 * are.
 */
export function terminal({ verdict, lead = [], details = [] }: Document, style: TableStyle): string {
  const page = { ...style, paint: paintWith(style.color) };
  const last = terminalWords(sentence(verdict), page);
  const end = [
    ...(last === "" ? [] : [fitWidth(page.paint.bold(`${last}.`), page.width, 0)]),
    ...lead.flatMap((block) => blockText(block, page)),
  ];
  const blocks = [...details.flatMap((block) => blockText(block, page)), end.join("\n")];
  const text = blocks.filter((block) => block !== "").join("\n\n");
  return text === "" ? "" : `${breakCommands(text)}\n`;
}

function blockText(block: Block, page: Page): string[] {
  if ("line" in block) return [fitWidth(terminalWords(block.line, page), page.width, 0)];
  if ("list" in block) return listText(block, page);
  if ("heading" in block) {
    const inner = { ...page, width: page.width === undefined ? undefined : page.width - 2 };
    const texts = block.blocks
      .flatMap((one) => blockText(one, inner))
      .map((text) => text.replace(/^(?=.)/gm, "  "));
    return [[fitWidth(terminalWords(block.heading, page), page.width, 2), ...texts].join("\n")];
  }
  return [renderTable(block.head, block.rows, page).trimEnd()];
}

/** Items that say no more than one line are rows of columns; those that show lines of a file are blocks. */
function listText({ list, left }: List, page: Page): string[] {
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

/** A sentence, escaped and painted. */
export function terminalWords(words: Words, page: Pick<Page, "paint">): string {
  return words.map((word) => wordText(word, page)).join("");
}

function wordText(word: Inline, page: Pick<Page, "paint">): string {
  if (typeof word === "string") return escapeTerminal(readableLength(word));
  if (typeof word === "number") return `${word}`;
  if ("name" in word) return excerpt(word.name, 0, NAME_ROOM);
  if ("code" in word) return excerpt(word.code, 0, 2 * NAME_ROOM);
  if ("strong" in word) return page.paint.bold(excerpt(word.strong, 0, 2 * NAME_ROOM));
  if ("command" in word) return `\`${escapeTerminal(word.command)}\``;
  if ("names" in word)
    return listNames(
      word.names.map((name) => wordText(name, page)),
      NAMES,
    );
  if ("tone" in word) return page.paint[word.tone](escapeTerminal(word.text));
  if (isLink(word)) return excerpt(word.text, 0, NAME_ROOM);
  const { file, line, column } = word.place;
  return page.paint.bold(`${excerpt(file, 0, LONG)}:${line}:${column}`);
}

type Link = Extract<Inline, { url: unknown }>;

function isLink(word: Inline): word is Link {
  return typeof word === "object" && "url" in word;
}

function addressOf({ url, instead = "" }: Link): string {
  return excerpt(url ?? instead, 0, LONG);
}
