// The reports that belong to a workbook: if it is deleted, the platform may delete them with it.

import type { Plan } from "../model/index.ts";
import { fingerprint } from "../plan/index.ts";
import type { Platform, WireReport } from "../platform/index.ts";
import { toLiveReport } from "./from-wire.ts";
import { unlessRefused } from "./read-workbooks.ts";
import { listReports, readWhole } from "./reports.ts";

async function listInside(platform: Platform, deploymentId: number, workbooks: ReadonlySet<number>) {
  const { has } = await platform.capabilities();
  if (workbooks.size === 0 || !has("listReports")) return [];
  const isKept = ({ workbookId }: WireReport): boolean => workbookId != null && workbooks.has(workbookId);
  return listReports(platform, deploymentId, isKept);
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
  const found = await listInside(platform, deploymentId, workbooks);
  return Promise.all(
    found.map(async (item): Promise<FoundResident> => {
      const isRead = item.meta !== undefined || !has("getReport");
      const whole = isRead ? item : await unlessRefused(platform.getReport(deploymentId, item.id));
      return {
        report: whole ?? item,
        fingerprint: whole && fingerprint(toLiveReport(whole), { ignored: [] }),
      };
    }),
  );
}

/**
 * The plan, with the fingerprint of each report in the workbooks that it deletes, as far as it can be read: nobody's edit since goes with them
 * unseen. Sends nothing if there is none.
 */
export async function printResidents(plan: Plan, platform: Platform): Promise<Plan> {
  const homes = plan.changes.flatMap(({ id, residents }) => (residents && id !== null ? [id] : []));
  if (homes.length === 0) return plan;
  const found = await listResidents(platform, plan.target.deploymentId, new Set(homes));
  const prints = new Map(found.map(({ report: { id }, fingerprint }) => [id, fingerprint]));
  const changes = plan.changes.map((change) => {
    const residents = change.residents?.map((resident) => {
      const fingerprint = prints.get(resident.id);
      return { ...resident, ...(fingerprint !== undefined && { fingerprint }) };
    });
    return residents ? { ...change, residents } : change;
  });
  return { ...plan, changes };
}
