// The layouts that an update changes, as small text pictures: widgets are letters on a grid that is scaled down to fit.

import type { Change } from "../../model/index.ts";
import { cells, pad } from "../text/cells.ts";
import { excerpt } from "../text/value-text.ts";
import { type LayoutState, layoutStates } from "./layout-states.ts";
import type { PlacedWidget } from "./widget-box.ts";

const MAX_COLUMNS = 24;
const MAX_ROWS = 12;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Before and after, the default layout first; none if no position changed or the plan does not hold enough. */
export function layoutPictures(change: Change): string[] {
  return layoutStates(change).flatMap(({ breakpoint, before, after, wide, high, isChanged }) => {
    if (!before || !isChanged) return [];
    const letters = lettersFor([...after, ...before].map(({ id }) => id));
    const title = breakpoint === undefined ? [] : [`${excerpt(breakpoint, 0, 20)}:`];
    const legend = [...letters].slice(0, 62).map(([id, letter]) => `${letter} ${excerpt(id, 0, 30)}`);
    const columns = Math.min(MAX_COLUMNS, Math.ceil(wide));
    const size = { wide, high, columns, rows: Math.min(MAX_ROWS, Math.ceil(high)) };
    const left = draw(before, size, letters);
    const right = draw(after, size, letters);
    const room = Math.max(columns, cells("before"));
    const lines = left.map((line, row) => `${pad(line, room)}   ${right[row]}`);
    const head = `${pad("before", room)}   after`;
    return [[...title, head, ...lines, legend.join("  ")].join("\n")];
  });
}

/** One letter per id, in the order given; those beyond the alphabet share `#`. */
function lettersFor(ids: Iterable<string>): Map<string, string> {
  const letters = new Map<string, string>();
  for (const id of ids) if (!letters.has(id)) letters.set(id, LETTERS[letters.size] ?? "#");
  return letters;
}

interface Size extends Pick<LayoutState, "wide" | "high"> {
  /** Of the picture. */
  columns: number;
  rows: number;
}

function draw(widgets: readonly PlacedWidget[], size: Size, letters: ReadonlyMap<string, string>): string[] {
  const rows = Array.from({ length: size.rows }, () => new Array<string>(size.columns).fill("."));
  for (const { id, box } of widgets) {
    const [left, right] = span(box.x, box.w, size.wide, size.columns);
    const [top, bottom] = span(box.y, box.h, size.high, size.rows);
    for (let y = top; y < bottom; y++) rows[y]?.fill(letters.get(id) ?? "#", left, right);
  }
  return rows.map((row) => row.join(""));
}

/** The cells that a widget covers along one axis: at least one, however small it is drawn. */
function span(start: number, length: number, whole: number, count: number): [number, number] {
  const clamp = (value: number) => Math.max(0, Math.min(count, value));
  const from = Math.min(count - 1, clamp(Math.round((start * count) / whole)));
  return [from, Math.max(from + 1, clamp(Math.round(((start + length) * count) / whole)))];
}
