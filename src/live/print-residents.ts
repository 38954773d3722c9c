// What the reports in workbooks that a plan deletes are now, so that nobody's edit since goes with them unseen.

import type { Plan } from "../model/index.ts";
import type { Platform } from "../platform/index.ts";
import { listResidents } from "./residents.ts";

/** The plan, with the fingerprint of each resident that can be read. Sends nothing if no deletion has any. */
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
