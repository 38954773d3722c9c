// Who may do what (platform document, "Authentication", rules 6 and 7; "Create or update a workbook by slug", rules 5 and 6).
// A key without `access` manages everything in its deployments.

import {
  type Access,
  type ApiKeyRecord,
  LEVELS,
  type Level,
  ROLES,
  type Role,
} from "../store/account-records.ts";
import { folderPath } from "../store/folder-path.ts";
import type { FolderRecord, ReportRecord, WorkbookRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { Refusal } from "./reply.ts";

/** Throws a 403 Refusal if the key's role is below `role`. */
export function requireRole(key: ApiKeyRecord, role: Role, what: string): void {
  if (ROLES.indexOf(key.role) < ROLES.indexOf(role))
    throw new Refusal(403, `The role ${role} or higher is required to ${what}`);
}

/** Throws a 403 Refusal if the key lacks the permission. */
export function requirePermission(key: ApiKeyRecord, permission: string): void {
  const held = key.permissions ?? (key.role === "Admin" ? ["All"] : []);
  if (!held.includes(permission) && !held.includes("All"))
    throw new Refusal(403, `The permission ${permission} is required`);
}

/** Throws a 403 Refusal for a key that is scoped to deployments: users, audit log and provisioning belong to the account. */
export function requireAccount(key: ApiKeyRecord): void {
  if (key.deployments !== undefined) throw new Refusal(403, "The API key is scoped to deployments");
}

/** Throws a 403 Refusal if `level` is below `needed`; `what` completes "… is required to". */
export function requireLevel(level: Level | undefined, needed: Level, what: string): void {
  if (rank(level) < rank(needed))
    throw new Refusal(403, `${needed[0]!.toUpperCase()}${needed.slice(1)} access is required to ${what}`);
}

/** The highest of the key's levels on the workbook and the folders that it is in; undefined: not even view. */
export function workbookLevel(store: Store, key: ApiKeyRecord, workbook: WorkbookRecord): Level | undefined {
  if (!key.access) return "manage";
  const { workbooks } = key.access;
  const own = workbooks[workbook.id] ?? (workbook.slug === null ? undefined : workbooks[workbook.slug]);
  return higher(own, pathLevel(store, key.access, workbook.folderId));
}

/** The highest of the key's levels on the folder and those above it. */
export function folderLevel(store: Store, key: ApiKeyRecord, folder: FolderRecord): Level | undefined {
  return key.access ? pathLevel(store, key.access, folder.id) : "manage";
}

/** The highest of the key's levels on the report, its workbook and the folders that it is in. */
export function reportLevel(store: Store, key: ApiKeyRecord, report: ReportRecord): Level | undefined {
  if (!key.access) return "manage";
  const workbook = report.workbookId === null ? undefined : store.workbooks.get(report.workbookId);
  const own = higher(key.access.reports[report.id], pathLevel(store, key.access, report.folderId));
  return workbook ? higher(own, workbookLevel(store, key, workbook)) : own;
}

/** The folders that the key sees: those with a level, and the ancestors of anything with one (field notes A.3). */
export function visibleFolders(store: Store, key: ApiKeyRecord, deploymentId: number): Set<number> {
  const folders = store.folders.of(deploymentId);
  if (!key.access) return new Set(folders.map(({ id }) => id));
  const seen = new Set<number>();
  const show = (id: number | null): void => {
    for (const entry of folderPath(store, id)) seen.add(entry.id);
  };
  for (const folder of folders) if (folderLevel(store, key, folder)) show(folder.id);
  for (const workbook of store.workbooks.of(deploymentId))
    if (workbookLevel(store, key, workbook)) show(workbook.folderId);
  for (const report of store.reports.of(deploymentId))
    if (reportLevel(store, key, report)) show(report.folderId);
  return seen;
}

function pathLevel(store: Store, access: Access, folderId: number | null): Level | undefined {
  return folderPath(store, folderId).reduce<Level | undefined>(
    (level, { id }) => higher(level, access.folders[id]),
    undefined,
  );
}

function higher(a: Level | undefined, b: Level | undefined): Level | undefined {
  return rank(a) >= rank(b) ? a : b;
}

function rank(level: Level | undefined): number {
  return level === undefined ? -1 : LEVELS.indexOf(level);
}
