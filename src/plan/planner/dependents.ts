// Live workbooks that draw reports, and that this project does not manage as far as anybody knows. Whoever deletes those reports, or the
// workbook that they belong to, breaks their charts.

import type { LiveRow } from "./live-index.ts";

/** Who draws reports that are to be deleted: slugs, or `workbook 12` for one without; sorted. */
export interface Dependents {
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

type Drawing = readonly (readonly [LiveRow, Whose])[];

export function dependentsOf(rows: Drawing, reports: ReadonlySet<number | null>): Dependents {
  const slugsOf = (is: (row: LiveRow, whose: Whose) => boolean) =>
    rows.flatMap(([row, whose]) => (is(row, whose) ? (row.key ?? `workbook ${row.id}`) : [])).sort();
  const isOthers = (row: LiveRow, whose: Whose) => whose === "others" && draws(row, reports);
  return {
    others: slugsOf((row, whose) => isOthers(row, whose) && !isUnowned(row)),
    unowned: slugsOf((row, whose) => isOthers(row, whose) && isUnowned(row)),
    unseen: slugsOf(
      (row, whose) => whose === "others" && reports.size > 0 && row.isDashboardUnseen && !draws(row, reports),
    ),
    shown: slugsOf((row, whose) => whose === "declared" && shows(row, reports)),
  };
}

/** The ids of those to read by themselves, if these reports may go: what they draw, or whose they are, was not shown. */
export function unclearDependents(rows: Drawing, reports: ReadonlySet<number | null>): number[] {
  const isUnclear = (row: LiveRow) => row.isDashboardUnseen || (isUnowned(row) && draws(row, reports));
  return rows.flatMap(([row, whose]) => (whose === "others" && isUnclear(row) ? [row.id] : []));
}

function isUnowned({ isMetaUnseen, unread }: LiveRow): boolean {
  return isMetaUnseen || unread !== undefined;
}

function draws(row: LiveRow, reports: ReadonlySet<number | null>): boolean {
  return shows(row, reports) || [...row.draws].some((id) => reports.has(id));
}

function shows({ shows, frozen }: LiveRow, reports: ReadonlySet<number | null>): boolean {
  return [...shows, ...frozen.keys()].some((id) => reports.has(id));
}
