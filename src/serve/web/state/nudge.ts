// Presses of an arrow key in quick succession are one edit: the board follows each of them, the file the last.
import type { Box } from "../../protocol.ts";
import { isSame } from "../grid/geometry.ts";
import { applyEdits } from "./apply-edits.ts";
import { currentEpoch, type Since } from "./board-now.ts";
import { perform } from "./edit.ts";
import { canEdit, read, update } from "./store.ts";
import { boxWords, nameOf, widgetOf } from "./words.ts";

/** How long after the last press the file is written, in milliseconds. */
const PAUSE = 350;

interface Nudge {
  widget: string;
  key: string;
  first: Box;
  last: Box;
  since: Since;
  timer: ReturnType<typeof setTimeout>;
}

let nudge: Nudge | null = null;

export function nudgeTo(widget: string, key: string, box: Box): void {
  const { board } = read();
  const known = widgetOf(board, widget)?.boxes[key];
  if (!board || !known || !canEdit(read())) return;
  if (nudge && (nudge.widget !== widget || nudge.key !== key)) flushNudge();
  const began = nudge;
  if (began) clearTimeout(began.timer);
  const first = began?.first ?? known;
  const since = began?.since ?? currentEpoch();
  nudge = { widget, key, first, last: box, since, timer: setTimeout(flushNudge, PAUSE) };
  update({
    board: applyEdits(board, [{ kind: "place", widget, breakpoint: key, box }]),
    was: { widget, key, box: first },
  });
}

export const isNudging = () => nudge !== null;

export function flushNudge(): void {
  if (!nudge) return;
  const { widget, key, first, last, since, timer } = nudge;
  clearTimeout(timer);
  nudge = null;
  const { board } = read();
  const named = widgetOf(board, widget);
  if (isSame(first, last) || !named) return;
  const words = `${nameOf(named)}, ${boxWords(last)}`;
  perform([{ kind: "place", widget, breakpoint: key, box: last }], { mine: words, words, since });
}
