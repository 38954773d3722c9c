// The entries of a document in markdown: what waits for a decision, a row for each, which is never cut away, and a folded section for each.

import { type LayoutCell, layoutTable } from "../fields/layout-cells.ts";
import { type LayoutSide, MARK_WORDS, type WidgetMark } from "../fields/layout-drawing.ts";
import { cells, count, listNames } from "../text/cells.ts";
import { widthInEms } from "../text/letter-width.ts";
import { groupByOwners, ownersText } from "../text/owners.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt, NAME_ROOM, nameText } from "../text/value-text.ts";
import {
  type Advice,
  type Entries,
  type Entry,
  type FileLinks,
  kindOf,
  type Layouts,
  phrases,
  type Sign,
  UNDECIDED,
} from "./document.ts";
import { entryLines } from "./entry-lines.ts";
import type { MarkdownSection } from "./markdown-document.ts";
import {
  calledText,
  linkTo,
  markdownCode,
  markdownDetails,
  markdownName,
  markdownPre,
  markdownWords,
} from "./markdown-text.ts";

const SIGNS: Readonly<Record<Sign, string>> = {
  decide: "❗",
  delete: "❌",
  create: "🆕",
  publish: "🚀",
  charts: "📈",
  layout: "🔀",
  edit: "📝",
  rename: "📝",
  stamp: "📝",
};

/** Decisions that are told one by one, before they are told by their kind. */
const MOST_DECISIONS = 8;
/** Characters of markdown that they take at most, or they are told by their kind as well: nothing of them is ever left out. */
const DECISIONS = 16_000;
/** Characters of a list of names. */
const NAMES = 400;
/** Characters of the owners of one group. */
const OWNERS = 120;
/** Every line starts with its sign, so the lines of a text diff need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false, valueRoom: 300 };

/** What nobody may miss, with the ways out: each thing by itself, of many each kind of decision. */
export function decisionBlocks({ advice, all }: Advice, entries: readonly Entries[]): string[] {
  const write = (title: string) => markdownName(title, NAMES);
  const accepted = advice
    .filter(({ isAccepted }) => isAccepted)
    .map(({ title }) => `Accepted by the policy: **${write(title)}**.`);
  const open = advice.filter(({ isAccepted }) => !isAccepted);
  if (open.length === 0) return accepted;
  const waiting = entries.flatMap((part) => part.entries.flatMap(waitingIn));
  const told = waiting.length > MOST_DECISIONS ? [] : waiting.map(decisionLine);
  const isTold = waiting.length <= MOST_DECISIONS && told.join("").length <= DECISIONS;
  const byKind = open
    .filter(({ isOfPlan }) => !isTold || isOfPlan)
    .map(({ title, ways }) =>
      [`- **${write(title)}**`, ...ways.map((way) => markdownWords(way))].join("<br>"),
    );
  const lines = [...(isTold ? told : []), ...byKind, ...all.map((way) => `- ${markdownWords(way)}`)];
  const head = `> [!WARNING]\n> **${UNDECIDED}**\n>`;
  return [[head, ...lines.map((line) => `> ${line}`)].join("\n"), ...accepted];
}

/** It and what is within it, as far as it waits for a decision. */
function waitingIn(entry: Entry): Entry[] {
  if (entry.alike && entry.ways.length > 0) return entry.alike.each.flatMap(waitingIn);
  const within = entry.body.flatMap((block) => ("entry" in block ? waitingIn(block.entry) : []));
  return [...(entry.ways.length > 0 ? [entry] : []), ...within];
}

function decisionLine({ called, hazards, ways }: Entry): string {
  const { title, key, isNamesake } = called;
  const which = isNamesake ? ` (${markdownName(key, NAME_ROOM)})` : "";
  const name = `${kindOf(called)}${markdownName(title, NAME_ROOM)}${which}`;
  const said = hazards.map(({ words, edits }) => {
    const text = markdownWords(words);
    return edits.length === 0 ? text : `${text}: ${markdownWords(phrases(edits))}`;
  });
  return `- **${name}**: ${said.join("; ")}.<br>${ways.map((way) => markdownWords(way)).join("<br>")}`;
}

/** The rows with all their words, with their names alone, and at last a list of names. */
export function overviewForms(entries: readonly Entries[], links: FileLinks): string[][] {
  const table = (words: boolean) =>
    entries.map(({ title, entries: some }) => {
      const head = words
        ? `| | ${title} | What happens |\n| :-: | :-- | :-- |`
        : `| | ${title} |\n| :-: | :-- |`;
      return [head, ...some.flatMap(rowsOf).map((entry) => rowLine(entry, words, links))].join("\n");
    });
  const names = entries.map(({ title, entries: some }) => {
    const list = listNames(some.flatMap(rowsOf).map(shortName), NAMES * 4);
    return `<b>${title}</b>: ${markdownName(list, NAMES * 4)}`;
  });
  return [table(true), table(false), names];
}

/** Those that one template declares have one row. */
function rowsOf(entry: Entry): readonly Entry[] {
  return entry.alike && !entry.alike.isTemplate ? entry.alike.each : [entry];
}

function shortName({ called: { title, key, isNamesake }, alike }: Entry): string {
  return excerpt(alike ? alike.title.join("") : isNamesake ? key : title, 0, 30);
}

function rowLine(entry: Entry, words: boolean, links: FileLinks): string {
  const { sign, preview, said } = entry;
  const copy = preview === undefined ? "" : ` · ${linkTo(preview, "preview")}`;
  const happens = words ? ` ${markdownWords(phrases(said), links)} |` : "";
  return `| ${SIGNS[sign]} | ${titleText(entry, true)}${copy} |${happens}`;
}

/** `<a>Orders</a> → Orders and fulfilment`, `<b>sales-${row.key}</b>: 12 dashboards`. */
function titleText({ called, alike }: Entry, linked: boolean): string {
  if (!alike) return calledText(linked ? called : { ...called, url: undefined });
  const [first, more] = alike.title;
  return `<b>${markdownName(first, NAME_ROOM)}</b>${markdownName(more, NAME_ROOM)}`;
}

/** A section for each, under the heading of its owners if there are several. */
export function entrySections(entries: readonly Entries[], links: FileLinks): MarkdownSection[] {
  const all = entries.flatMap((part) => part.entries);
  const groups = groupByOwners(all, ({ owners }) => owners);
  const isOwned = groups.length > 1;
  return groups.flatMap(({ owners, items }) => {
    const heading = `#### ${markdownName(ownersText(owners), OWNERS)} · ${countKinds(items)}`;
    return items.map((entry) => ({ ...entrySection(entry, links), ...(isOwned && { heading }) }));
  });
}

function countKinds(entries: readonly Entry[]): string {
  return (["workbook", "report", "folder"] as const)
    .flatMap((kind) => {
      const some = entries.filter(({ called }) => called.kind === kind);
      const number = some.reduce((sum, { alike }) => sum + (alike?.each.length ?? 1), 0);
      return number === 0 ? [] : [count(number, kind === "workbook" ? "dashboard" : kind)];
    })
    .join(", ");
}

function entrySection(entry: Entry, links: FileLinks): MarkdownSection {
  const { sign, called, alike, reach, said: words, body } = entry;
  const said = alike && !alike.isTemplate ? "" : markdownWords(phrases(words), links);
  const parts = [reach, said].filter((part) => part !== "").join(": ");
  const summary = `${SIGNS[sign]} ${titleText(entry, false)}${parts === "" ? "" : ` · ${parts}`}`;
  const lead = alike ? [`${markdownWords([{ names: alike.names }])}\n`] : [];
  const lines = entryLines(entry, STYLE).map((one) => `${one.sign} ${one.text}`.trimEnd());
  const pre = lines.length > 0 ? [markdownPre(lines.join("\n"), "diff")] : [];
  const places = alike && !alike.isTemplate ? "" : placesText(entry, links);
  const end = places === "" ? [] : [`\n<sub>${places}</sub>`];
  const text = (drawings: readonly string[]) =>
    markdownDetails(summary, [...lead, ...drawings, ...pre, ...end]);
  const drawings = body.flatMap((block) => ("layouts" in block ? markdownLayouts(block) : []));
  const others = (alike?.each.length ?? 1) - 1;
  const first = alike?.each[0]?.called.title ?? "";
  if (drawings.length > 0 && alike?.isTemplate)
    drawings.push(
      `\n<sub>drawn: ${markdownName(first, NAME_ROOM)}, and ${count(others, "other")} the same</sub>\n`,
    );
  return {
    title: alike ? alike.title.join("") : called.key,
    text: text([]),
    ...(drawings.length > 0 && { drawn: text(drawings) }),
  };
}

/** `dashboards/orders.yaml:3 · open live`, as far as there are such places. */
function placesText({ source, called, preview }: Entry, links: FileLinks): string {
  const place = source ? `${source.file}:${source.line}` : "";
  const address = source && links.file?.(source.file, source.line);
  return [
    ...(place === "" ? [] : [address === undefined ? markdownCode(place, 120) : linkTo(address, place)]),
    ...(called.url === undefined ? [] : [linkTo(called.url, "open live")]),
    ...(preview === undefined ? [] : [linkTo(preview, "open preview")]),
  ].join(" · ");
}

// A layout as an html table, the only picture that a comment can hold: no image, no hosting. GitHub keeps `width`, `height`, `colspan` and
// `rowspan`, and gives every cell a padding. On a phone it scrolls: a name on two lines would be drawn over itself.

const SQUARES: Readonly<Record<WidgetMark, string>> = {
  moved: "🟨",
  added: "🟩",
  removed: "🟥",
  edited: "🟦",
};
const LEGEND = (["moved", "added", "removed", "edited"] as const)
  .map((mark) => `${SQUARES[mark]} ${MARK_WORDS[mark]}`)
  .join(" · ");

/** Pixels: a comment is 814 wide on a desk, and scrolls on a phone. */
const WIDTH = 800;
const PADDING = 27;
/** Of small letters, whose widths are generous, and how much wider they are in bold. */
const LETTERS = 10;
const BOLD = 1.08;
const MARK_WIDTH = 24;
/** Where no widget is: an empty cell would be one without a name. */
const GAP = "<sub>· · ·</sub>";
const ROW = { each: 8, least: 20, most: 64 };

/** Undefined if it would be too large. `wide`: columns of the grid. */
export function layoutHtml(side: LayoutSide, wide: number): string | undefined {
  const table = layoutTable(side.widgets, wide);
  if (!table) return undefined;
  const whole = table.widths.reduce((sum, width) => sum + width, 0);
  const widths = table.widths.map((width) => Math.round((width * WIDTH) / whole));
  const heights = table.heights.map((rows) => Math.max(ROW.least, Math.min(ROW.most, rows * ROW.each)));
  const rows = table.rows.map((cells) =>
    cells.map((cell) => cellHtml(cell, { widths, heights, side })).join(""),
  );
  // A column that no cell has alone would be as wide as a browser guesses.
  const alone = new Set(table.rows.flat().flatMap(({ column, across }) => (across === 1 ? [column] : [])));
  if (alone.size < widths.length) rows.push(widths.map((width) => `<td width="${width}"></td>`).join(""));
  return `<table>\n${rows.map((row) => `<tr>${row}</tr>`).join("\n")}\n</table>`;
}

function cellHtml(
  { id, isMain, column, row, across, down }: LayoutCell,
  { widths, heights, side }: { widths: readonly number[]; heights: readonly number[]; side: LayoutSide },
): string {
  const sum = (sizes: readonly number[], from: number, many: number) =>
    sizes.slice(from, from + many).reduce((total, size) => total + size, 0);
  const spans = `${across > 1 ? ` colspan="${across}"` : ""}${down > 1 ? ` rowspan="${down}"` : ""}`;
  const width = sum(widths, column, across);
  const own = across === 1 ? ` width="${width}"` : "";
  const size = `${spans}${own} height="${sum(heights, row, down)}"`;
  if (id === undefined) return `<td${size} align="center">${GAP}</td>`;
  const open = `<td${size} nowrap>`;
  if (!isMain) return `${open}</td>`;
  const mark = side.markOf(id);
  const room = width - PADDING - (mark ? MARK_WIDTH : 0);
  const text = fitName(side.nameOf(id) ?? id, room, mark ? BOLD : 1);
  if (!mark) return `${open}${text}</td>`;
  return `${open}${SQUARES[mark]}${text === "" ? "" : ` <b>${text}</b>`}</td>`;
}

/** As much of the name as is drawn in `room` pixels; empty if that is not even a few letters. */
function fitName(name: string, room: number, weight: number): string {
  const most = Math.min(cells(name), Math.ceil(room / (0.3 * LETTERS)));
  for (let letters = most; letters > 0 && (letters > 2 || letters === cells(name)); letters -= 1) {
    const text = nameText(name, letters);
    if (widthInEms(text) * LETTERS * weight <= room) return `<sub>${markdownName(text, letters)}</sub>`;
  }
  return "";
}

/** The default layout now and after, with a line for the others that change. Blocks of markdown. */
function markdownLayouts({ layouts }: Layouts): string[] {
  const shown = layouts.find(({ state }) => state.breakpoint === undefined);
  const also = layouts.flatMap(({ state: { breakpoint, isChanged } }) =>
    breakpoint !== undefined && isChanged ? [excerpt(breakpoint, 0, 20)] : [],
  );
  const notes = [
    ...(shown?.notes ?? []),
    ...(also.length === 0 ? [] : [`also rearranged: ${also.join(", ")}`]),
  ];
  return [
    ...(shown ? tablesOf(shown) : []),
    ...notes.map((note) => `\n<sub>${markdownName(note, 300)}</sub>`),
  ];
}

function tablesOf({ state, drawing: { now, after } }: Layouts["layouts"][number]): string[] {
  const then = layoutHtml(after, state.wide);
  const live = now && layoutHtml(now, state.wide);
  if (then === undefined) return ["\n<sub>too many widgets to draw: the full report shows them</sub>\n"];
  // A blank line ends the block of html: what follows is a block of its own.
  if (!state.before) return [`${then}\n`];
  const legend = `\n<sub>${LEGEND}</sub>\n`;
  if (live === undefined) return [`<b>now and after</b>\n\n${then}`, legend];
  return [`<b>now</b>\n\n${live}\n\n<b>after</b>\n\n${then}`, legend];
}
