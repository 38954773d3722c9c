// Which row of which template declares what a plan changes: what one template changes is shown together.

import type { Change } from "../../model/index.ts";

/** The key of a template as written, and the `key` of a row. */
export interface TemplateRow {
  template: string;
  row: string;
}

export interface KnownRows {
  /** By slug. */
  workbooks: ReadonlyMap<string, TemplateRow>;
  /** By key. */
  reports: ReadonlyMap<string, TemplateRow>;
}

/** The changes with the template and row of each, and of the dashboards that draw a report. What no file declares has none. */
export function withRows(changes: readonly Change[], { workbooks, reports }: KnownRows): Change[] {
  if (workbooks.size === 0 && reports.size === 0) return [...changes];
  return changes.map((change): Change => {
    const { kind, key, source, drawnBy } = change;
    const known = kind === "workbook" ? workbooks.get(key) : kind === "report" ? reports.get(key) : undefined;
    return {
      ...change,
      ...(source && known),
      ...(drawnBy && { drawnBy: drawnBy.map((one) => ({ ...one, ...workbooks.get(one.key) })) }),
    };
  });
}
