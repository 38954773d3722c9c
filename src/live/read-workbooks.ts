// Reads a deployment's workbooks, page by page.

import type { LiveWorkbook } from "../plan/index.ts";
import type { Platform, WireWorkbook } from "../platform/index.ts";
import { listEverywhere } from "./everywhere.ts";
import type { Folders } from "./folders.ts";
import { carriesDraft, toLiveWorkbook } from "./from-wire.ts";

export interface ReadOptions {
  /** Whether the plan needs this workbook's draft: only then is one that the list leaves out read. */
  needsDraft(live: LiveWorkbook): boolean;
  /** Whether it compares what is published. */
  needsPublished(slug: string): boolean;
  /** Known folders; what workbooks tell of theirs is added. */
  folders: Folders;
  visit(live: LiveWorkbook, wire: WireWorkbook): void;
  /** Takes the workbooks that have no slug, which no file can name. */
  visitUnnamed?(wire: WireWorkbook): void;
  /** Whether a workbook that is looked for was not visited yet. */
  isAnyMissing(): boolean;
}

/** Calls `visit` for every workbook with a slug and returns how many there are. Sends GET requests only. */
export async function readWorkbooks(
  platform: Platform,
  deploymentId: number,
  options: ReadOptions,
): Promise<number> {
  const seen = new Set<number>();
  const unnamed = new Set<number>();
  for await (const page of listEverywhere(platform, deploymentId, options.isAnyMissing)) {
    for (const wire of page) options.folders.learn(wire);
    const completed = await Promise.all(page.map((wire) => complete(platform, deploymentId, wire, options)));
    for (const wire of completed) {
      const live = toLiveWorkbook(wire, options.folders.paths);
      if (!live && isUnnamed(wire) && !unnamed.has(wire.id)) {
        unnamed.add(wire.id);
        options.visitUnnamed?.(wire);
      }
      if (!live || seen.has(live.id)) continue;
      seen.add(live.id);
      options.visit(live, wire);
    }
  }
  return seen.size;
}

/** The item itself, or the single read where the list said too little of it. */
async function complete(
  platform: Platform,
  deploymentId: number,
  item: WireWorkbook,
  options: ReadOptions,
): Promise<WireWorkbook> {
  const live = toLiveWorkbook(item, options.folders.paths);
  if (!live) return item;
  const draftMissing = options.needsDraft(live) && !carriesDraft(item);
  const publishedMissing = options.needsPublished(live.slug) && !carriesPublished(item);
  if (!draftMissing && !publishedMissing) return item;
  // Gone between list and read: the item stands for what was there; the write's own read finds out.
  return (await platform.getWorkbook(deploymentId, item.id)) ?? item;
}

/** Lists may hold folders and reports as well. */
function isUnnamed({ type, slug }: WireWorkbook): boolean {
  return (type === undefined || type === "WORKBOOK") && typeof slug !== "string";
}

function carriesPublished(wire: WireWorkbook): boolean {
  return wire.dashboardPublished !== undefined || wire.publishedDashboard !== undefined;
}
