// What an edit makes of a board, before the server says so. A copy waits for the server: only that knows its id.
import type { AboutEdit, BoardView, DashboardEdit, WidgetView } from "../../protocol.ts";
import { addedView } from "./added-view.ts";

export function applyEdits(board: BoardView, edits: readonly DashboardEdit[]): BoardView {
  return edits.reduce(applyEdit, board);
}

function applyEdit(board: BoardView, edit: DashboardEdit): BoardView {
  if (edit.kind === "duplicate") return board;
  if (edit.kind === "add") {
    const more = [...board.widgets, addedView(edit)];
    return { ...board, widgets: more, breakpoints: counted(board, more) };
  }
  if (edit.kind === "about" || edit.kind === "publish") return withAbout(board, edit);
  if (edit.kind === "delete")
    return {
      ...board,
      widgets: board.widgets.filter(({ id, container }) => id !== edit.widget && container !== edit.widget),
    };
  const changed = (widget: WidgetView): WidgetView => {
    if (edit.kind === "place") return { ...widget, boxes: { ...widget.boxes, [edit.breakpoint]: edit.box } };
    if (edit.kind === "title") return { ...widget, title: edit.title, label: edit.title || widget.id };
    return { ...widget, drawing: { kind: "text", markdown: edit.markdown, text: edit.markdown } };
  };
  const widgets = board.widgets.map((widget) => (widget.id === edit.widget ? changed(widget) : widget));
  return { ...board, widgets, breakpoints: counted(board, widgets) };
}

function withAbout(board: BoardView, edit: AboutEdit): BoardView {
  if (!board.about) return board;
  const value = edit.kind === "about" ? { [edit.field]: edit.text } : { publish: edit.publish };
  const about = { ...board.about, ...value };
  return { ...board, about, title: about.name || about.title || board.slug };
}

function counted({ breakpoints }: BoardView, widgets: readonly WidgetView[]): BoardView["breakpoints"] {
  return breakpoints.map((one) => ({
    ...one,
    placed: widgets.filter(({ boxes }) => boxes[one.name] !== undefined).length,
  }));
}
