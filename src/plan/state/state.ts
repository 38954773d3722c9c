// The state that is compared: the managed parts of a workbook, from a file on one side and from the platform's answer on the other,
// in one shape.

import {
  type FolderRef,
  isObject,
  type Json,
  type JsonObject,
  type ManagedState,
  readJson,
  writeJson,
} from "../../model/index.ts";

/** A managed state as canonical() takes it: plain JSON. That of a report has fields of its own besides name and meta. */
export interface ComparedState {
  name?: string;
  folder?: Json;
  meta?: JsonObject;
  dashboard?: JsonObject;
  [field: string]: Json | undefined;
}

/** A read that found nothing, or was refused. */
export type Unread = 404 | 403;

export type Live = LiveWorkbook | LiveReport;

/** A live workbook, as far as planning reads it. */
export interface LiveWorkbook {
  kind: "workbook";
  id: number;
  slug: string;
  name: string;
  folderId: number | null;
  /** The names of its folders, outermost first; undefined if the platform does not say. */
  folderPath: string[] | undefined;
  /** Without the draft. */
  meta: JsonObject;
  /** The platform did not show `meta`, so nobody knows who manages it. */
  metaUnseen?: true;
  /** That neither a draft nor a publication was shown, not even that there is none. */
  dashboardUnseen?: true;
  /** How its own read was answered, though it is in the list: what the list leaves out is not known. */
  unread?: Unread;
  draft: JsonObject | undefined;
  /** The dashboard that viewers see; undefined if it was never published. */
  published: JsonObject | undefined;
  /** The number of that publication; undefined if the platform does not say. */
  publishedVersion: number | undefined;
  /** When it was last updated, as the platform says it; never compared. */
  updatedAt?: string;
  /** Report id → the version that was frozen when it was published. */
  snapshots: ReadonlyMap<number, number>;
}

/** A live report, as far as planning reads it. */
export interface LiveReport {
  kind: "report";
  id: number;
  publicId: string;
  name: string;
  title: string | null;
  /** A string that holds JSON (field notes B). */
  jsonQuery: string | null;
  sqlQuery: string | null;
  pivotItems: JsonObject | null;
  meta: JsonObject;
  /** The platform did not show `meta`, so nobody knows who manages it. */
  metaUnseen?: true;
  workbookId: number | null;
  /** Grows with every change; null if the platform does not say. */
  version: number | null;
}

/** The managed state of an entry of a workbook file, already resolved and checked (contract 2). */
export function managedState(entry: JsonObject): ManagedState {
  const state: ManagedState = {};
  if (typeof entry.name === "string") state.name = entry.name;
  const folder = folderRef(entry);
  if (folder) state.folder = folder;
  if (hasValues(entry.meta)) state.meta = entry.meta;
  if (isObject(entry.dashboard)) state.dashboard = entry.dashboard;
  return state;
}

/** Whether a meta has any value: one without manages nothing. */
export function hasValues(meta: Json | undefined): meta is JsonObject {
  return isObject(meta) && Object.values(meta).some((value) => value !== null);
}

function folderRef(entry: JsonObject): FolderRef | undefined {
  if (typeof entry.folderId === "number") return { id: entry.folderId };
  // `/Finance/Revenue/` is the same path as `Finance / Revenue`; in a list each name is taken literally.
  if (typeof entry.folder === "string") {
    const names = entry.folder.split("/").map((name) => name.trim());
    return names.filter((name) => name !== "");
  }
  return Array.isArray(entry.folder) ? entry.folder.map(String) : undefined;
}

/** A state with the parts and keys of another, and nothing in them: enough to take the same parts of what is live. */
export function shapeOf({ name, folder, meta, dashboard }: ManagedState): ComparedState {
  return {
    ...(name !== undefined && { name: "" }),
    // A copy, because strings that were cut out of a file keep the whole text of it in memory.
    ...(folder && { folder: readJson(writeJson(folder)) as Json }),
    ...(meta && {
      meta: Object.fromEntries(Object.keys(meta).flatMap((key) => (meta[key] === null ? [] : [[key, true]]))),
    }),
    ...(dashboard && { dashboard: {} }),
  };
}

/** What can be ignored of what is live, managed or not. */
export function anyState(live: Live): ComparedState {
  const { kind, name, meta } = live;
  return { name, meta, ...(kind === "workbook" && live.draft && { dashboard: live.draft }) };
}

/** `meta` with these keys alone, without nulls. */
export function pickValues(meta: JsonObject, keys: readonly string[]): JsonObject {
  const found = keys.filter((key) => Object.hasOwn(meta, key) && (meta[key] ?? null) !== null);
  return Object.fromEntries(found.map((key) => [key, meta[key] as Json]));
}
