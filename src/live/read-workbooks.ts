// Reads a deployment's workbooks, page by page.

import type { LiveWorkbook, Unread } from "../plan/index.ts";
import { type Platform, PlatformError, type WireWorkbook } from "../platform/index.ts";
import type { Folders } from "./folders.ts";
import { carriesState, isWorkbook, toLiveWorkbook, toReadWorkbook, toUnnamed } from "./from-wire.ts";
import { type OpenList, openList } from "./workbook-list.ts";

export interface ReadOptions {
  /** Whether the plan needs this workbook's draft and meta: only then is it read if the list leaves one of them out. */
  needsDraft(live: LiveWorkbook): boolean;
  /** Whether it compares the published version. */
  needsPublished(slug: string): boolean;
  /**
   * Whether it matters who manages it: then it is read if the list leaves its meta out. If it cannot be read, it is visited as it is,
   * with `metaUnseen`.
   */
  needsOwner?(live: LiveWorkbook): boolean;
  /** Known folders; those of the workbooks' paths are added. */
  folders: Folders;
  visit(live: LiveWorkbook, wire: WireWorkbook): void;
  /** Takes the workbooks that have no slug, which no file can name. */
  visitUnnamed?(wire: WireWorkbook, live: LiveWorkbook): void;
  /** Whether a wanted workbook has not been visited yet. */
  isAnyMissing(): boolean;
  /** The list, if it was begun earlier. */
  pages?: OpenList["pages"];
}

/** Calls `visit` for every workbook with a slug and returns how many workbooks there are, with a slug or without. Sends GET requests only. */
export async function readWorkbooks(
  platform: Platform,
  deploymentId: number,
  options: ReadOptions,
): Promise<number> {
  const read = (id: number) => platform.getWorkbook(deploymentId, id);
  const seen = new Set<number>();
  const unnamed = new Set<number>();
  const { pages = openList(platform, deploymentId).pages, isAnyMissing } = options;
  for await (const page of pages(isAnyMissing)) {
    for (const wire of page) options.folders.learn(wire);
    const completed = await Promise.all(page.map((wire) => complete(wire, options, read)));
    for (const { wire, isRead, unread } of completed) {
      const live = (isRead ? toReadWorkbook : toLiveWorkbook)(wire, options.folders.paths);
      if (!live && isWorkbook(wire) && !unnamed.has(wire.id)) {
        unnamed.add(wire.id);
        options.visitUnnamed?.(wire, toUnnamed(wire, options.folders.paths));
      }
      if (!live || seen.has(live.id)) continue;
      seen.add(live.id);
      options.visit(unread ? { ...live, unread } : live, wire);
    }
  }
  return seen.size + unnamed.size;
}

/** The item itself, or the single read if the list left too much out; how that was answered, if it shows nothing of what is needed. */
async function complete(
  item: WireWorkbook,
  options: ReadOptions,
  read: (id: number) => Promise<WireWorkbook | undefined>,
): Promise<{ wire: WireWorkbook; isRead?: boolean; unread?: Unread }> {
  const asListed = { wire: item };
  const live = toLiveWorkbook(item, options.folders.paths);
  if (!live) return asListed;
  const stateMissing = options.needsDraft(live) && !carriesState(item);
  const publishedMissing = options.needsPublished(live.slug) && !carriesPublished(item);
  const ownerMissing = live.metaUnseen && options.needsOwner?.(live);
  const isNeeded = stateMissing || publishedMissing;
  if (!isNeeded && !ownerMissing) return asListed;
  try {
    const wire = await read(item.id);
    return wire ? { wire, isRead: true } : isNeeded ? { ...asListed, unread: 404 } : asListed;
  } catch (error) {
    if (!isNeeded && isRefusal(error)) return asListed;
    if (error instanceof PlatformError && error.status === 403) return { ...asListed, unread: 403 };
    throw error;
  }
}

/** One workbook, as its own read shows it; undefined if it is gone, has no slug or may not be read. */
export async function readOne(
  platform: Platform,
  deploymentId: number,
  { id, folders }: { id: number; folders: Folders },
): Promise<LiveWorkbook | undefined> {
  const wire = await unlessRefused(platform.getWorkbook(deploymentId, id));
  if (!wire) return undefined;
  folders.learn(wire);
  return toReadWorkbook(wire, folders.paths);
}

/** Undefined for what the credential may not read. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** The credential may not read it, or the deployment has no such operation: reading it again changes nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.status === 403 || error.code === "no-such-operation");
}

function carriesPublished(wire: WireWorkbook): boolean {
  return wire.dashboardPublished !== undefined || wire.publishedDashboard !== undefined;
}
