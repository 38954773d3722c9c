// What a person does to widgets, by hand, key or menu: each is one edit, and one step of undo.
import type { BoardEdit, Box, WidgetView } from "../../protocol.ts";
import { align, compact, deriveLayout, freePlace, type Layout, separate, stack } from "../grid/derive.ts";
import { isSame, rowsOf } from "../grid/geometry.ts";
import { boxesOf, shownOn, type Tab, tabsOf } from "../grid/tabs.ts";
import type { Since } from "./board-now.ts";
import { perform } from "./edit.ts";
import { flushNudge } from "./nudge.ts";
import { canEdit, read, update } from "./store.ts";
import { boxWords, nameOf, widgetOf } from "./words.ts";

/** The tab on which edits are made; undefined while all are shown at once. */
export function openTabOf(): Tab | undefined {
  const { board, tab } = read();
  return board ? tabsOf(board).find(({ key }) => key === tab) : undefined;
}

export function place(widget: WidgetView, key: string, box: Box, since?: Since): void {
  const old = widget.boxes[key];
  if (old && isSame(old, box)) return;
  if (old) update({ was: { widget: widget.id, key, box: old } });
  const words = `${nameOf(widget)}, ${boxWords(box)}`;
  perform([{ kind: "place", widget: widget.id, breakpoint: key, box }], {
    mine: words,
    words,
    ...(since && { since }),
  });
}

/** A widget without a place gets one below all others. */
export function placeMissing(widgets: readonly WidgetView[]): void {
  const [{ board }, tab] = [read(), openTabOf()];
  if (!board || !tab) return;
  let y = rowsOf(boxesOf(board, tab.key).values());
  const edits = widgets.map(({ id, boxes }): BoardEdit => {
    const size = Object.values(boxes)[0] ?? { w: 6, h: 4 };
    const box = { x: 0, y, w: Math.min(size.w, tab.columns), h: size.h };
    y += box.h;
    return { kind: "place", widget: id, breakpoint: tab.key, box };
  });
  perform(edits, { mine: widgets.map(nameOf).join(", ") });
}

export function rename(widget: WidgetView, title: string, since: Since): void {
  if (title === (widget.title ?? "")) return;
  const mine = `The title “${title}”`;
  perform([{ kind: "title", widget: widget.id, title }], { mine, since });
}

export function rewrite(widget: WidgetView, markdown: string, since: Since): void {
  if (widget.drawing.kind === "text" && widget.drawing.markdown === markdown) return;
  perform([{ kind: "text", widget: widget.id, markdown }], { mine: `The text “${markdown}”`, since });
}

export function remove(id: string): void {
  flushNudge();
  const { board } = read();
  const widget = widgetOf(board, id);
  if (!board || !widget || !canEdit(read())) return;
  update({ selected: null, inspection: null, was: null });
  perform([{ kind: "delete", widget: id }], { mine: `${nameOf(widget)} removed` });
}

/** A copy goes below its original, on every breakpoint that has a place for that. */
export function duplicate(id: string): void {
  flushNudge();
  const { board } = read();
  const widget = widgetOf(board, id);
  if (!board || !widget) return;
  const boxes = Object.fromEntries(
    Object.entries(widget.boxes).map(([key, box]) => [key, freePlace(boxesOf(board, key), box)]),
  );
  perform([{ kind: "duplicate", widget: id, boxes }], { mine: `A copy of ${nameOf(widget)}` });
}

export const TIDY = {
  separate: { label: "Separate overlaps", how: separate },
  compact: { label: "Close gaps", how: compact },
  align: { label: "Align rows", how: align },
} as const;

export function tidy(way: keyof typeof TIDY): void {
  const [{ board }, tab] = [read(), openTabOf()];
  if (!board || !tab) return;
  const boxes = boxesOf(board, tab.key);
  const { label, how } = TIDY[way];
  if (!write(tab, boxes, how(boxes), label)) update({ said: "Nothing to tidy up" });
}

/** What a viewer makes of another layout is written into the file as this one's. */
export function copyLayout(from: Tab): void {
  const [{ board }, tab] = [read(), openTabOf()];
  if (!board || !tab) return;
  const source = shownOn(board, tabsOf(board), from).boxes;
  const made = deriveLayout(source, tab.columns, from.columns);
  write(tab, boxesOf(board, tab.key), made, `The layout of ${from.label}`);
}

/** The layout that is shown, and that the file does not have. */
export function writeDerived(): void {
  const [{ board }, tab] = [read(), openTabOf()];
  if (!board || !tab) return;
  write(tab, new Map(), shownOn(board, tabsOf(board), tab).boxes, `A layout for ${tab.label}`);
}

/** What is shown, also of a layout that the file does not have. */
export function stackLayout(): void {
  const [{ board }, tab] = [read(), openTabOf()];
  if (!board || !tab) return;
  const source = shownOn(board, tabsOf(board), tab).boxes;
  write(tab, boxesOf(board, tab.key), stack(source, tab.columns), `A stack for ${tab.label}`);
}

function write({ key }: Tab, old: Layout, next: Layout, mine: string): boolean {
  flushNudge();
  const edits = [...next].flatMap(([widget, box]): BoardEdit[] => {
    const known = old.get(widget);
    return known && isSame(known, box) ? [] : [{ kind: "place", widget, breakpoint: key, box }];
  });
  update({ was: null });
  perform(edits, { mine });
  return edits.length > 0;
}
