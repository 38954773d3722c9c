// The reports that belong to a workbook: where it is deleted, the platform may delete them with it.

import { reportFingerprint } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { toLiveReport } from "./from-wire.ts";
import { unlessRefused } from "./read-workbooks.ts";
import { listReports, readWhole } from "./reports.ts";

async function listInside(platform: Platform, deploymentId: number, workbooks: ReadonlySet<number>) {
  const { has } = await platform.capabilities();
  if (workbooks.size === 0 || !has("listReports")) return { found: [], isWhole: () => true };
  const isKept = ({ workbookId }: WireReport): boolean => workbookId != null && workbooks.has(workbookId);
  return listReports(platform, deploymentId, { isKept, isNamed: isKept });
}

/** All reports that belong to one of these workbooks, whole, as far as the deployment shows reports. */
export async function readResidents(
  platform: Platform,
  deploymentId: number,
  workbooks: ReadonlySet<number>,
): Promise<WireReport[]> {
  return readWhole(platform, deploymentId, await listInside(platform, deploymentId, workbooks));
}

export interface FoundResident {
  /** As it is listed, or read if the list leaves something out. */
  report: WireReport;
  /** Undefined if it could not be read. */
  fingerprint: string | undefined;
}

/** The same reports, each with its fingerprint. One that may not be read is there without. */
export async function listResidents(
  platform: Platform,
  deploymentId: number,
  workbooks: ReadonlySet<number>,
): Promise<FoundResident[]> {
  const { has } = await platform.capabilities();
  const { found, isWhole } = await listInside(platform, deploymentId, workbooks);
  return Promise.all(
    found.map(async (item): Promise<FoundResident> => {
      const isRead = isWhole(item) || !has("getReport");
      const whole = isRead ? item : await unlessRefused(platform.getReport(deploymentId, item.id));
      return { report: whole ?? item, fingerprint: whole && reportFingerprint(toLiveReport(whole)) };
    }),
  );
}
