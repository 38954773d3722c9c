// Where is a declared workbook that is not live? Nothing on the platform says "deleted": but stamps, the reports that belonged to it and
// the records of earlier runs say that it was there, and a live workbook may be it under another slug.

import { type Change, compareText, nameSome, type Reason, readStamp } from "../../model/index.ts";
import { namesOf } from "../change/owner.ts";
import { baseOf } from "../stamp/stamp.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import type { DeclaredReport } from "../state/report-state.ts";
import type { LiveReport } from "../state/state.ts";
import { groupRows, keyInStamp, type LiveIndex, type LiveRow } from "./live-index.ts";
import {
  alike,
  deleted,
  deletedByRun,
  type LastSeen,
  otherPublicId,
  type Place,
  renamed,
  unchecked,
} from "./reasons.ts";

/** By kind and key; undefined if no run that is recorded here knows it, or the last one let go of it. */
export type FindLastSeen = (kind: "workbook" | "report", key: string) => LastSeen | undefined;

export interface Known {
  findLastSeen: FindLastSeen | undefined;
  /** Live ones. */
  reports: readonly LiveReport[];
  /** Of the files: they name the slug as well. */
  declaredReports?: readonly DeclaredReport[];
  /** Whether a live workbook may be a declared one that nothing else is known of; by default every one that no file declares. */
  isFree?(row: LiveRow): boolean;
}

export interface Lookup {
  /** The live workbook that is this slug's under another one, by what the records know of it and by the stamps. */
  renamed(slug: string): Place | undefined;
  /** The ids that say that this slug's workbook was there, and that no list shows: to be read before it is explained. */
  suspects(slug: string): number[];
  /** Undefined if nothing is known of it. */
  explain(wanted: Declared): Reason | undefined;
}

/** Which reports the widgets draw is not looked at. */
const NO_REPORTS = new Map<string, number>();

export function lookUp(index: LiveIndex, known: Known): Lookup {
  const { findLastSeen, reports, declaredReports = [] } = known;
  const { rows, naming, unread } = index;
  const homes = once(() => homesOf(reports, naming.scope));
  const lastOf = (slug: string) => findLastSeen?.("workbook", slug);
  const placeOf = (slug: string): Place | undefined => {
    const row = rows.get(lastOf(slug)?.id ?? Number.NaN);
    if (row) return { id: row.id, slug: row.slug, isPerhapsCopied: false };
    // Another id may be that of a copy, or of what a run on another machine made after this machine's last one.
    const [first] = index.moved(slug);
    return first && { id: first.id, slug: first.slug, isPerhapsCopied: true };
  };
  /** Reports of ours that were applied to the slug, and that are in no workbook that was seen: a report that is in one did not lose one. */
  const homeless = (slug: string) =>
    (homes().get(slug) ?? []).filter(
      ({ report: { workbookId } }) => workbookId === null || !rows.has(workbookId),
    );
  const suspects = (slug: string): number[] => {
    const last = lastOf(slug);
    if (last?.deletedBy || placeOf(slug)) return [];
    const ids = [last?.id ?? null, ...homeless(slug).map(({ report }) => report.workbookId)];
    return [...new Set(ids.filter((id) => id !== null))];
  };
  const { isFree = ({ key }) => key === undefined || !naming.declared.has(key) } = known;
  /** Those that neither a file nor another project claims. */
  const free = once(() => {
    const isOurs = ({ appliedAs, slug }: LiveRow) => appliedAs !== undefined && appliedAs === slug;
    const isClaimed = (row: LiveRow) =>
      row.isLetGo || (row.project !== undefined && !isOurs(row)) || !isFree(row);
    return groupRows(
      [...rows.values()].filter((row) => !isClaimed(row)),
      ({ name }) => plain(name),
    );
  });
  /** A guess: the only one of them that has the same name. */
  const namesake = (wanted: Declared): LiveRow | undefined => {
    const name = free().size > 0 && resolveDeclared(wanted, NO_REPORTS).state().name;
    const [found, another] = free().get(plain(name || "")) ?? [];
    return name && !another ? found : undefined;
  };
  return {
    renamed: placeOf,
    suspects,
    explain(wanted) {
      const names = namesOf(wanted);
      // Under its new slug nobody may have seen it yet; a stamp of an old one says where it is on every machine.
      const slug = names.find(placeOf) ?? names.find(lastOf) ?? wanted.slug;
      const [last, place] = [lastOf(slug), placeOf(slug)];
      const also = () => mentionsOf(wanted, declaredReports);
      // Its stamp is of the slug that it has: an apply of ours gave it that, and no file says so any longer.
      if (place?.slug !== undefined && index.isSettled(place.slug))
        return alike({ id: place.id, slug: place.slug, isOurs: true }, also());
      if (place) return renamed(slug, place, also());
      if (last?.deletedBy) return deletedByRun(last.deletedBy);
      const id = suspects(slug).find((one) => unread.has(one));
      if (id !== undefined) return unchecked("workbooks", unread.get(id));
      const home = homeless(slug)[0]?.key;
      if (last || home) return deleted(last, home);
      const near = namesake(wanted);
      return near && alike({ ...near, isOurs: near.appliedAs !== undefined }, also());
    },
  };
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Of a report, which is known by its publicId, only a run can say that it was there, or that it deleted it. `other`: it may be that one. */
export function reportReason(
  last: LastSeen | undefined,
  unread: ReadonlyMap<number | null, string> = new Map(),
  other?: LiveReport,
): Reason | undefined {
  if (other) return otherPublicId(other);
  if (last?.deletedBy) return deletedByRun(last.deletedBy);
  if (last && unread.has(last.id)) return unchecked("reports", unread.get(last.id));
  return last && deleted(last, undefined);
}

/**
 * What is gone, or has another slug by now, was changed live; likeness alone says nothing, and what a run deleted is no edit.
 * `isMoved`: whether a live stamp says that it was renamed. That is a hazard; the records of runs make none, because a plan has the same hazards on every machine.
 */
export function withReason(reason: Reason | undefined, isMoved = false): Partial<Change> {
  if (!reason) return {};
  const { code, message } = reason;
  if (code === "alike" || code === "deleted-by-run" || code === "unchecked") return { reason };
  const isHazard = code === "renamed" && isMoved;
  return { reason, origin: "live", ...(isHazard && { hazards: [{ code, message }] }) };
}

/** Of the reports that are ours: the slug of the workbook that each was applied to, and its key. */
function homesOf(reports: readonly LiveReport[], scope: { project: string; deploymentId: number }) {
  const homes = new Map<string, { report: LiveReport; key: string }[]>();
  for (const report of reports) {
    const stamp = readStamp(report.meta);
    const key = keyInStamp(stamp, scope);
    const slug = stamp && key !== undefined ? baseOf(stamp)?.asked.workbook : undefined;
    if (key === undefined || stamp?.publicId !== report.publicId || typeof slug !== "string") continue;
    homes.set(slug, [...(homes.get(slug) ?? []), { report, key }]);
  }
  return homes;
}

// Where else the files name a workbook: what has to be renamed with its slug, often in files of other people.

/** "under `layouts:` in grid.yaml and as the `workbook:` of 2 reports in reports.yaml"; empty if nothing else names it. */
function mentionsOf(
  { slug, layoutFiles }: Pick<Declared, "slug" | "layoutFiles">,
  reports: readonly DeclaredReport[],
): string {
  const layouts = layoutFiles?.() ?? [];
  const own = reports.filter(({ state }) => state.workbook === slug);
  const count = own.length === 1 ? `the report ${own[0]?.key}` : `${own.length} reports`;
  return [
    ...(layouts.length > 0 ? [`under \`layouts:\` in ${namedFiles(layouts)}`] : []),
    ...(own.length > 0
      ? [`as the \`workbook:\` of ${count} in ${namedFiles(own.map(({ file }) => file))}`]
      : []),
  ].join(" and ");
}

function namedFiles(files: readonly string[]): string {
  return nameSome([...new Set(files)].sort(compareText));
}
