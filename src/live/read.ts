// Reads a deployment's workbooks, page by page.

import type { LiveWorkbook } from "../plan/index.ts";
import type { Platform, WireWorkbook, WorkbookFilter } from "../platform/index.ts";
import type { Folders } from "./folders.ts";
import { carriesDraft, toLiveWorkbook } from "./from-wire.ts";

export interface ReadOptions {
  /** Whether the plan compares this slug's dashboard: only then is a draft that the list leaves out read. */
  needsDraft(slug: string): boolean;
  /** Whether it compares what is published. */
  needsPublished(slug: string): boolean;
  /** Known folders; what workbooks tell of theirs is added. */
  folders: Folders;
  visit(live: LiveWorkbook): void;
}

export interface Read {
  /** Workbooks with a slug. */
  count: number;
  /** Whether any of them lies in a folder. */
  anyInFolder: boolean;
}

/** Calls `visit` for every workbook with a slug. Sends GET requests only. */
export async function readWorkbooks(
  platform: Platform,
  deploymentId: number,
  options: ReadOptions,
  filter: WorkbookFilter = {},
): Promise<Read> {
  const read: Read = { count: 0, anyInFolder: false };
  for await (const page of platform.listWorkbooks(deploymentId, filter)) {
    for (const wire of page) options.folders.learn(wire);
    const completed = await Promise.all(page.map((wire) => complete(platform, deploymentId, wire, options)));
    for (const wire of completed) {
      const live = toLiveWorkbook(wire, options.folders.paths);
      if (!live) continue;
      read.count += 1;
      read.anyInFolder ||= live.folderId !== null;
      options.visit(live);
    }
  }
  return read;
}

/**
 * Reads folder by folder what the list may have left out: whether it goes through all folders is documented nowhere (field
 * notes A.1), and a workbook that is there but was not seen would be planned as a creation and overwritten. Returns how many
 * it found.
 */
export async function readFolderByFolder(
  platform: Platform,
  deploymentId: number,
  options: ReadOptions,
): Promise<number> {
  let found = 0;
  for (const { id } of await platform.listFolders(deploymentId)) {
    const { count } = await readWorkbooks(platform, deploymentId, options, { folderId: id });
    found += count;
  }
  return found;
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
  const draftMissing = options.needsDraft(live.slug) && !carriesDraft(item);
  const publishedMissing = options.needsPublished(live.slug) && !carriesPublished(item);
  if (!draftMissing && !publishedMissing) return item;
  // Gone between list and read: the item stands for what was there; the write's own read finds out.
  return (await platform.getWorkbook(deploymentId, item.id)) ?? item;
}

function carriesPublished(wire: WireWorkbook): boolean {
  return wire.dashboardPublished !== undefined || wire.publishedDashboard !== undefined;
}
