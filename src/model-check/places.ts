// The places in a workbook and in a report that may name members, and the roles of the members there.

import { dashboardOf, widgetsOf } from "../lint/index.ts";
import { isObject, type Json, type ResolvedReport, type ResolvedWorkbook } from "../model/index.ts";
import { type Mention, type SearchOptions, searchMentions } from "./mentions.ts";
import type { Role } from "./roles.ts";

/** The role of a control's `member`. A FIELD replaces measures and dimensions. */
const MEMBER_OF: ReadonlyMap<unknown, Role> = new Map([
  ["FILTER", "filter"],
  ["TIME_GRAIN", "time"],
  ["FIELD", "filter"],
]);

/** Widget by widget, in their order. A widget's id, type and position name no members. */
export function mentionsOfWidgets(workbook: ResolvedWorkbook): Mention[][] {
  return widgetsOf(workbook).map((widget, index) => {
    if (!isObject(widget)) return [];
    const path = ["dashboard", "widgets", index];
    const member = MEMBER_OF.get(widget.type);
    return [
      ...gather(widget.config, { path: [...path, "config"], member }),
      ...gather(widget.style, { path: [...path, "style"] }),
    ];
  });
}

/** The dashboard's own free-form settings. Its theme has only fonts and colours, and an app's files are code. */
export function mentionsOfSettings(workbook: ResolvedWorkbook): Mention[] {
  return gather(dashboardOf(workbook)?.settings, { path: ["dashboard", "settings"] });
}

/** In its query, its pivot and its drawing. SQL is not read. */
export function mentionsOfReport({ entry }: ResolvedReport): Mention[] {
  const pivot = isObject(entry.pivotItems) ? entry.pivotItems : {};
  const inPivot = (key: string, role: Role) => gather(pivot[key], { path: ["pivotItems", key], role });
  return [
    ...gather(entry.query, { path: ["query"], strict: true }),
    ...inPivot("columns", "any"),
    ...inPivot("rows", "any"),
    ...inPivot("measures", "measure"),
    ...inPivot("filters", "filter"),
    ...gather(entry.meta, { path: ["meta"] }),
  ];
}

function gather(value: Json | undefined, options: SearchOptions): Mention[] {
  const mentions: Mention[] = [];
  searchMentions(value, options, (mention) => mentions.push(mention));
  return mentions;
}
