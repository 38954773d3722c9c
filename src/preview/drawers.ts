// Who else draws the reports of a preview: somebody's own copy of it, or one that was given another slug. Without the report their charts break.

import { readDeployment } from "../live/index.ts";
import { watchDrawers } from "../plan/index.ts";
import type { Platform } from "../platform/index.ts";
import type { LivePreview } from "./read.ts";

/** Resolves to what says of a report which workbooks draw it, besides those of `items`: their slugs, sorted. Sends GET requests only. */
export async function findDrawers(
  platform: Platform,
  deploymentId: number,
  { items, reportKeys }: { items: readonly LivePreview[]; reportKeys: readonly string[] },
): Promise<(report: LivePreview) => string[]> {
  if (!items.some(({ kind }) => kind === "report")) return () => [];
  const own = new Set(items.flatMap(({ kind, id }) => (kind === "workbook" ? [id] : [])));
  const drawers = watchDrawers(reportKeys);
  const { readWorkbooks, readWorkbook } = await readDeployment(
    platform,
    { deployment: deploymentId, folders: {} },
    { folders: false },
  );
  await readWorkbooks({
    needsDraft: () => false,
    needsPublished: () => false,
    isAnyMissing: () => true,
    visit(live) {
      if (!own.has(live.id)) drawers.add(live, "others");
    },
  });
  // Some lists leave dashboards out.
  const read = await Promise.all(drawers.unclear(new Set()).map(readWorkbook));
  for (const live of read) if (live) drawers.add(live, "others");
  return ({ id }) => {
    const { others, unowned } = drawers.of(new Set([id]));
    return [...others, ...unowned].sort();
  };
}
