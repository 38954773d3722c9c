// The declared reports, each with the live one that it is.

import { type DeclaredReport, type LiveReport, type ReportIds, reportsByKey } from "../plan/index.ts";
import { shownVersions } from "./reports.ts";

/** The declared reports with their live counterparts. */
export interface LiveReports {
  /** Each declared report with the live one of its publicId. */
  pairs: { declared: DeclaredReport; live: LiveReport | undefined }[];
  /** Report key → live id, for those that are there. */
  ids: ReportIds;
  /** Live id → the version that viewers must see. */
  versions: ReadonlyMap<number, number>;
  /** The other reports. */
  others: LiveReport[];
}

/**
 * `scope`: where the live ones may have the publicId of a key that no `was` names any longer: then the stamp of a name that the file gives
 * says which it is, and its publicId is the declared one.
 */
export function pairReports(
  wantedReports: readonly DeclaredReport[],
  live: readonly LiveReport[],
  scope?: { project: string; deploymentId: number },
): LiveReports {
  const declared = scope ? followStamps(wantedReports, live, scope) : wantedReports;
  const wanted = new Set(declared.map(({ publicId }) => publicId));
  const found = live.filter(({ publicId }) => wanted.has(publicId));
  const byPublicId = new Map(found.map((report) => [report.publicId, report]));
  const pairs = declared.map((report) => ({ declared: report, live: byPublicId.get(report.publicId) }));
  return {
    pairs,
    ids: new Map(
      pairs.flatMap(({ declared: { key }, live: { id } = {} }) => (id === undefined ? [] : [[key, id]])),
    ),
    versions: shownVersions(found),
    others: live.filter(({ publicId }) => !wanted.has(publicId)),
  };
}

function followStamps(
  declared: readonly DeclaredReport[],
  live: readonly LiveReport[],
  scope: { project: string; deploymentId: number },
): readonly DeclaredReport[] {
  const there = new Set(live.map(({ publicId }) => publicId));
  const isSought = ({ publicId, was = [] }: DeclaredReport) => was.length > 0 && !there.has(publicId);
  if (!declared.some(isSought)) return declared;
  const taken = new Set(declared.map(({ publicId }) => publicId));
  const byKey = reportsByKey(
    live.filter(({ publicId }) => !taken.has(publicId)),
    scope,
  );
  return declared.map((report) => {
    if (!isSought(report)) return report;
    const found = [report.key, ...(report.was ?? [])].flatMap((key) => byKey.get(key) ?? [])[0];
    return found ? { ...report, publicId: found.publicId } : report;
  });
}
