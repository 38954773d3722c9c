// What is kept of a dashboard and its widgets once they have streamed by: what people call them, and the way to their places.

import { dashboardOf } from "../lint/index.ts";
import {
  isObject,
  isText,
  type Json,
  type MemberUse,
  type Path,
  type Place,
  type ResolvedWorkbook,
  shortName,
  type UsingReport,
  widgetName,
} from "../model/index.ts";
import { copy } from "./controls.ts";

export interface SeenBoard {
  slug: string;
  title: string;
  locate: ResolvedWorkbook["locate"];
}

export interface SeenWidget {
  index: number;
  id: string | undefined;
  title: string | undefined;
  type: string | undefined;
}

/** A widget that draws something, or the dashboard's own settings. */
export interface Drawer {
  board: SeenBoard;
  widget?: SeenWidget;
}

export function seeBoard(workbook: ResolvedWorkbook): SeenBoard {
  const { slug, locate, entry } = workbook;
  const title = [dashboardOf(workbook)?.title, entry.name].find(isText) ?? slug;
  return { slug, title: copy(shortName(title)), locate };
}

export function seeWidget(widget: Json, index: number): SeenWidget {
  if (!isObject(widget)) return { index, id: undefined, title: undefined, type: undefined };
  const title = widgetName(widget);
  return {
    index,
    id: isText(widget.id) ? copy(widget.id) : undefined,
    title: title === undefined ? undefined : copy(title),
    type: isText(widget.type) ? copy(widget.type) : undefined,
  };
}

/** A use as it is told. A widget that nobody gave a title is called after the report that it draws. */
export function useBy(
  drawer: Drawer | undefined,
  places: readonly Place[],
  report: UsingReport | undefined,
): MemberUse {
  if (!drawer) return { ...(report && { report }), places };
  const { slug, title, locate } = drawer.board;
  const dashboard = { slug, title, ...placeAt(locate, [], "key") };
  if (!drawer.widget) return { dashboard, ...(report && { report }), places };
  const { index, id, type } = drawer.widget;
  const called = drawer.widget.title ?? report?.title;
  const widget = {
    ...(id !== undefined && { id }),
    ...(called !== undefined && { title: called }),
    ...(type !== undefined && { type }),
    ...placeAt(locate, ["dashboard", "widgets", index], "value"),
  };
  return { dashboard, widget, ...(report && { report }), places };
}

export function placeAt(locate: ResolvedWorkbook["locate"], path: Path, part: "key" | "value"): Place {
  const { file, line, column } = locate(path, part);
  return { file, line, column };
}
