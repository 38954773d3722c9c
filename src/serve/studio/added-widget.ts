// A new widget as the files have to say it.

import { type Json, type JsonObject, UserError } from "../../model/index.ts";
import type { AddEdit } from "./making-protocol.ts";
import type { DashboardEdit } from "./protocol.ts";

const TYPES: Readonly<Record<AddEdit["template"], string>> = {
  chart: "CHART",
  text: "TEXT",
  filter: "FILTER",
  divider: "DIVIDER",
};

/** What other files name it by: letters, digits and signs that need no quotes. */
const ID = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,99}$/u;

/** Throws a UserError for an id that is taken, and for one that no file should hold. */
export function addedWidget(edit: AddEdit, taken: ReadonlySet<string>): JsonObject {
  const { widget: id, template, boxes } = edit;
  if (!ID.test(id))
    throw new UserError("This is no id for a new widget.", { details: ["Use letters, digits and hyphens."] });
  if (taken.has(id)) throw new UserError(`There is a widget ${id} on this dashboard already.`);
  const { default: position, ...responsiveLayouts } = mapBoxes(boxes);
  if (position === undefined) throw new UserError("A new widget needs a position.");
  const config = configOf(edit);
  return {
    id,
    type: TYPES[template],
    position,
    ...(Object.keys(responsiveLayouts).length > 0 && { responsiveLayouts }),
    ...(config && { config }),
  };
}

function configOf({ template, title, report, member }: AddEdit): JsonObject | undefined {
  const named: JsonObject = title.trim() === "" ? {} : { title };
  switch (template) {
    case "chart":
      if (report === undefined) throw new UserError("A new chart needs a report.");
      return { ...named, reportId: { $report: report } };
    case "filter":
      if (member === undefined || member.trim() === "") throw new UserError("A new filter needs a member.");
      return { ...named, member: member.trim() };
    case "text":
      return { markdown: title };
    case "divider":
      return undefined;
  }
}

function mapBoxes(boxes: AddEdit["boxes"]): Record<string, Json> {
  const plain = Object.entries(boxes).map(([name, { x, y, w, h }]) => [name, { x, y, w, h }]);
  return Object.fromEntries(plain) as Record<string, Json>;
}

/** The report that a new chart would draw, and that no file declares. */
export function missingReport(
  edits: readonly DashboardEdit[],
  reports: ReadonlyMap<string, unknown>,
): string | undefined {
  for (const edit of edits)
    if (edit.kind === "add" && edit.report !== undefined && !reports.has(edit.report)) return edit.report;
  return undefined;
}
