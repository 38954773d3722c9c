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

/** A live workbook, as far as planning reads it. */
export interface LiveWorkbook {
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

/** The parts that a declaration manages: enough to take the same parts of a live workbook. */
export interface ManagedShape {
  name: boolean;
  folder: FolderRef | undefined;
  metaKeys: readonly string[] | undefined;
  dashboard: boolean;
}

export function shapeOf(state: ManagedState): ManagedShape {
  return {
    name: state.name !== undefined,
    // A copy, because strings that were cut out of a file keep the whole text of it in memory.
    folder: state.folder && (readJson(writeJson(state.folder)) as FolderRef),
    metaKeys: state.meta && Object.keys(state.meta).filter((key) => state.meta?.[key] !== null),
    dashboard: state.dashboard !== undefined,
  };
}

/** The live values of the managed parts, without unmanaged names, folders and meta keys. */
export function liveState(shape: ManagedShape, live: LiveWorkbook): ComparedState {
  const state: ComparedState = {};
  if (shape.name) state.name = live.name;
  if (shape.folder !== undefined) state.folder = liveFolder(shape.folder, live);
  if (shape.metaKeys) state.meta = pickValues(live.meta, shape.metaKeys);
  if (shape.dashboard) state.dashboard = live.draft ?? {};
  return state;
}

/** What can be ignored of a live workbook, managed or not. */
export function anyState({ name, meta, draft }: LiveWorkbook): ComparedState {
  return { name, meta, ...(draft && { dashboard: draft }) };
}

/** `meta` with these keys alone, without nulls. */
export function pickValues(meta: JsonObject, keys: readonly string[]): JsonObject {
  const found = keys.filter((key) => Object.hasOwn(meta, key) && (meta[key] ?? null) !== null);
  return Object.fromEntries(found.map((key) => [key, meta[key] as Json]));
}

/** Compared by path if a path was declared, by id if an id was; an unnamed folder is known by its id. */
function liveFolder(declared: FolderRef, live: LiveWorkbook): Json {
  if (!Array.isArray(declared)) return { id: live.folderId };
  if (live.folderId === null) return [];
  return live.folderPath ?? { id: live.folderId };
}
