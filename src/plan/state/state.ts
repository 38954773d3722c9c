// The state that is compared: what a project manages of a workbook, taken from a file on one side and from the platform's answer
// on the other, in one shape.

import {
  type FolderRef,
  isObject,
  type Json,
  type JsonObject,
  type ManagedState,
} from "../../model/index.ts";

/** A managed state as canonical() takes it: plain JSON. That of a report has fields of its own beside name and meta. */
export interface ComparedState {
  name?: string;
  folder?: Json;
  meta?: JsonObject;
  dashboard?: JsonObject;
  [field: string]: Json | undefined;
}

/** A live workbook, as far as planning reads it. */
export interface LiveWorkbook {
  id: number;
  slug: string;
  name: string;
  folderId: number | null;
  /** The names of its folders, outermost first; undefined where the platform does not say. */
  folderPath: string[] | undefined;
  /** Without the draft. */
  meta: JsonObject;
  draft: JsonObject | undefined;
  /** What viewers see; undefined where it was never published. */
  published: JsonObject | undefined;
  /** Which publication that is; undefined where the platform does not say. */
  publishedVersion: number | undefined;
  /** When it was last updated, as the platform says it; takes no part in any comparison. */
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

/** Whether a meta names any key: one that names none manages none. */
export function hasValues(meta: Json | undefined): meta is JsonObject {
  return isObject(meta) && Object.values(meta).some((value) => value !== null);
}

function folderRef(entry: JsonObject): FolderRef | undefined {
  if (typeof entry.folderId === "number") return { id: entry.folderId };
  // `/Finance/Revenue/` is the same path as `Finance / Revenue`; in a list each name stands as it is.
  if (typeof entry.folder === "string") {
    const names = entry.folder.split("/").map((name) => name.trim());
    return names.filter((name) => name !== "");
  }
  return Array.isArray(entry.folder) ? entry.folder.map(String) : undefined;
}

/** Which parts a declaration manages: enough to take the same parts of what is live. */
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
    folder: state.folder && (JSON.parse(JSON.stringify(state.folder)) as FolderRef),
    metaKeys: state.meta && Object.keys(state.meta).filter((key) => state.meta?.[key] !== null),
    dashboard: state.dashboard !== undefined,
  };
}

/** What is live of the managed parts: unmanaged names, folders and meta keys do not take part. */
export function liveState(shape: ManagedShape, live: LiveWorkbook): ComparedState {
  const state: ComparedState = {};
  if (shape.name) state.name = live.name;
  if (shape.folder !== undefined) state.folder = liveFolder(shape.folder, live);
  if (shape.metaKeys) {
    const meta: JsonObject = {};
    for (const key of shape.metaKeys) {
      const value = Object.hasOwn(live.meta, key) ? live.meta[key] : undefined;
      if (value !== undefined && value !== null) meta[key] = value;
    }
    state.meta = meta;
  }
  if (shape.dashboard) state.dashboard = live.draft ?? {};
  return state;
}

/** Compared by path where a path was declared, by id where an id was; an unnamed folder is known by its id. */
function liveFolder(declared: FolderRef, live: LiveWorkbook): Json {
  if (!Array.isArray(declared)) return { id: live.folderId };
  if (live.folderId === null) return [];
  return live.folderPath ?? { id: live.folderId };
}
