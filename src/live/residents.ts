// The reports that belong to a workbook: where it is deleted, the platform may delete them with it.

import type { Platform, WireReport } from "../platform/index.ts";
import { listReports, readWhole } from "./reports.ts";

/** All reports that belong to one of these workbooks, whole, as far as the deployment shows reports. */
export async function readResidents(
  platform: Platform,
  deploymentId: number,
  workbooks: ReadonlySet<number>,
): Promise<WireReport[]> {
  const { has } = await platform.capabilities();
  if (workbooks.size === 0 || !has("listReports")) return [];
  const isKept = ({ workbookId }: WireReport): boolean => workbookId != null && workbooks.has(workbookId);
  return readWhole(
    platform,
    deploymentId,
    await listReports(platform, deploymentId, { isKept, isNamed: isKept }),
  );
}
