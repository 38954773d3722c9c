// Live reports of ours by the key that their stamps name: the publicId of one may be made of an older key.

import { isPreview, readStamp, stampOwner } from "../../model/index.ts";
import type { LiveReport } from "./state.ts";

/** Without copies, whose stamps have another publicId, and without keys that several have: nothing says which is meant. */
export function reportsByKey(
  reports: readonly LiveReport[],
  { project, deploymentId }: { project: string; deploymentId: number },
): Map<string, LiveReport> {
  const prefix = stampOwner(deploymentId, "");
  const byKey = new Map<string, LiveReport | undefined>();
  for (const report of reports) {
    const stamp = readStamp(report.meta);
    if (stamp?.project !== project || stamp.publicId !== report.publicId) continue;
    if (!stamp.of.startsWith(prefix) || isPreview(stamp)) continue;
    const key = stamp.of.slice(prefix.length);
    byKey.set(key, byKey.has(key) ? undefined : report);
  }
  return new Map([...byKey].flatMap(([key, report]) => (report ? [[key, report] as const] : [])));
}
