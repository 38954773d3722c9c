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
  owners: readonly string[];
  /** Template and row, if a row declares it. */
  origin: Pick<ResolvedWorkbook, "template" | "row">;
  locate: ResolvedWorkbook["locate"];
  /** Once it was looked up. */
  place?: Place;
}

export interface SeenWidget {
  index: number;
  id: string | undefined;
  title: string | undefined;
  type: string | undefined;
  place?: Place;
}

/** A widget that draws something, or the dashboard's own settings. */
export interface Drawer {
  board: SeenBoard;
  widget?: SeenWidget;
}

export function seeBoard(workbook: ResolvedWorkbook, owners: readonly string[]): SeenBoard {
  const { slug, locate, entry } = workbook;
  const origin = originOf(workbook);
  const title = [dashboardOf(workbook)?.title, entry.name].find(isText) ?? slug;
  return { slug, title: copy(shortName(title)), owners, origin, locate };
}

/** The template and the row of what a row declares; else nothing. */
export function originOf({ template, row }: { template?: string | undefined; row?: string | undefined }): {
  template?: string;
  row?: string;
} {
  return template === undefined || row === undefined ? {} : { template, row };
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

/** Looks up where the dashboard and the widget are declared, once: a place costs a parse unless its file was the last one. */
export function placeDrawer({ board, widget }: Drawer): void {
  board.place ??= placeAt(board.locate, [], "key");
  if (widget) widget.place ??= placeAt(board.locate, ["dashboard", "widgets", widget.index], "value");
}

/** The use of a member by what was placed. A widget that nobody gave a title is called after the report that it draws. */
export function useBy(
  drawer: Drawer | undefined,
  places: readonly Place[],
  report: UsingReport | undefined,
): MemberUse {
  if (!drawer) return { ...(report && { report }), places };
  placeDrawer(drawer);
  const { slug, title, owners, origin, place } = drawer.board;
  const dashboard = { slug, title, ...(owners.length > 0 && { owners }), ...origin, ...place! };
  if (!drawer.widget) return { dashboard, ...(report && { report }), places };
  const { id, type } = drawer.widget;
  const called = drawer.widget.title ?? report?.title;
  const widget = {
    ...(id !== undefined && { id }),
    ...(called !== undefined && { title: called }),
    ...(type !== undefined && { type }),
    ...drawer.widget.place!,
  };
  return { dashboard, widget, ...(report && { report }), places };
}

export function placeAt(locate: ResolvedWorkbook["locate"], path: Path, part: "key" | "value"): Place {
  const { file, line, column } = locate(path, part);
  return { file, line, column };
}
