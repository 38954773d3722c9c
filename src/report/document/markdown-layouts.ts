// A layout as an html table, the only picture that a comment can hold: no image, no hosting. GitHub keeps `width`, `height`, `colspan` and
// `rowspan`, and gives every cell a padding. On a phone it scrolls: a name on two lines would be drawn over itself.

import { type LayoutCell, layoutTable } from "../fields/layout-cells.ts";
import type { LayoutSide } from "../fields/layout-drawing.ts";
import { MARK_WORDS, type WidgetMark } from "../fields/layout-drawing.ts";
import { cells } from "../text/cells.ts";
import { widthInEms } from "../text/letter-width.ts";
import { excerpt, nameText } from "../text/value-text.ts";
import type { Layouts } from "./document.ts";
import { markdownName } from "./markdown-text.ts";

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
export function markdownLayouts({ layouts }: Layouts): string[] {
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
