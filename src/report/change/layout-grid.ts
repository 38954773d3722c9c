// The layouts that an update changes, as small text pictures: widgets are letters on a grid that is scaled down to fit. What such a
// picture cannot show (a widget below others, a step smaller than a letter) is said below it, so that no two pictures are alike in vain.

import type { Change } from "../../model/index.ts";
import { cells, pad } from "../text/cells.ts";
import { excerpt, nameText } from "../text/value-text.ts";
import { type LayoutState, layoutStates } from "./layout-states.ts";
import { coversOf, swappedPairs } from "./overlaps.ts";
import { type Box, boxText, type PlacedWidget } from "./widget-box.ts";

const MAX_COLUMNS = 24;
const MAX_ROWS = 12;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Lines below a picture. */
const MAX_SAID = 4;

/** Before and after, the default layout first; none if no position changed or the plan does not hold enough. */
export function layoutPictures(change: Change): string[] {
  return layoutStates(change).flatMap((state) => {
    const { breakpoint, before, after, wide, high, isChanged } = state;
    if (!before || !isChanged) return [];
    const letters = lettersFor([...after, ...before].map(({ id }) => id));
    const title = breakpoint === undefined ? [] : [`${excerpt(breakpoint, 0, 20)}:`];
    const legend = [...letters].slice(0, 62).map(([id, letter]) => `${letter} ${nameText(id, 30)}`);
    const columns = Math.min(MAX_COLUMNS, Math.ceil(wide));
    const size = { wide, high, columns, rows: Math.min(MAX_ROWS, Math.ceil(high)) };
    const [left, right] = [draw(before, size), draw(after, size)];
    const room = Math.max(columns, cells("before"));
    const lines = left.map((row, index) => {
      const [was, now] = [row, right[index] ?? []].map((ids) => lettersOf(ids, letters));
      return `${pad(was ?? "", room)}   ${now}`;
    });
    const head = `${pad("before", room)}   after`;
    const said = capped([
      ...hiddenSteps({ before, after, left, right, letters }),
      ...swappedPairs(before, after).map(
        ([upper, lower]) => `${letters.get(upper)} now covers ${letters.get(lower)}`,
      ),
    ]);
    return [[...title, head, ...lines, legend.join("  "), ...said].join("\n")];
  });
}

/** One letter per id, in the order given; those beyond the alphabet share `#`. */
function lettersFor(ids: Iterable<string>): Map<string, string> {
  const letters = new Map<string, string>();
  for (const id of ids) if (!letters.has(id)) letters.set(id, LETTERS[letters.size] ?? "#");
  return letters;
}

function lettersOf(ids: readonly (string | undefined)[], letters: ReadonlyMap<string, string>): string {
  return ids.map((id) => (id === undefined ? "." : (letters.get(id) ?? "#"))).join("");
}

interface Size extends Pick<LayoutState, "wide" | "high"> {
  /** Of the picture. */
  columns: number;
  rows: number;
}

/** The id of the widget on top in each cell. */
type Drawing = readonly (readonly (string | undefined)[])[];

function draw(widgets: readonly PlacedWidget[], size: Size): Drawing {
  const rows = Array.from({ length: size.rows }, () =>
    new Array<string | undefined>(size.columns).fill(undefined),
  );
  for (const { id, box } of widgets) {
    const [left, right] = span(box.x, box.w, size.wide, size.columns);
    const [top, bottom] = span(box.y, box.h, size.high, size.rows);
    for (let y = top; y < bottom; y++) rows[y]?.fill(id, left, right);
  }
  return rows;
}

/** The cells that a widget covers along one axis: at least one, however small it is drawn. */
function span(start: number, length: number, whole: number, count: number): [number, number] {
  const clamp = (value: number) => Math.max(0, Math.min(count, value));
  const from = Math.min(count - 1, clamp(Math.round((start * count) / whole)));
  return [from, Math.max(from + 1, clamp(Math.round(((start + length) * count) / whole)))];
}

interface Pictures {
  before: readonly PlacedWidget[];
  after: readonly PlacedWidget[];
  left: Drawing;
  right: Drawing;
  letters: ReadonlyMap<string, string>;
}

/** `A 2×2 at 0,0 → 2×2 at 1,0, below B`: the widgets whose change leaves their letters where they were, or that have none. */
function hiddenSteps({ before, after, left, right, letters }: Pictures): string[] {
  const [was, now] = [cellsById(left), cellsById(right)];
  const [old, placed] = [boxesOf(before), boxesOf(after)];
  const covers = [coversOf(before), coversOf(after)];
  return [...letters].flatMap(([id, letter]) => {
    const [from, to] = [old.get(id), placed.get(id)].map((box) => box && boxText(box));
    if (from === to || was.get(id) !== now.get(id)) return [];
    const above = [...new Set(covers.flatMap((side) => side.get(id) ?? []))].slice(0, 3);
    const below = above.length > 0 ? `, below ${above.map((other) => letters.get(other)).join(", ")}` : "";
    const step =
      from === undefined ? `added, ${to}` : to === undefined ? `removed, was ${from}` : `${from} → ${to}`;
    return [`${letter} ${step}${below}`];
  });
}

/** Where each widget is seen, as a text to compare. */
function cellsById(drawing: Drawing): Map<string, string> {
  const found = new Map<string, string>();
  for (const [y, row] of drawing.entries())
    for (const [x, id] of row.entries())
      if (id !== undefined) found.set(id, `${found.get(id) ?? ""} ${x},${y}`);
  return found;
}

function boxesOf(widgets: readonly PlacedWidget[]): Map<string, Box> {
  return new Map(widgets.map(({ id, box }) => [id, box]));
}

function capped(lines: readonly string[]): string[] {
  if (lines.length <= MAX_SAID) return [...lines];
  return [...lines.slice(0, MAX_SAID - 1), `and ${lines.length - MAX_SAID + 1} more like these`];
}
