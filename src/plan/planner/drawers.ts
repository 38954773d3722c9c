// Live workbooks that draw reports, and that this project does not manage as far as anybody knows. Whoever deletes those reports, or the
// workbook that they belong to, breaks their charts.

import type { Json, JsonObject } from "../../model/index.ts";
import type { LiveWorkbook } from "../state/state.ts";

/** Who draws reports that are to be deleted: slugs, sorted. */
export interface Drawing {
  /** Those that others manage, or nobody. */
  others: string[];
  /** Those that draw one, and whose owner the platform did not show. */
  unowned: string[];
  /** Those whose dashboard it did not show, so that nobody knows what they draw. */
  unseen: string[];
  /** Those of ours whose publication draws one: their draft changes nothing of that. */
  shown: string[];
}

/** Of ours a declared one has the draft that the plan gives it, and any other one goes. */
export type Whose = "others" | "declared" | "going";

export interface Drawers {
  /** Takes a live workbook, again if its own read shows more. */
  add(live: LiveWorkbook, whose: Whose): void;
  /** The ids of those to read by themselves, where these reports may go: what they draw, or whose they are, was not shown. */
  unclear(reports: ReadonlySet<number | null>): number[];
  of(reports: ReadonlySet<number | null>): Drawing;
}

interface Drawer {
  slug: string;
  reports: ReadonlySet<number>;
  /** Whether ours, and so `reports` are only those that viewers see. */
  isOurs: boolean;
  isUnowned: boolean;
  isUnseen: boolean;
}

/** `reportKeys`: the keys of a widget's config whose numbers are reports. */
export function watchDrawers(reportKeys: readonly string[] = ["reportId"]): Drawers {
  const known = new Map<number, Drawer>();
  return {
    add(live, whose) {
      const isOurs = whose === "declared";
      const { id, slug, draft, published, snapshots } = live;
      const isUnseen = live.dashboardUnseen === true;
      const isUnowned = live.metaUnseen === true || live.unread !== undefined;
      const reports = new Set(snapshots.keys());
      for (const board of [isOurs ? undefined : draft, published])
        if (board) collect(board, reportKeys, reports);
      if (whose !== "going" && ((!isOurs && isUnseen) || reports.size > 0))
        known.set(id, { slug, reports, isOurs, isUnowned, isUnseen });
      else known.delete(id);
    },
    unclear(reports) {
      const isUnclear = (one: Drawer) =>
        !one.isOurs && (one.isUnseen || (one.isUnowned && draws(one, reports)));
      return [...known].flatMap(([id, one]) => (isUnclear(one) ? [id] : []));
    },
    of(reports) {
      const slugsOf = (is: (one: Drawer) => boolean) =>
        [...known.values()].flatMap((one) => (is(one) ? [one.slug] : [])).sort();
      return {
        others: slugsOf((one) => !one.isOurs && draws(one, reports) && !one.isUnowned),
        unowned: slugsOf((one) => !one.isOurs && draws(one, reports) && one.isUnowned),
        unseen: slugsOf((one) => !one.isOurs && reports.size > 0 && one.isUnseen && !draws(one, reports)),
        shown: slugsOf((one) => one.isOurs && draws(one, reports)),
      };
    },
  };
}

function draws(one: Drawer, reports: ReadonlySet<number | null>): boolean {
  return [...one.reports].some((id) => reports.has(id));
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
