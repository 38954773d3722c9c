// The layouts of a dashboard as tabs, and what each of them shows.
import type { BoardView, Box, WidgetView } from "../../protocol.ts";
import { deriveLayout, type Layout, stack } from "./derive.ts";

export interface Tab {
  /** As edits name it: `default` or a breakpoint. */
  key: string;
  label: string;
  columns: number;
  /** In the file's own pixels. */
  width: number;
  placed: number;
}

/** A grid for which the file names no screen, and the least that a board is drawn for. */
const WIDTH = 1200;
const LEAST_WIDTH = 360;

/**
 * If no widget has a place of its own on the widest breakpoint, `position` is its layout: one tab for both, and it bears the name that people
 * know from the viewer.
 */
export function tabsOf(board: BoardView): Tab[] {
  const own = board.breakpoints.find(({ name }) => name === "default");
  const named = board.breakpoints.filter(({ name }) => name !== "default");
  const widest = named[0];
  const isOne = widest !== undefined && (widest.placed === 0 || !own);
  const rest = (isOne ? named.slice(1) : named).map(
    ({ name, columns, width, placed }): Tab => ({
      key: name,
      label: name,
      columns,
      width: Math.max(width ?? WIDTH, LEAST_WIDTH),
      placed,
    }),
  );
  const first: Tab = {
    key: own || !widest ? "default" : widest.name,
    label: isOne ? widest.name : "position",
    columns: own?.columns ?? widest?.columns ?? 12,
    width: Math.max(own?.width ?? widest?.width ?? WIDTH, LEAST_WIDTH),
    placed: own?.placed ?? widest?.placed ?? 0,
  };
  return [first, ...rest];
}

/** As a phone reads: one widget below the other. It is of no file, so it only shows. */
export const STACKED: Tab = { key: "stacked", label: "Stacked", columns: 1, width: LEAST_WIDTH, placed: 0 };

export interface Shown {
  boxes: Layout;
  /** The label of the tab that a viewer makes this layout from; null for one of the file. */
  derivedFrom: string | null;
  /** On no place of the board; without those in containers. */
  missing: WidgetView[];
}

/** Of each board, by key of the tab: the parts of the page ask for the same several times while they are drawn once. */
const known = new WeakMap<BoardView, Map<string, Shown>>();

/** `tabs`: those of the board. */
export function shownOn(board: BoardView, tabs: readonly Tab[], tab: Tab): Shown {
  const ofBoard = known.get(board) ?? new Map<string, Shown>();
  known.set(board, ofBoard);
  const shown = ofBoard.get(tab.key) ?? showOn(board, tabs, tab);
  ofBoard.set(tab.key, shown);
  return shown;
}

function showOn(board: BoardView, tabs: readonly Tab[], tab: Tab): Shown {
  if (tab === STACKED) {
    const [first = tab] = tabs;
    return { boxes: stack(boxesOf(board, first.key), 1), derivedFrom: first.label, missing: [] };
  }
  const own = boxesOf(board, tab.key);
  const onBoard = board.widgets.filter(({ container }) => container === null);
  if (own.size > 0 || tab.key === tabs[0]?.key)
    return { boxes: own, derivedFrom: null, missing: onBoard.filter(({ id }) => !own.has(id)) };
  const from = tabs
    .slice(
      0,
      tabs.findIndex(({ key }) => key === tab.key),
    )
    .reverse()
    .map((wider) => ({ wider, boxes: boxesOf(board, wider.key) }))
    .find(({ boxes }) => boxes.size > 0);
  if (!from) return { boxes: own, derivedFrom: null, missing: onBoard };
  const boxes = deriveLayout(from.boxes, tab.columns, from.wider.columns);
  const missing = onBoard.filter(({ id }) => !boxes.has(id));
  return { boxes, derivedFrom: from.wider.label, missing };
}

/** What the file says, in the order of the file. */
export function boxesOf(board: BoardView, key: string): Map<string, Box> {
  return new Map(
    board.widgets.flatMap(({ id, boxes, container }): [string, Box][] => {
      const box = container === null ? boxes[key] : undefined;
      return box ? [[id, box]] : [];
    }),
  );
}
