// Which number a declared report has on a deployment.

import type { ResolvedReport } from "../model/index.ts";
import { type ReportIds, reportPublicId } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";

/** Report key → live id, for the declared reports that are there. Sends nothing where none is declared. */
export async function readReportIds(
  platform: Platform,
  reports: readonly ResolvedReport[],
  scope: { project: string; target: string; deploymentId: number },
): Promise<ReportIds> {
  const ids = new Map<string, number>();
  if (reports.length === 0) return ids;
  const keys = new Map(reports.map(({ key, entry }) => [reportPublicId(entry, { ...scope, key }), key]));
  for await (const page of platform.listReports(scope.deploymentId)) {
    for (const { publicId, id } of page) {
      const key = keys.get(publicId);
      if (key !== undefined) ids.set(key, id);
    }
  }
  return ids;
}
