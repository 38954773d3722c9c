// Where a new widget goes: on each layout that the file has, beside the last row or below it, as large as the last of its kind.
import type { BoardView, Box, BreakpointView, WidgetView } from "../../protocol.ts";
import { chartKind } from "../drawing/chart-kind.ts";
import { freePlace } from "../grid/derive.ts";
import { boxesOf } from "../grid/tabs.ts";

type Kind = "chart" | "number" | "text" | "filter" | "divider";

/** Of the first of its kind: the share of the columns, and the height in the file's own pixels. */
const USUAL: Record<Kind, { share: number; height: number }> = {
  chart: { share: 1 / 2, height: 300 },
  number: { share: 1 / 4, height: 120 },
  text: { share: 1, height: 96 },
  filter: { share: 1 / 4, height: 72 },
  divider: { share: 1, height: 16 },
};
/** On a grid of fewer columns everything is as wide as the grid. */
const NARROW = 6;

/** Always one for `default`, without which no widget is whole. */
export function boxesForNew(board: BoardView, added: WidgetView): Record<string, Box> {
  const layouts = board.breakpoints.filter(({ name, placed }) => name === "default" || placed > 0);
  return Object.fromEntries(
    layouts.map((layout) => [layout.name, boxForNew(board, layout, kindOf(added) ?? "text")]),
  );
}

function boxForNew(board: BoardView, { name, columns }: BreakpointView, kind: Kind): Box {
  const layout = boxesOf(board, name);
  const like = board.widgets.findLast((widget) => kindOf(widget) === kind && layout.has(widget.id));
  const { w, h } = (like && layout.get(like.id)) ?? usualSize(board, columns, kind);
  const wide = Math.min(w, columns);
  const y = Math.max(0, ...[...layout.values()].map((box) => box.y));
  const places = Array.from({ length: columns - wide + 1 }, (_, x) =>
    freePlace(layout, { x, y, w: wide, h }),
  );
  return places.reduce((best, one) => (one.y < best.y ? one : best));
}

function usualSize({ rowHeight, margin }: BoardView, columns: number, kind: Kind) {
  const { share, height } = USUAL[kind];
  const gap = margin[1];
  return {
    w: columns < NARROW ? columns : Math.max(1, Math.round(columns * share)),
    h: Math.max(1, Math.round((height + gap) / (rowHeight + gap))),
  };
}

function kindOf({ type, drawing }: WidgetView): Kind | undefined {
  if (drawing.kind === "chart") return chartKind(drawing.chart) === "number" ? "number" : "chart";
  if (drawing.kind === "text" || drawing.kind === "filter") return drawing.kind;
  return type === "DIVIDER" ? "divider" : undefined;
}
