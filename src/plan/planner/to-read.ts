// What is read by itself once the lists were read: what they may hide, or leave out.

import type { Change } from "../../model/index.ts";
import { namesOf } from "../change/owner.ts";
import type { Comparison } from "./comparison.ts";
import { unclearDependents, type Whose } from "./dependents.ts";
import type { LiveIndex, LiveRow } from "./live-index.ts";
import { type FindLastSeen, lookUp } from "./lookup.ts";

/** Up to so many are read one by one in every plan; a read each of more would make it slow. */
const FEW = 20;

/** The workbooks that no file declares, and of which the lists do not say whose they are. */
export function unclearRows({ index, input: { declared, prune = false } }: Comparison): LiveRow[] {
  return [...index.rows.values()].filter(
    ({ key, isMetaUnseen, unread }) =>
      key !== undefined && !declared.has(key) && (isMetaUnseen || (prune && unread !== undefined)),
  );
}

/** The live workbooks, each with what a deletion of reports means for it. */
export function drawingRows({ index, input: { declared, prune } }: Comparison): [LiveRow, Whose][] {
  if (!prune) return [];
  const whose = ({ key = "", owner, unread }: LiveRow): Whose => {
    // Of one whose own read shows nothing, what it draws today is not known.
    if (unread !== undefined || (!declared.has(key) && owner !== "us")) return "others";
    return declared.has(key) ? "declared" : "going";
  };
  const draws = ({ draws, shows, frozen }: LiveRow) => draws.size + shows.size + frozen.size > 0;
  return [...index.rows.values()]
    .filter((row) => draws(row) || (row.key !== undefined && row.isDashboardUnseen))
    .map((row) => [row, whose(row)]);
}

/**
 * How many live workbooks nobody manages and no file declares: what there is to take in. Without those that a change of the plan names as what a
 * file's workbook was renamed to, or is renamed from. `slugs`: of all files.
 */
export function countUnmanaged(
  index: LiveIndex,
  slugs: ReadonlySet<string>,
  changes: readonly Pick<Change, "kind" | "was" | "reason">[],
): number {
  const named = new Set(
    changes.flatMap(({ kind, was, reason }) => reason?.liveSlug ?? (kind === "workbook" ? (was ?? []) : [])),
  );
  return [...index.rows.values()].filter(
    ({ slug, isMetaUnseen, ownership: { state } }) =>
      slug !== undefined && !isMetaUnseen && state === "unmanaged" && !slugs.has(slug) && !named.has(slug),
  ).length;
}

/** The ids of listed workbooks to read: all that are unclear if they are few, else those that a record or a report of ours names. */
export function idsToRead(comparison: Comparison, findLastSeen: FindLastSeen | undefined): number[] {
  const { index, input } = comparison;
  const missing = comparison.missing();
  const { prune = false, residents } = input;
  const idsOf = (slug: string): (number | null)[] => {
    const last = findLastSeen?.("workbook", slug);
    return last ? [last.id, ...(last.earlier ?? [])] : [];
  };
  const known = new Set([
    ...comparison.liveReports.map(({ workbookId }) => workbookId),
    ...[...input.declared.keys()].flatMap(idsOf),
  ]);
  const unclear = unclearRows(comparison).map(({ id }) => id);
  // With --prune each was read already.
  const readsAll = !prune && unclear.length <= FEW && (input.orphans || missing.length > 0);
  // A list may leave out the stamp alone: it proves what a record says.
  const renamed = missing.flatMap(({ slug }) => (index.moved(slug).length > 0 ? [] : idsOf(slug)));
  // A list may leave out dashboards, and those of others matter if something of ours is about to go.
  const going = [
    ...input.otherReports.map(({ id }) => id),
    ...[...comparison.orphans.keys()].flatMap((id) => (residents?.get(id) ?? []).map((report) => report.id)),
  ];
  const isAnyGoing = comparison.orphans.size + going.length > 0;
  const drawing = isAnyGoing ? unclearDependents(drawingRows(comparison), new Set(going)) : [];
  const ids = new Set([...unclear.filter((id) => readsAll || known.has(id)), ...renamed, ...drawing]);
  return [...ids].filter((id) => id !== null && index.rows.has(id)) as number[];
}

/** The ids of workbooks that were there, and that no list shows: to be looked for before the plan says that they are gone. */
export function idsToLookFor(comparison: Comparison, findLastSeen: FindLastSeen | undefined): number[] {
  if (!findLastSeen) return [];
  const { suspects } = lookUp(comparison.index, { findLastSeen, reports: comparison.liveReports });
  return [...new Set(comparison.missing().flatMap(namesOf).flatMap(suspects))];
}
