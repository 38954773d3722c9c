// A layout as an html table, the only picture that a comment can hold: no image, no hosting. GitHub keeps `width`, `height`, `colspan` and
// `rowspan`, and gives every cell a padding; columns keep their widths by a last row of sized cells.

import { MARK_WORDS, type WidgetMark } from "../review/headings.ts";
import { type LayoutCell, layoutTable } from "../review/layout-cells.ts";
import type { LayoutSide } from "../review/layout-drawing.ts";
import { nameText } from "../text/value-text.ts";
import { markdownName } from "./markdown-text.ts";

const SQUARES: Readonly<Record<WidgetMark, string>> = {
  moved: "🟨",
  added: "🟩",
  removed: "🟥",
  edited: "🟦",
};
export const LEGEND = (["moved", "added", "removed", "edited"] as const)
  .map((mark) => `${SQUARES[mark]} ${MARK_WORDS[mark]}`)
  .join(" · ");

/** Pixels: a comment is 814 wide on a desk, and scrolls on a phone. */
const WIDTH = 800;
const PADDING = 27;
/** Of a character in small type. */
const CHARACTER = 6.5;
const MARK_WIDTH = 20;
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
  const sized = widths.map((width) => `<td width="${width}"></td>`).join("");
  return `<table>\n${[...rows, sized].map((row) => `<tr>${row}</tr>`).join("\n")}\n</table>`;
}

function cellHtml(
  { id, isMain, column, row, across, down }: LayoutCell,
  { widths, heights, side }: { widths: readonly number[]; heights: readonly number[]; side: LayoutSide },
): string {
  const sum = (sizes: readonly number[], from: number, many: number) =>
    sizes.slice(from, from + many).reduce((total, size) => total + size, 0);
  const spans = `${across > 1 ? ` colspan="${across}"` : ""}${down > 1 ? ` rowspan="${down}"` : ""}`;
  const open = `<td${spans} height="${sum(heights, row, down)}">`;
  if (id === undefined || !isMain) return `${open}</td>`;
  const mark = side.markOf(id);
  const left = sum(widths, column, across) - PADDING - (mark ? MARK_WIDTH : 0);
  const room = Math.floor(left / CHARACTER);
  const name = room < 3 ? "" : markdownName(nameText(side.nameOf(id) ?? id, room), room);
  const text = name === "" ? "" : `<sub>${name}</sub>`;
  if (!mark) return `${open}${text}</td>`;
  return `${open}${SQUARES[mark]}${text === "" ? "" : ` <b>${text}</b>`}</td>`;
}
