// For whom an edit of a row's dashboard is: all rows of its template, or that one. Of moves it is asked once for each widget, because they come
// in quick succession.
import type { DashboardEdit, ForRows, RowsQuestion } from "../../protocol.ts";
import { type Problem, read, update } from "./store.ts";
import { count } from "./words.ts";

/** What was said of the moves of this widget. */
export function chosenRows(slug: string, edits: readonly DashboardEdit[]): ForRows | undefined {
  const { rowsChoice } = read();
  const isOfIt = rowsChoice?.slug === slug && moved(edits) === rowsChoice.widget;
  return isOfIt ? rowsChoice.rows : undefined;
}

export function rowsProblem(
  question: RowsQuestion,
  { slug, edits, again }: { slug: string; edits: readonly DashboardEdit[]; again(rows: ForRows): void },
): Problem {
  const retry = (rows: ForRows) => {
    const widget = moved(edits);
    if (widget !== undefined)
      update({
        rowsChoice: {
          slug,
          widget,
          rows,
          said: rows === "one" ? `${question.row.key} alone` : allRows(question),
        },
      });
    again(rows);
  };
  return { kind: "rows", message: question.message, question, retry };
}

export const allRows = ({ count: number }: RowsQuestion): string =>
  ALL[number] ?? `all ${count(number, "row")}`;

const ALL: Record<number, string> = { 1: "its one row", 2: "both rows" };

/** The widget whose place alone is edited. */
function moved(edits: readonly DashboardEdit[]): string | undefined {
  const widgets = new Set(edits.map((edit) => (edit.kind === "place" ? edit.widget : undefined)));
  return widgets.size === 1 ? [...widgets][0] : undefined;
}
