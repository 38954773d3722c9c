// The platform's answer → a live workbook as planning reads it.

import { isObject, type JsonObject, normalizeSlug } from "../model/index.ts";
import type { LiveWorkbook } from "../plan/index.ts";
import type { WireWorkbook } from "../platform/index.ts";

/** Undefined without a slug: there is no identity that a file could name. */
export function toLiveWorkbook(wire: WireWorkbook, folderPaths: FolderPaths): LiveWorkbook | undefined {
  if (typeof wire.slug !== "string" || (wire.type !== undefined && wire.type !== "WORKBOOK"))
    return undefined;
  const { dashboardDraft: draftInMeta, ...meta } = isObject(wire.meta) ? wire.meta : {};
  const folderId = wire.folderId ?? null;
  return {
    id: wire.id,
    slug: normalizeSlug(wire.slug),
    name: wire.name,
    folderId,
    folderPath: namesOf(wire, folderId) ?? folderPaths.get(folderId),
    meta,
    // Written under meta, read back at the top, and by some deployments in both places (field notes D).
    draft: objectOrUndefined(wire.dashboardDraft) ?? objectOrUndefined(draftInMeta),
    published:
      objectOrUndefined(wire.dashboardPublished) ?? objectOrUndefined(wire.publishedDashboard?.config),
    publishedVersion: wire.publishedDashboard?.versionNumber,
    updatedAt: typeof wire.updatedAt === "string" ? wire.updatedAt : undefined,
    snapshots: snapshotsOf(wire),
  };
}

/** Folder id → the names of its path, outermost first, if they are known; null is the root. */
export type FolderPaths = ReadonlyMap<number | null, string[]>;

/** Whether a list item says anything about its draft: null means "none", absence means nothing. */
export function carriesDraft(wire: WireWorkbook): boolean {
  return wire.dashboardDraft !== undefined || (isObject(wire.meta) && isObject(wire.meta.dashboardDraft));
}

function namesOf(wire: WireWorkbook, folderId: number | null): string[] | undefined {
  const path = wire.folderPath;
  if (folderId === null) return [];
  // Only a path that ends in the folder itself is complete.
  return Array.isArray(path) && path.at(-1)?.id === folderId ? path.map((entry) => entry.name) : undefined;
}

function snapshotsOf({ publishedDashboard }: WireWorkbook): Map<number, number> {
  const snapshots = publishedDashboard?.reportSnapshots;
  if (!Array.isArray(snapshots)) return new Map();
  return new Map(
    snapshots.map(({ reportId, versionNumber }) => [reportId as number, versionNumber as number]),
  );
}

function objectOrUndefined(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
