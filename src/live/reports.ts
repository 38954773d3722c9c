// The live reports that a project declares.

import { isObject, readStamp } from "../model/index.ts";
import type { DeclaredReport, LiveReport, ReportIds } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";

export interface LiveReports {
  /** Each declared report with what is live under its publicId. */
  pairs: { declared: DeclaredReport; live: LiveReport | undefined }[];
  /** Report key → live id, for those that are there. */
  ids: ReportIds;
  /** Live id → version. */
  versions: ReadonlyMap<number, number>;
  /** The other live reports that carry a stamp; empty where nothing was read. */
  others: LiveReport[];
}

/**
 * Pages once through the deployment's reports and keeps the declared ones, and those with a stamp. Asks nothing where none is
 * declared and the others are not `wanted`, or none can be listed.
 */
export async function readReports(
  platform: Platform,
  deploymentId: number,
  declared: readonly DeclaredReport[],
  { canList, others: othersWanted }: { canList: boolean; others: boolean },
): Promise<LiveReports> {
  const wanted = new Set(declared.map(({ publicId }) => publicId));
  const found = new Map<string, LiveReport>();
  const others: LiveReport[] = [];
  if (canList && (wanted.size > 0 || othersWanted)) {
    for await (const page of platform.listReports(deploymentId)) {
      for (const wire of page) {
        if (wanted.has(wire.publicId)) found.set(wire.publicId, toLiveReport(wire));
        else if (readStamp(wire.meta ?? undefined)) others.push(toLiveReport(wire));
      }
    }
  }
  const pairs = declared.map((report) => ({ declared: report, live: found.get(report.publicId) }));
  const ids = new Map(
    pairs.flatMap(({ declared: { key }, live }) => (live ? [[key, live.id] as const] : [])),
  );
  const versions = new Map(
    [...found.values()].flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])),
  );
  return { pairs, ids, versions, others };
}

/** The deployment's reports that have one of these publicIds. */
export async function findReports(
  platform: Platform,
  deploymentId: number,
  publicIds: ReadonlySet<string>,
): Promise<Map<string, WireReport>> {
  const found = new Map<string, WireReport>();
  if (publicIds.size === 0) return found;
  for await (const page of platform.listReports(deploymentId)) {
    for (const report of page) if (publicIds.has(report.publicId)) found.set(report.publicId, report);
  }
  return found;
}

export function toLiveReport(wire: WireReport): LiveReport {
  return {
    id: wire.id,
    publicId: wire.publicId,
    name: wire.name,
    title: wire.title ?? null,
    jsonQuery: wire.jsonQuery ?? null,
    sqlQuery: wire.sqlQuery ?? null,
    pivotItems: wire.pivotItems ?? null,
    meta: isObject(wire.meta) ? wire.meta : {},
    workbookId: wire.workbookId ?? null,
    version: wire.version ?? null,
  };
}
