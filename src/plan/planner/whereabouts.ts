// Where is a declared workbook that is not live? Nothing on the platform says "deleted": but stamps, the reports that belonged to it and
// the records of earlier runs say that it was there, and a live workbook may be it under another slug.

import {
  type Change,
  compareText,
  type Hazard,
  isObject,
  isPreview,
  type Json,
  nameSome,
  type Reason,
  readStamp,
  STAMP_KEY,
  stampOwner,
  widgetsOf,
} from "../../model/index.ts";
import { namesOf } from "../change/owner.ts";
import { baseOf } from "../stamp/stamp.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import type { DeclaredReport, LiveReport } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
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

// Whether two dashboards are nearly the same: a guess, made from little, because every live workbook that no file declares is looked at.

interface Likeness {
  /** In lower case. */
  name: string;
  /** Id and type of each widget. */
  widgets: ReadonlySet<string>;
}

export function likenessOf(name: string | undefined, dashboard: Json | undefined): Likeness {
  const widgets = widgetsOf(dashboard).flatMap((widget) =>
    isObject(widget) ? `${String(widget.id)} ${String(widget.type)}` : [],
  );
  return { name: (name ?? "").trim().toLowerCase(), widgets: new Set(widgets) };
}

function isAlike(one: Likeness, two: Likeness): boolean {
  const common = [...one.widgets].filter((widget) => two.widgets.has(widget)).length;
  const all = one.widgets.size + two.widgets.size - common;
  // NaN where neither has a widget: enough for nothing.
  const share = common / all;
  if (one.name !== "" && one.name === two.name) return share >= 0.5;
  // Two widgets are alike by chance.
  return common >= 3 && share >= 0.8;
}

/** Beyond so many that no file declares, nobody is told that two are alike: each is compared with each. */
const MOST = 1_000;

/** The only one of `all` that is like it. */
export function findAlike<T extends { likeness: Likeness }>(
  likeness: Likeness,
  all: ReadonlyMap<number, T>,
): T | undefined {
  if (all.size > MOST) return undefined;
  const near = [...all.values()].filter((one) => isAlike(likeness, one.likeness));
  return near.length === 1 ? near[0] : undefined;
}

/** By kind and key; undefined if no run that is recorded here knows it, or the last one let go of it. */
export type FindLastSeen = (kind: "workbook" | "report", key: string) => LastSeen | undefined;

/** A live workbook as far as it matters here; without a slug no file can name it. */
export type Sighting = Pick<LiveWorkbook, "id" | "name" | "meta" | "draft"> & { slug: string | undefined };

export interface Whereabouts {
  /** Takes a live workbook, again if more is known of it; `isFree`: no file declares it. */
  see(live: Sighting, isFree: boolean): void;
  /** Undefined if nothing is known of it. */
  explain(wanted: Declared, known: Known, findLastSeen?: FindLastSeen): Reason | undefined;
  /** The live workbook that is this slug's under another one, by what the records know of it and by the stamps. */
  findRenamed(slug: string, last: LastSeen | undefined): Place | undefined;
  /** The slugs of the live workbooks that carry the slug's stamp and have another one: one of them at most is no copy. */
  carriers(slug: string): readonly (string | undefined)[];
  /** The older workbook that was applied under the slug, as the one was that is live as `id`, and has another one by now. */
  findOlder(slug: string, id: number): Place | undefined;
  /** The slug that the stamp of this id names, if it is one of ours and not the slug that it has: it was renamed, or is a copy. */
  stampedAs(id: number): string | undefined;
  /** The workbook that was applied under the slug, if the one that has the slug now never was. */
  findDisplaced(slug: string): Place | undefined;
  /** The ids that say that this slug's workbook was there, and that no list shows: to be read before it is explained. */
  suspects(slug: string, known: Pick<Known, "last" | "reports">): number[];
  /** Notes why one of them could not be read. */
  miss(id: number, why: string): void;
  /** Whether this id is live. */
  isLive(id: number): boolean;
  /** The slugs that stamps of ours name and that the workbooks which carry them do not have; they may be live as well. */
  strayed(): ReadonlySet<string>;
}

export interface Known {
  /** As the records know it. */
  last: LastSeen | undefined;
  /** Live ones. */
  reports: readonly LiveReport[];
  /** Of the files: they name the slug as well. */
  declaredReports: readonly DeclaredReport[];
}

/** Which reports the widgets draw is not looked at. */
const NO_REPORTS = new Map<string, number>();

interface Home {
  report: LiveReport;
  key: string;
}

export function watchWhereabouts({
  project,
  deploymentId,
}: {
  project: string;
  deploymentId: number;
}): Whereabouts {
  const prefix = stampOwner(deploymentId, "");
  const byId = new Map<number, string | undefined>();
  /** Slug → the oldest workbook whose stamp of ours says that it is it, and that has another one: a copy is younger. */
  const strays = new Map<string, Place>();
  /** Slug → live id → slug of each of them. */
  const carriers = new Map<string, Map<number, string | undefined>>();
  /** The slugs whose holders were applied under them. */
  const settled = new Set<string>();
  const free = new Map<
    number,
    { id: number; slug: string | undefined; isOurs: boolean; likeness: Likeness }
  >();
  let homes: { of: readonly LiveReport[]; bySlug: Map<string, Home[]> } | undefined;
  /** They are the same for every workbook of a plan. */
  const homesIn = (reports: readonly LiveReport[]): Map<string, Home[]> => {
    if (homes?.of !== reports) homes = { of: reports, bySlug: homesOf(reports, { project, prefix }) };
    return homes.bySlug;
  };
  const findRenamed: Whereabouts["findRenamed"] = (slug, last) => {
    const id = last?.id ?? null;
    if (id !== null && byId.has(id)) return { id, slug: byId.get(id), isPerhapsCopied: false };
    // Another id may be that of a copy, or of what a run on another machine made after this machine's last one.
    return strays.get(slug);
  };
  const missed = new Map<number, string>();
  /** Reports of ours that were applied to the slug, and that are in no workbook that was seen: a report that is in one did not lose one. */
  const homeless = (slug: string, reports: readonly LiveReport[]): Home[] =>
    (homesIn(reports).get(slug) ?? []).filter(
      ({ report: { workbookId } }) => workbookId === null || !byId.has(workbookId),
    );
  const suspects: Whereabouts["suspects"] = (slug, { last, reports }) => {
    if (last?.deletedBy || findRenamed(slug, last)) return [];
    const ids = [last?.id ?? null, ...homeless(slug, reports).map(({ report }) => report.workbookId)];
    return [...new Set(ids.filter((id) => id !== null))];
  };
  return {
    suspects,
    miss: (id, why) => void missed.set(id, why),
    findRenamed,
    carriers: (slug) => [...(carriers.get(slug)?.values() ?? [])],
    findOlder(slug, id) {
      const place = strays.get(slug);
      return settled.has(slug) && place && place.id < id ? place : undefined;
    },
    stampedAs: (id) => [...carriers].find(([, ids]) => ids.has(id))?.[0],
    findDisplaced: (slug) => (settled.has(slug) ? undefined : strays.get(slug)),
    isLive: (id) => byId.has(id),
    strayed: () => new Set(strays.keys()),
    see(live, isFree) {
      const { id, slug } = live;
      byId.set(id, slug);
      const stamp = readStamp(live.meta);
      const of = stamp?.of.startsWith(prefix) ? stamp.of.slice(prefix.length) : undefined;
      const isOurs = stamp?.project === project && of !== undefined && !isPreview(stamp);
      if (isOurs && of === slug) settled.add(of);
      if (isOurs && of !== slug) {
        strays.set(of, older(strays.get(of), { id, slug, isPerhapsCopied: true }));
        carriers.set(of, (carriers.get(of) ?? new Map()).set(id, slug));
      }
      const isTheirs = stamp !== undefined && (stamp.project !== project || isPreview(stamp) || of !== slug);
      // A disown leaves null: whoever let go of it is not asked whether it was renamed.
      if (isFree && !isTheirs && live.meta[STAMP_KEY] !== null && live.draft)
        free.set(id, { id, slug, isOurs, likeness: likenessOf(live.name, live.draft) });
      else free.delete(id);
    },
    explain(wanted, { last: own, reports, declaredReports }, findLastSeen) {
      // Under its new slug nobody may have seen it yet; a stamp of an old one says where it is on every machine.
      const lastOf = (name: string) => (name === wanted.slug ? own : findLastSeen?.("workbook", name));
      const names = namesOf(wanted);
      const found = names.find((name) => findRenamed(name, lastOf(name))) ?? names.find(lastOf);
      const slug = found ?? wanted.slug;
      const last = lastOf(slug);
      const also = () => mentionsOf(wanted, declaredReports);
      const place = findRenamed(slug, last);
      // Its stamp is of the slug that it has: an apply of ours gave it that, and no file says so any longer.
      if (place?.slug !== undefined && settled.has(place.slug))
        return alike({ id: place.id, slug: place.slug, isOurs: true }, also());
      if (place) return renamed(slug, place, also());
      if (last?.deletedBy) return deletedByRun(last.deletedBy);
      const unread = suspects(slug, { last, reports }).find((id) => missed.has(id));
      if (unread !== undefined) return unchecked("workbooks", missed.get(unread));
      const home = homeless(slug, reports)[0]?.key;
      if (last || home) return deleted(last, home);
      if (free.size === 0) return undefined;
      const { name, dashboard } = resolveDeclared(wanted, NO_REPORTS).state();
      const near = findAlike(likenessOf(name, dashboard), free);
      return near && alike(near, also());
    },
  };
}

function older(one: Place | undefined, two: Place): Place {
  return one && one.id < two.id ? one : two;
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
 * `isStrayed`: whether a live stamp says that it was renamed. That is a hazard; the records of runs make none, because a plan has the same hazards on every machine.
 */
export function withReason(reason: Reason | undefined, isStrayed = false): Partial<Change> {
  if (!reason) return {};
  const { code, message } = reason;
  if (code === "alike" || code === "deleted-by-run" || code === "unchecked") return { reason };
  const isHazard = code === "renamed" && isStrayed;
  return { reason, origin: "live", ...(isHazard && { hazards: [{ code, message }] }) };
}

/** Somebody else's workbook, or another of ours, is where a workbook of ours was: adopting it would leave ours behind. */
export function displacedHazard({ id, slug, isPerhapsCopied }: Place): Hazard {
  const there = slug === undefined ? "without a slug" : `as ${slug}`;
  const how = isPerhapsCopied ? "renamed or copied" : "renamed";
  const message = `the workbook ${id} was applied under this slug and is live ${there}, and another one has the slug now: ${how} in the UI?`;
  return { code: "renamed", message };
}

/** The same of the one that has the slug: it is ours, under another slug. */
export function strangerHazard(id: number, slug: string): Hazard {
  const message = `the workbook ${id}, which has this slug, carries the stamp of ${slug}: renamed or copied in the UI? It differs from the files`;
  return { code: "adopt", message };
}

/** Of the reports that are ours: the slug of the workbook that each was applied to, and its key. */
function homesOf(
  reports: readonly LiveReport[],
  { project, prefix }: { project: string; prefix: string },
): Map<string, Home[]> {
  const homes = new Map<string, Home[]>();
  for (const report of reports) {
    const stamp = readStamp(report.meta);
    if (stamp?.project !== project || !stamp.of.startsWith(prefix) || isPreview(stamp)) continue;
    const slug = baseOf(stamp)?.asked.workbook;
    if (stamp.publicId !== report.publicId || typeof slug !== "string") continue;
    const key = stamp.of.slice(prefix.length);
    const found = homes.get(slug);
    if (found) found.push({ report, key });
    else homes.set(slug, [{ report, key }]);
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
