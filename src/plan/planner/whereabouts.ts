// Where is a declared workbook that is not live? Nothing on the platform says "deleted": but stamps, the reports that belonged to it and
// the records of earlier runs say that it was there, and a live workbook may be it under another slug.

import { type Change, isPreview, type Reason, readStamp, stampOwner } from "../../model/index.ts";
import { baseOf } from "../stamp/stamp.ts";
import { type Declared, resolveDeclared } from "../state/declared.ts";
import type { LiveReport } from "../state/report-state.ts";
import type { LiveWorkbook } from "../state/state.ts";
import { isAlike, type Likeness, likenessOf } from "./likeness.ts";

/** The last time that a run of the project knew a workbook or report at this target. */
export interface LastSeen {
  id: number | null;
  /** ISO 8601: when that run began. */
  at: string;
}

/** By kind and key; undefined if no run that is recorded here knows it, or the last one deleted it. */
export type FindLastSeen = (kind: "workbook" | "report", key: string) => LastSeen | undefined;

/** A live workbook as far as it matters here; without a slug no file can name it. */
export type Sighting = Pick<LiveWorkbook, "id" | "name" | "meta" | "draft"> & { slug: string | undefined };

export interface Whereabouts {
  /** Takes a live workbook; `isFree`: no file declares it. */
  see(live: Sighting, isFree: boolean): void;
  /** Undefined if nothing is known of it. `last`: as the records know it; `reports`: live ones. */
  explain(
    wanted: Declared,
    known: { last: LastSeen | undefined; reports: readonly LiveReport[] },
  ): Reason | undefined;
}

/** Which reports the widgets draw is not looked at. */
const NO_REPORTS = new Map<string, number>();

interface Place {
  id: number;
  slug: string | undefined;
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
  /** Slug → the workbooks whose stamp of ours says that they are it, and that have another one. */
  const strays = new Map<string, Place[]>();
  const free: (Place & { likeness: Likeness })[] = [];
  return {
    see(live, isFree) {
      const { id, slug } = live;
      byId.set(id, slug);
      const stamp = readStamp(live.meta);
      const of = stamp?.of.startsWith(prefix) ? stamp.of.slice(prefix.length) : undefined;
      if (stamp?.project === project && of !== undefined && of !== slug && !isPreview(stamp))
        strays.set(of, [...(strays.get(of) ?? []), { id, slug }]);
      const isTheirs = stamp !== undefined && (stamp.project !== project || isPreview(stamp) || of !== slug);
      if (isFree && !isTheirs && live.draft)
        free.push({ id, slug, likeness: likenessOf(live.name, live.draft) });
    },
    explain(wanted, { last, reports }) {
      const { slug } = wanted;
      const id = last?.id ?? null;
      if (id !== null && byId.has(id)) return renamed(slug, { id, slug: byId.get(id) }, "renamed");
      // Another id may be that of a copy, or of what a run on another machine made after this machine's last one.
      const [stray] = strays.get(slug) ?? [];
      if (stray) return renamed(slug, stray, "renamed or copied");
      const home = reports.map((report) => homeOf(report, slug, { project, prefix })).find(Boolean);
      if (last || home) return deleted(last, home);
      if (free.length === 0) return undefined;
      const { name, dashboard } = resolveDeclared(wanted, NO_REPORTS).state();
      const likeness = likenessOf(name, dashboard);
      const near = free.filter((each) => isAlike(likeness, each.likeness));
      return near.length === 1 && near[0] ? alike(near[0]) : undefined;
    },
  };
}

/** Of a report, which is known by its publicId, only a run can say that it was there. */
export function reportReason(last: LastSeen | undefined): Reason | undefined {
  return last && deleted(last, undefined);
}

/** What is gone, or has another slug by now, was changed live; likeness alone says nothing. */
export function withReason(reason: Reason | undefined): Partial<Change> {
  if (!reason) return {};
  return reason.code === "alike" ? { reason } : { reason, origin: "live" };
}

/** The key of the report, if it is one of ours that was applied to this workbook. */
function homeOf(
  { meta, publicId }: LiveReport,
  slug: string,
  { project, prefix }: { project: string; prefix: string },
): string | undefined {
  const stamp = readStamp(meta);
  if (stamp?.project !== project || !stamp.of.startsWith(prefix) || isPreview(stamp)) return undefined;
  if (stamp.publicId !== publicId || baseOf(stamp)?.asked.workbook !== slug) return undefined;
  return stamp.of.slice(prefix.length);
}

function deleted(last: LastSeen | undefined, report: string | undefined): Reason {
  const id = last && last.id !== null ? `, id ${last.id}` : "";
  const known = last
    ? `the apply of ${last.at.slice(0, 16).replace("T", " ")} UTC left it there${id}`
    : `the report ${report} was applied to it`;
  return {
    code: "deleted",
    message: `deleted on the platform: ${known}`,
    help: "An apply creates it again. If it was deleted on purpose, remove it from the files.",
  };
}

function renamed(wanted: string, { id, slug }: Place, how: string): Reason {
  const there = slug === undefined ? "without a slug" : `as ${slug}`;
  const orDeclare = slug === undefined ? "" : `, or declare it as ${slug}`;
  return {
    code: "renamed",
    message: `live ${there}, id ${id}: ${how} in the UI?`,
    help: `Give it the slug ${wanted} back${orDeclare}: an apply makes a second one.`,
  };
}

function alike({ id, slug }: Place): Reason {
  const name = slug === undefined ? `workbook ${id}, which has no slug` : `${slug}, id ${id}`;
  return {
    code: "alike",
    message: `nearly the same as ${name}, which no file declares: renamed?`,
    help: `If so, ${slug === undefined ? "give it this slug" : `declare it as ${slug}`}: an apply makes a second one.`,
  };
}
