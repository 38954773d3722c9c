// Live workbooks of others that draw reports. Whoever deletes those reports, or the workbook that they belong to, breaks their charts.

import type { Json, JsonObject } from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";

export interface Drawers {
  /** Takes a live workbook that this project does not manage, again if its own read shows more. */
  add(live: LiveWorkbook): void;
  /** The ids of those whose dashboard was not shown. */
  blank(): number[];
  /** The slugs of those whose draft or publication draws one of these reports, sorted. */
  of(reports: ReadonlySet<number | null>): string[];
}

/** `reportKeys`: the keys of a widget's config whose numbers are reports. */
export function watchDrawers(reportKeys: readonly string[] = ["reportId"]): Drawers {
  const drawn = new Map<number, { slug: string; reports: ReadonlySet<number> }>();
  const blank = new Set<number>();
  return {
    add({ id, slug, draft, published, snapshots, dashboardUnseen }) {
      if (dashboardUnseen) blank.add(id);
      else blank.delete(id);
      const reports = new Set(snapshots.keys());
      for (const board of [draft, published]) if (board) collect(board, reportKeys, reports);
      if (reports.size > 0) drawn.set(id, { slug, reports });
    },
    blank: () => [...blank],
    of(reports) {
      const drawers = [...drawn.values()].filter((one) => [...one.reports].some((id) => reports.has(id)));
      return drawers.map(({ slug }) => slug).sort();
    },
  };
}

/** The live ids of the reports that a dashboard draws. */
export function reportsDrawnBy(board: JsonObject, reportKeys: readonly string[]): ReadonlySet<number> {
  const ids = new Set<number>();
  collect(board, reportKeys, ids);
  return ids;
}

function collect(value: Json, keys: readonly string[], into: Set<number>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "number" && keys.includes(key)) into.add(item);
    else collect(item, keys, into);
  }
}
