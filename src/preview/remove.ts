// Deletes the copies of a preview, if the deployment can.

import { abilitiesOf } from "../live/index.ts";
import { readStamp } from "../model/index.ts";
import { type Platform, PlatformError } from "../platform/index.ts";
import { findDrawers } from "./drawers.ts";
import type { LivePreview } from "./read.ts";

export interface Removed {
  /** In the given order, including those that were gone already. */
  removed: LivePreview[];
  /** Still there, because the deployment's description has no way to delete them. */
  kept: LivePreview[];
  /** Reports that stay because workbooks outside the preview draw them, by slug. */
  inUse: { item: LivePreview; by: string[] }[];
  failed: { item: LivePreview; message: string }[];
}

/**
 * Deletes workbooks, then reports. Each is read first: one without the preview's mark is now somebody's own, and is skipped. So is a
 * report that a workbook draws which is not deleted with it. Throws if the workbooks cannot be read, or if interrupted.
 */
export async function removePreviews(
  platform: Platform,
  deploymentId: number,
  { items, reportKeys }: { items: readonly LivePreview[]; reportKeys: readonly string[] },
): Promise<Removed> {
  const can = abilitiesOf(await platform.capabilities()).delete;
  const result: Removed = { removed: [], kept: [], inUse: [], failed: [] };
  const drawersOf = can.reports ? await findDrawers(platform, deploymentId, { items, reportKeys }) : () => [];
  for (const kind of ["workbook", "report"] as const) {
    const ofKind = items.filter((item) => item.kind === kind);
    if (!can[`${kind}s`]) {
      result.kept.push(...ofKind);
      continue;
    }
    const free: LivePreview[] = [];
    for (const item of ofKind) {
      const by = kind === "report" ? drawersOf(item) : [];
      if (by.length > 0) result.inUse.push({ item, by });
      else free.push(item);
    }
    const ends = await Promise.all(free.map((item) => remove(platform, deploymentId, item)));
    for (const [index, end] of ends.entries()) {
      const item = free[index] as LivePreview;
      if (typeof end === "object") result.failed.push({ item, ...end });
      else if (end === "removed") result.removed.push(item);
    }
  }
  return result;
}

async function remove(
  platform: Platform,
  deploymentId: number,
  { kind, id, mark }: LivePreview,
): Promise<"removed" | "not-ours" | { message: string }> {
  const isWorkbook = kind === "workbook";
  try {
    const now = isWorkbook
      ? await platform.getWorkbook(deploymentId, id)
      : await platform.getReport(deploymentId, id);
    if (!now) return "removed";
    if (readStamp(now.meta ?? undefined)?.preview?.name !== mark.name) return "not-ours";
    if (isWorkbook) await platform.deleteWorkbook(deploymentId, id);
    else await platform.deleteReport(deploymentId, id);
    return "removed";
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "interrupted") throw error;
    return { message: [error.message, ...error.details].join(" · ") };
  }
}
