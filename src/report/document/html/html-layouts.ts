// The layouts of a change as pictures that scale, drawn from what the comment's tables are drawn from. What happens to a widget is said by a
// sign, by the line around it, and by colour; its number is the same in both pictures, so that two that change places are told apart.

import { layoutTable } from "../../fields/layout-cells.ts";
import {
  type LayoutDrawing,
  type LayoutSide,
  MARK_WORDS,
  type WidgetMark,
} from "../../fields/layout-drawing.ts";
import type { LayoutState } from "../../fields/layout-states.ts";
import { type Box, boxText, coversOf, type PlacedWidget } from "../../fields/widget-box.ts";
import { count } from "../../text/cells.ts";
import { escapeHtml, escapePre } from "../../text/escape.ts";
import { excerpt, nameText } from "../../text/value-text.ts";
import type { Layouts } from "../document.ts";
import { type Place, type Tile, tileHtml } from "./html-tile.ts";

/** The characters left for the pictures of a page. */
export interface PictureBudget {
  left: number;
}

export function layoutsHtml({ layouts, of }: Layouts, budget: PictureBudget): string {
  if (budget.left <= 0) {
    const command = `boardwright plan --only ${of.key} --format html`;
    return `<p class="dim">Its layouts are not drawn: this page has enough of them. <code>${escapeHtml(command)}</code> draws them.</p>`;
  }
  const drawn = layouts.flatMap(({ state, drawing, notes }) => [
    layoutHtml(state, drawing),
    ...notes.map((note) => `<p class="dim">${escapePre(note)}.</p>`),
  ]);
  const text = drawn.join("\n");
  budget.left -= text.length;
  return of.action === "update" ? `${text}\n${LEGEND}` : text;
}

// A layout without the emptiness: where nothing is for many rows, now or after, a picture has a few.

/** Rows of a gap that are drawn. */
const MOST = 3;

/** From a row of the grid to the row of the picture, of both sides of a layout together. */
function squeezeRows(widgets: readonly PlacedWidget[]): (row: number) => number {
  const spans = widgets
    .map(({ box }) => ({ from: box.y, to: box.y + box.h }))
    .sort((a, b) => a.from - b.from);
  /** Where a gap ends, and how much of it all up to there is left out. */
  const cuts: { at: number; less: number }[] = [];
  let end = 0;
  let less = 0;
  for (const { from, to } of spans) {
    if (from - end > MOST) {
      less += from - end - MOST;
      cuts.push({ at: from, less });
    }
    end = Math.max(end, to);
  }
  return (row) => row - (cuts.findLast(({ at }) => row >= at)?.less ?? 0);
}

/** In units of the picture, which scales to the available room. */
const WIDTH = 400;
const ROW = 14;
const MAX_HEIGHT = 1500;

/** For the key below the pictures, in its order. */
const MARKS = ["moved", "added", "removed", "edited"] as const;
const SIGNS: Readonly<Record<WidgetMark, string>> = {
  moved: "→",
  added: "+",
  removed: "−",
  edited: "~",
};

function layoutHtml(state: LayoutState, { now, after }: LayoutDrawing): string {
  const { breakpoint, before, columns, unplaced } = state;
  const layout = breakpoint === undefined ? "Default layout" : excerpt(breakpoint, 0, 20);
  const name = `${layout}, ${count(columns, "column")} wide`;
  const numbers = now ? numbersOf(now, after) : new Map<string, number>();
  const places = new Map((before ?? []).map(({ id, box }) => [id, box]));
  const rowOf = squeezeRows([...(before ?? []), ...after.widgets]);
  const figure = (caption: string, side: LayoutSide, was: ReadonlyMap<string, Box>) =>
    `<figure><figcaption>${caption}</figcaption>\n${picture(side, state, {
      label: `${caption}: ${escapePre(name)}`,
      ...{ numbers, was, rowOf },
    })}\n</figure>`;
  const figures = now
    ? [figure("now", now, new Map()), figure("after", after, places)]
    : [figure(before ? "after" : "new", after, places)];
  const left =
    unplaced.length === 0 || breakpoint === undefined
      ? ""
      : `<p class="dim">Without a position of their own here: ${escapePre(nameSome(unplaced))}. The platform places them.</p>`;
  return `<h4>${escapePre(name)}</h4>\n<div class="layouts">\n${figures.join("\n")}\n</div>\n${left}`;
}

/** What changes is numbered as it is read after the change, and then what is gone. */
function numbersOf(now: LayoutSide, after: LayoutSide): Map<string, number> {
  const read = (side: LayoutSide) =>
    [...side.widgets].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x).map(({ id }) => id);
  const there = new Set(after.widgets.map(({ id }) => id));
  const ids = [
    ...read(after).filter((id) => after.markOf(id) !== undefined),
    ...read(now).filter((id) => !there.has(id)),
  ];
  return new Map(ids.map((id, index) => [id, index + 1]));
}

interface Picture {
  label: string;
  numbers: ReadonlyMap<string, number>;
  rowOf: Scale["rowOf"];
  /** Where the widgets are now. */
  was: ReadonlyMap<string, Box>;
}

function picture(
  side: LayoutSide,
  { wide, high }: LayoutState,
  { label, numbers, was, rowOf }: Picture,
): string {
  const rows = Math.max(1, rowOf(high));
  const scale = { across: WIDTH / wide, down: Math.min(ROW, MAX_HEIGHT / rows), rowOf };
  const seen = seenPlaces(side.widgets, wide);
  const covers = coversOf(side.widgets);
  const tileOf = ({ id, box }: PlacedWidget): Tile => {
    const mark = side.markOf(id);
    const name = nameText(side.nameOf(id) ?? id, 60);
    const old = was.get(id);
    const from = mark === "moved" && old ? `, was ${boxText(old)}` : "";
    return {
      place: scaled(box, scale),
      name: side.nameOf(id) ?? id,
      type: side.typeOf(id),
      mark,
      sign: mark === undefined ? "" : SIGNS[mark],
      number: numbers.get(id),
      title: `${mark === undefined ? "" : `${MARK_WORDS[mark]}: `}${escapePre(name)}, ${boxText(box)}${from}`,
    };
  };
  const shapes = side.widgets.map((widget) => {
    const visible = seen ? seen.get(widget.id) : widget.box;
    return tileHtml(tileOf(widget), visible && scaled(visible, scale));
  });
  const outlines = side.widgets
    .filter(({ id }) => covers.has(id))
    .map((widget) => tileHtml({ ...tileOf(widget), isBelow: true }, scaled(widget.box, scale)));
  const height = Math.max(1, round(rows * scale.down));
  return `<svg class="grid" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">\n${[...shapes, ...outlines].join("\n")}\n</svg>`;
}

/** The largest part of each widget that no other covers; undefined if there is too much to say. */
function seenPlaces(widgets: readonly PlacedWidget[], wide: number): Map<string, Box> | undefined {
  const table = layoutTable(widgets, wide);
  if (!table) return undefined;
  // The table begins where the first widget does, if that is outside of the grid.
  const first = (side: "x" | "y") => widgets.reduce((least, { box }) => Math.min(least, box[side]), 0);
  const lefts = sums(table.widths, first("x"));
  const tops = sums(table.heights, first("y"));
  const places = new Map<string, Box>();
  for (const { id, isMain, column, row, across, down } of table.rows.flat()) {
    if (id === undefined || !isMain) continue;
    const [x = 0, y = 0] = [lefts[column], tops[row]];
    places.set(id, { x, y, w: (lefts[column + across] ?? x) - x, h: (tops[row + down] ?? y) - y });
  }
  return places;
}

function sums(sizes: readonly number[], first: number): number[] {
  let sum = first;
  return [first, ...sizes.map((size) => (sum += size))];
}

interface Scale {
  across: number;
  down: number;
  rowOf(row: number): number;
}

function scaled({ x, y, w, h }: Box, { across, down, rowOf }: Scale): Place {
  return { x: round(x * across), y: round(rowOf(y) * down), w: side(w * across), h: side(h * down) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A side of a shape is never negative, and never too small to be seen. */
function side(value: number): number {
  return Math.max(1, round(value));
}

function nameSome(ids: readonly string[]): string {
  const shown = ids.slice(0, 10).map((id) => nameText(id, 40));
  if (ids.length > shown.length) shown.push(`${ids.length - shown.length} more`);
  return shown.join(", ");
}

const LEGEND = `<p class="legend">${MARKS.map(
  (mark) => `<span class="w-${mark}">${SIGNS[mark]} ${MARK_WORDS[mark]}</span>`,
).join(" ")}</p>`;
