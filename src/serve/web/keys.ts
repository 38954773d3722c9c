// The keyboard: what each key does, where it does it.
import { moveBox, resizeBox } from "./grid/reach.ts";
import { shownOn, tabsOf } from "./grid/tabs.ts";
import { canAdd } from "./making/make.ts";
import { duplicate, openTabOf, remove } from "./state/actions.ts";
import { isAnyPending, stepBack } from "./state/edit.ts";
import { flushNudge, nudgeTo } from "./state/nudge.ts";
import { openInEditor, openTab, select } from "./state/open.ts";
import { focusSearch } from "./state/search.ts";
import { canEdit, read, update } from "./state/store.ts";
import { widgetOf } from "./state/words.ts";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || read().isHelpOpen || read().making !== null) return;
    if (event.key === "Escape" && read().isTreeOpen) {
      event.preventDefault();
      return update({ isTreeOpen: false });
    }
    const target = event.target as Element;
    if (target.closest("input:not([type=checkbox]), textarea, select, [role=menu]")) return;
    const isOnBoard = target === document.body || target.closest("[data-widget], .stage") !== null;
    const isDone =
      event.ctrlKey || event.metaKey ? withControl(event) : (isOnBoard && onWidget(event)) || anywhere(event);
    if (isDone) event.preventDefault();
  });
  // Whoever leaves the page has seen the board as it is, and must know if the file is not.
  window.addEventListener("beforeunload", (event) => {
    flushNudge();
    if (isAnyPending()) event.preventDefault();
  });
}

function withControl(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const { selected } = read();
  if (key === "z" || key === "y") {
    flushNudge();
    stepBack(key === "y" || event.shiftKey ? "redo" : "undo");
    return true;
  }
  if (key !== "d" || selected === null || event.shiftKey) return false;
  duplicate(selected);
  return true;
}

function onWidget(event: KeyboardEvent): boolean {
  const { selected, view } = read();
  if (selected === null || view !== "board") return false;
  const arrow = ARROWS[event.key];
  if (arrow) return step(arrow, event);
  if (event.altKey || event.shiftKey) return false;
  if (event.key === "Escape") {
    (document.activeElement as HTMLElement | null)?.blur();
    select(null);
  } else if (event.key === "Enter" && canEdit(read()) && openTabOf()) update({ writing: selected });
  else if (event.key === "Delete" || event.key === "Backspace") remove(selected);
  else return false;
  return true;
}

function step([dx, dy]: [number, number], { shiftKey, altKey }: KeyboardEvent): boolean {
  const [{ board, selected }, tab] = [read(), openTabOf()];
  const widget = widgetOf(board, selected);
  if (!board || !widget || !tab || !canEdit(read())) return false;
  if (shownOn(board, tabsOf(board), tab).derivedFrom !== null) {
    update({ said: `The file has no layout for ${tab.label}. Write it into the file first.` });
    return true;
  }
  const box = widget.boxes[tab.key];
  if (!box) return false;
  const far = altKey ? 4 : 1;
  const next = shiftKey
    ? resizeBox(box, "se", dx * far, dy * far, tab.columns)
    : moveBox(box, dx * far, dy * far, tab.columns);
  nudgeTo(widget.id, tab.key, next);
  requestAnimationFrame(() => document.querySelector(".selection")?.scrollIntoView({ block: "nearest" }));
  return true;
}

function anywhere(event: KeyboardEvent): boolean {
  if (event.altKey) return false;
  const { board, tab, view, live, project, difference, inspection, selected } = read();
  if (event.key === "/") focusSearch();
  else if (event.key === "?") update({ isHelpOpen: true });
  else if (event.key === "a" && canAdd(read())) update({ making: "widget" });
  else if ((event.key === "[" || event.key === "]") && board) {
    const keys = [...tabsOf(board).map(({ key }) => key), "all"];
    const next = keys[keys.indexOf(tab) + (event.key === "]" ? 1 : -1)];
    if (next !== undefined) openTab(next);
  } else if (event.key === "c" && project?.live.status === "read")
    update({ view: view === "board" ? "compare" : "board", difference: 0 });
  else if ((event.key === "n" || event.key === "p") && view === "compare" && live) {
    const by = event.key === "n" ? 1 : -1;
    const next = Math.max(0, Math.min(live.differences.length - 1, difference + by));
    update({ difference: next, said: live.differences[next]?.text ?? "No difference" });
  } else if (event.key === "e" && project && !project.isReadOnly) {
    const place = selected !== null && inspection ? inspection.at.source : board;
    if (place) void openInEditor(place.file, place.line);
  } else return false;
  return true;
}
