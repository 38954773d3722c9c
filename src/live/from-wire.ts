// The platform's answer → a live workbook as planning reads it.

import { isObject, type JsonObject, normalizeSlug } from "../model/index.ts";
import type { LiveReport, LiveWorkbook } from "../plan/index.ts";
import type { WireReport, WireWorkbook } from "../platform/index.ts";

/** Undefined without a slug: there is no identity that a file could name. */
export function toLiveWorkbook(wire: WireWorkbook, folderPaths: FolderPaths): LiveWorkbook | undefined {
  if (typeof wire.slug !== "string" || !isWorkbook(wire)) return undefined;
  return { ...toUnnamed(wire, folderPaths), slug: normalizeSlug(wire.slug) };
}

/** One of which no file can speak: its slug is empty. */
export function toUnnamed(wire: WireWorkbook, folderPaths: FolderPaths): LiveWorkbook {
  const { dashboardDraft: draftInMeta, ...meta } = isObject(wire.meta) ? wire.meta : {};
  const folderId = wire.folderId ?? null;
  return {
    kind: "workbook",
    id: wire.id,
    slug: "",
    name: wire.name,
    folderId,
    folderPath: namesOf(wire, folderId) ?? folderPaths.get(folderId),
    meta,
    ...(carriesMeta(wire) ? {} : { metaUnseen: true }),
    ...(carriesDashboard(wire) ? {} : { dashboardUnseen: true }),
    // Written under meta, read back at the top, and by some deployments in both places (field notes D).
    draft: objectOrUndefined(wire.dashboardDraft) ?? objectOrUndefined(draftInMeta),
    published:
      objectOrUndefined(wire.dashboardPublished) ?? objectOrUndefined(wire.publishedDashboard?.config),
    publishedVersion: wire.publishedDashboard?.versionNumber,
    updatedAt: typeof wire.updatedAt === "string" ? wire.updatedAt : undefined,
    snapshots: snapshotsOf(wire),
  };
}

/** The same of a workbook's own read, which shows all that there is: without a dashboard, there is none. */
export function toReadWorkbook(wire: WireWorkbook, folderPaths: FolderPaths): LiveWorkbook | undefined {
  const live = toLiveWorkbook(wire, folderPaths);
  if (live) delete live.dashboardUnseen;
  return live;
}

/** Folder id → the names of its path, outermost first, if they are known; null is the root. */
export type FolderPaths = ReadonlyMap<number | null, string[]>;

/** Lists may hold folders and reports as well (platform document, WorkbookType). */
export function isWorkbook({ type }: Pick<WireWorkbook, "type">): boolean {
  return type === undefined || type === "WORKBOOK";
}

/**
 * Whether a list item or an answer holds all that is compared and overwritten: the draft, of which null means "none" and absence means
 * nothing, and meta with the stamp in it.
 */
export function carriesState(wire: WireWorkbook): boolean {
  return carriesMeta(wire) && (wire.dashboardDraft !== undefined || isObject(wire.meta.dashboardDraft));
}

/** Absence means nothing: a workbook without a dashboard says null. */
function carriesDashboard({
  dashboardDraft,
  dashboardPublished,
  publishedDashboard,
  meta,
}: WireWorkbook): boolean {
  const there = [
    dashboardDraft,
    dashboardPublished,
    publishedDashboard,
    isObject(meta) ? meta.dashboardDraft : undefined,
  ];
  return there.some((value) => value !== undefined);
}

/** The platform document requires meta, so anything but an object was left out, and is not empty. */
function carriesMeta({ meta }: WireWorkbook): boolean {
  return isObject(meta);
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

export function toLiveReport(wire: WireReport): LiveReport {
  return {
    kind: "report",
    id: wire.id,
    publicId: wire.publicId,
    name: wire.name,
    title: wire.title ?? null,
    jsonQuery: wire.jsonQuery ?? null,
    sqlQuery: wire.sqlQuery ?? null,
    pivotItems: wire.pivotItems ?? null,
    meta: isObject(wire.meta) ? wire.meta : {},
    workbookId: wire.workbookId ?? null,
    version: wire.version ?? null,
  };
}
