// What happens to each dashboard, folded: its fields as a difference, those of its reports, and its layout before and after.

import type { Change } from "../../model/index.ts";
import { groupAlike, groupWords } from "../change/alike.ts";
import { changeBody } from "../change/change-body.ts";
import { NAME_ROOM } from "../change/field-row.ts";
import { type LayoutState, layoutStates } from "../change/layout-states.ts";
import { asViewersSee } from "../change/seen-change.ts";
import { DRAFTS_SHORT, RENAMED_SHORT, SEEN_SHORT } from "../review/headings.ts";
import { editedWidgets, hiddenNotes, layoutDrawing } from "../review/layout-drawing.ts";
import { type Reach, type ReviewRow, reachOf } from "../review/rows.ts";
import { listNames } from "../text/cells.ts";
import { paintWith } from "../text/paint.ts";
import { excerpt } from "../text/value-text.ts";
import { LEGEND, layoutHtml } from "./layout-html.ts";
import type { MarkdownSection } from "./markdown-document.ts";
import { markdownDetails, markdownName, markdownPre } from "./markdown-text.ts";
import { placesLine, type ReviewSource, rowTitle } from "./review-links.ts";
import { MARK_SIGNS, phrasesMarkdown } from "./review-words.ts";

/** Every line starts with its sign, so the lines of a text diff need no marks of their own. */
const STYLE = { paint: paintWith(false), width: 84, marks: false, valueRoom: 300 };
/** Characters of the names of changes that are alike. */
const NAMES = 400;

/** One section for each row; rows whose changes are alike share one. */
export function rowSections(rows: readonly ReviewRow[], source: ReviewSource): MarkdownSection[] {
  const lone = (isSeen: boolean) =>
    rows.flatMap(({ change, reports, visible }) =>
      change && reports.length === 0 && visible === isSeen ? [change] : [],
    );
  const groups = [true, false]
    .flatMap((isSeen) => groupAlike(lone(isSeen)))
    .filter(({ others }) => others.length > 0);
  const groupOf = new Map(
    groups.flatMap((group) => [group.first, ...group.others].map((one) => [one, group])),
  );
  return rows.flatMap((row): MarkdownSection[] => {
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
  const end = places === "" ? [] : [`\n<sub>${places}</sub>`];
  const lines = bodyLines(row);
  const body = [...lead, ...(lines.length > 0 ? [markdownPre(lines.join("\n"), "diff")] : [])];
  const drawings = row.change ? drawingsOf(asViewersSee(row.change)) : [];
  const text = (parts: readonly string[]) => markdownDetails(title, [...parts, ...end]);
  return {
    title: row.key,
    text: text(body),
    ...(drawings.length > 0 && { drawn: text([...lead, ...drawings, ...body.slice(lead.length)]) }),
  };
}

function bodyLines({ change, reports, kind }: ReviewRow): string[] {
  const own = change ? linesOf(change) : [];
  const drawn = kind === "report" ? [] : reports;
  return [
    ...own,
    ...drawn.flatMap((report) => [
      `${SIGNS[report.action] ?? " "} ${reportName(report)}`,
      ...linesOf(report).map((line) => `${line.slice(0, 1)} ${line.slice(1)}`.trimEnd()),
    ]),
  ];
}

/** As widgets are called: what people call it, and its key. */
function reportName({ key, title }: Change): string {
  const report = `report ${excerpt(key, 0, NAME_ROOM)}`;
  return title === key ? report : `${excerpt(title, 0, NAME_ROOM)} (${report})`;
}

const SIGNS: Partial<Record<Change["action"], string>> = { create: "+", delete: "-" };

function linesOf(change: Change): string[] {
  return changeBody(change, STYLE).map(({ sign, text }) => `${sign} ${text}`.trimEnd());
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
