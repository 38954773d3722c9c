// Moving and resizing by hand: the box follows in whole cells, and the file is written when the hand lets go. Esc lets go of it without that.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Box } from "../../protocol.ts";
import { cellsOf, type Frame, isSame } from "../grid/geometry.ts";
import { type Handle, moveBox, resizeBox } from "../grid/reach.ts";
import { currentEpoch, type Since } from "../state/board-now.ts";

export interface Drag {
  widget: string;
  handle: Handle | null;
  first: Box;
  box: Box;
  x: number;
  y: number;
  /** Of the stage, so that scrolling on the way counts. */
  scrolled: number;
  since: Since;
  /** A click is no drag. */
  isOn: boolean;
}

/** How far a hand may tremble, in pixels. */
const TREMBLE = 4;

/** How near the edge of the stage it scrolls, and by how much at once, in pixels. */
const EDGE = 36;
const SCROLL = 14;

export function useDrag(frame: Frame, stage: { current: HTMLElement | null }, done: (drag: Drag) => void) {
  const scrolledBy = () => stage.current?.scrollTop ?? 0;
  const [drag, setDrag] = useState<Drag | null>(null);
  // Events come faster than the page is drawn, so what counts is here.
  const now = useRef<Drag | null>(null);
  const set = (next: Drag | null) => {
    now.current = next;
    setDrag(next);
  };
  const isOn = drag?.isOn ?? false;
  useEffect(() => {
    if (!isOn) return;
    const letGo = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      set(null);
    };
    window.addEventListener("keydown", letGo, true);
    return () => window.removeEventListener("keydown", letGo, true);
  }, [isOn]);

  const scrollAtEdge = (y: number) => {
    const edges = stage.current?.getBoundingClientRect();
    if (edges && y < edges.top + EDGE) stage.current?.scrollBy(0, -SCROLL);
    else if (edges && y > edges.bottom - EDGE) stage.current?.scrollBy(0, SCROLL);
  };
  const begin = (event: PointerEvent, widget: string, box: Box, handle: Handle | null) => {
    const x = event.clientX;
    const y = event.clientY;
    set({
      widget,
      handle,
      first: box,
      box,
      x,
      y,
      scrolled: scrolledBy(),
      since: currentEpoch(),
      isOn: false,
    });
  };
  const move = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const at = now.current;
    if (!at) return;
    const dx = event.clientX - at.x;
    const dy = event.clientY - at.y + scrolledBy() - at.scrolled;
    if (!at.isOn && Math.hypot(dx, dy) < TREMBLE) return;
    if (!at.isOn) event.currentTarget.setPointerCapture(event.pointerId);
    scrollAtEdge(event.clientY);
    const [columns, rows] = cellsOf(frame, dx, dy);
    const box = at.handle
      ? resizeBox(at.first, at.handle, columns, rows, frame.columns)
      : moveBox(at.first, columns, rows, frame.columns);
    if (!at.isOn || !isSame(box, at.box)) set({ ...at, box, isOn: true });
  };
  const end = () => {
    const at = now.current;
    set(null);
    if (at?.isOn && !isSame(at.first, at.box)) done(at);
  };
  return { drag: isOn ? drag : null, begin, move, end, cancel: () => set(null) };
}
