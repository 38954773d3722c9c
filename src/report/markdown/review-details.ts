// What happens to each dashboard, folded: its fields as a difference, those of its reports, and its layout before and after.

import type { Change } from "../../model/index.ts";
import { groupAlike, groupWords } from "../change/alike.ts";
import { byRowLines, isActionByRow } from "../change/by-row.ts";
import { type BodyLine, changeBody } from "../change/change-body.ts";
import { type LayoutState, layoutStates } from "../change/layout-states.ts";
import { asViewersSee } from "../change/seen-change.ts";
import type { TemplateGroup } from "../change/template-groups.ts";
import type { MarkdownSection } from "../document/markdown-document.ts";
import { linkTo, markdownDetails, markdownName, markdownPre } from "../document/markdown-text.ts";
import { DRAFTS_SHORT, MARK_WORDS, RENAMED_SHORT, SEEN_SHORT, type WidgetMark } from "../review/headings.ts";
import { type LayoutCell, layoutTable } from "../review/layout-cells.ts";
import { editedWidgets, hiddenNotes, type LayoutSide, layoutDrawing } from "../review/layout-drawing.ts";
import { groupByTemplate, groupCount, type RowGroup } from "../review/row-groups.ts";
import { type Reach, type ReviewRow, reachOf } from "../review/rows.ts";
import { cells, count, listNames } from "../text/cells.ts";
import { widthInEms } from "../text/letter-width.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt, NAME_ROOM, nameText } from "../text/value-text.ts";
import { groupTitle, liveLink, placesLine, type ReviewSource, rowTitle } from "./review-links.ts";
import { MARK_SIGNS, phrasesMarkdown } from "./review-words.ts";

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

/** Every line starts with its sign, so the lines of a text diff need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false, valueRoom: 300 };
/** Characters of the names of changes that are alike. */
const NAMES = 400;
/** Rows of a template that are links to what is live. */
const LINKED = 20;

/** One section for each row; those of one template share one, and so do others whose changes are alike. */
export function rowSections(rows: readonly ReviewRow[], source: ReviewSource): MarkdownSection[] {
  const all = groupByTemplate(rows, source.detailed);
  const lone = (isSeen: boolean) =>
    all.flatMap(({ first: { change, reports, visible }, rows }) =>
      change && reports.length === 0 && visible === isSeen && !rows ? [change] : [],
    );
  const groups = [true, false]
    .flatMap((isSeen) => groupAlike(lone(isSeen), source.detailed))
    .filter(({ others }) => others.length > 0);
  const groupOf = new Map(
    groups.flatMap((group) => [group.first, ...group.others].map((one) => [one, group])),
  );
  return all.flatMap((ofTemplate): MarkdownSection[] => {
    const { first: row, rows } = ofTemplate;
    if (rows) return [templateSection(ofTemplate, rows, source)];
    const group = row.change && groupOf.get(row.change);
    if (!group) return [rowSection(row, source)];
    if (group.first !== row.change) return [];
    const [number, more] = groupWords(group);
    const keys = [group.first, ...group.others].map(({ key }) => excerpt(key, 0, NAME_ROOM));
    const names = markdownName(listNames(keys, NAMES), NAMES + 20);
    const section = rowSection(row, source, { summary: `<b>${number}</b>${more}`, lead: [`${names}\n`] });
    return [{ ...section, title: `${number} like ${row.key}` }];
  });
}

const REACHES: Readonly<Record<Reach, string>> = {
  seen: SEEN_SHORT,
  drafts: DRAFTS_SHORT,
  renamed: RENAMED_SHORT,
};

/** What one template changes: what is the same, what each row has for itself, and the first of the dashboards drawn for all. */
function templateSection(
  group: RowGroup,
  { template, items, rows, shared, byRow }: TemplateGroup<ReviewRow>,
  source: ReviewSource,
): MarkdownSection {
  const { first } = group;
  const { links = {} } = source;
  const keys = rows.map((row) => excerpt(row, 0, NAME_ROOM));
  const addresses = items.length > LINKED ? [] : items.map((item) => liveLink(item, links));
  const linked = addresses.map((to, at) => {
    const key = keys[at] ?? "";
    return to === undefined ? markdownName(key, NAME_ROOM) : linkTo(to, key);
  });
  const named = linked.length > 0 ? linked.join(", ") : markdownName(listNames(keys, NAMES), NAMES + 20);
  const words = phrasesMarkdown(group.details);
  const title = `${groupTitle(group, {})} · ${REACHES[reachOf(first)]}${words === "" ? "" : `: ${words}`}`;
  const lines = shared.flatMap((change) => {
    const quietAction = isActionByRow(byRow, change);
    const own = changeBody(change, { ...STYLE, quietAction });
    const more = byRow
      .filter(({ of }) => of === change)
      .flatMap((one) => byRowLines(one, STYLE, { areAll: false }));
    const body = [...own, ...more].map(lineText);
    return change.kind === "workbook" || first.kind === "report" ? body : reportLines(change, body);
  });
  const drawings = first.change ? drawingsOf(asViewersSee(first.change)) : [];
  const others = count(items.length - 1, "other");
  const drawn = `\n<sub>drawn: ${markdownName(first.title, NAME_ROOM)}, and ${others} the same</sub>\n`;
  const { source: place } = first;
  return sectionOf(`${template}: ${groupCount(group)}`, {
    title: `${MARK_SIGNS[first.mark]} ${title}`,
    lead: [`${named}\n`],
    lines,
    drawings: drawings.length === 0 ? [] : [...drawings, drawn],
    places: placesLine({ kind: "report", key: template, id: null, ...(place && { source: place }) }, links),
  });
}

function rowSection(
  row: ReviewRow,
  source: ReviewSource,
  { summary, lead = [] }: { summary?: string; lead?: readonly string[] } = {},
): MarkdownSection {
  const words = phrasesMarkdown(row.details);
  const where = REACHES[reachOf(row)];
  const said = summary !== undefined || words === "" ? "" : `: ${words}`;
  const title = `${MARK_SIGNS[row.mark]} ${summary ?? rowTitle(row, {})} · ${where}${said}`;
  const places = placesLine(row, source.links ?? {});
  const drawings = row.change ? drawingsOf(asViewersSee(row.change)) : [];
  return sectionOf(row.key, { title, lead, lines: bodyLines(row), drawings, places });
}

interface SectionParts {
  /** Markdown, as what is in `lead`, `drawings` and `places`. */
  title: string;
  lead: readonly string[];
  lines: readonly string[];
  drawings: readonly string[];
  places: string;
}

function sectionOf(subject: string, { title, lead, lines, drawings, places }: SectionParts): MarkdownSection {
  const end = places === "" ? [] : [`\n<sub>${places}</sub>`];
  const body = [...lead, ...(lines.length > 0 ? [markdownPre(lines.join("\n"), "diff")] : [])];
  const text = (parts: readonly string[]) => markdownDetails(title, [...parts, ...end]);
  return {
    title: subject,
    text: text(body),
    ...(drawings.length > 0 && { drawn: text([...lead, ...drawings, ...body.slice(lead.length)]) }),
  };
}

function bodyLines({ change, reports, kind }: ReviewRow): string[] {
  const own = change ? linesOf(change) : [];
  const drawn = kind === "report" ? [] : reports;
  return [...own, ...drawn.flatMap((report) => reportLines(report, linesOf(report)))];
}

/** The lines of a report below its name. */
function reportLines(report: Change, lines: readonly string[]): string[] {
  return [
    `${SIGNS[report.action] ?? " "} ${reportName(report)}`,
    ...lines.map((line) => `${line.slice(0, 1)} ${line.slice(1)}`.trimEnd()),
  ];
}

/** As widgets are called: what people call it, and its key. */
function reportName({ key, title }: Change): string {
  const report = `report ${excerpt(key, 0, NAME_ROOM)}`;
  return title === key ? report : `${excerpt(title, 0, NAME_ROOM)} (${report})`;
}

const SIGNS: Partial<Record<Change["action"], string>> = { create: "+", delete: "-" };

function linesOf(change: Change): string[] {
  return changeBody(change, STYLE).map(lineText);
}

function lineText({ sign, text }: BodyLine): string {
  return `${sign} ${text}`.trimEnd();
}

/** The default layout now and after, with a line for the others that change; nothing if no layout does. */
function drawingsOf(change: Change): string[] {
  const states = layoutStates(change);
  const state = states.find(({ breakpoint }) => breakpoint === undefined);
  const edited = editedWidgets(change);
  const also = states.flatMap(({ breakpoint, isChanged }) =>
    breakpoint !== undefined && isChanged ? [excerpt(breakpoint, 0, 20)] : [],
  );
  const isSeen = state && (change.action === "create" || state.isChanged || edited.size > 0);
  const notes = [
    ...(isSeen ? hiddenNotes(change, state) : []),
    ...(also.length === 0 ? [] : [`also rearranged: ${also.join(", ")}`]),
  ];
  const below = notes.map((note) => `\n<sub>${markdownName(note, 300)}</sub>`);
  return isSeen ? [...tablesOf(change, state, edited), ...below] : below;
}

function tablesOf(change: Change, state: LayoutState, edited: ReadonlySet<string>): string[] {
  const { now, after } = layoutDrawing(change, state, edited);
  const then = layoutHtml(after, state.wide);
  const live = now && layoutHtml(now, state.wide);
  if (then === undefined) return ["\n<sub>too many widgets to draw: the full report shows them</sub>\n"];
  // A blank line ends the block of html: what follows is a block of its own.
  if (!state.before) return [`${then}\n`];
  const legend = `\n<sub>${LEGEND}</sub>\n`;
  if (live === undefined) return [`<b>now and after</b>\n\n${then}`, legend];
  return [`<b>now</b>\n\n${live}\n\n<b>after</b>\n\n${then}`, legend];
}
