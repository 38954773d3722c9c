// References to reports: `{ $report: key }` in a file is an id on the platform, another one in every deployment.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import { heldIn } from "./held.ts";

/** Report key → live id on the target; without the keys that are not live yet. */
export type ReportIds = ReadonlyMap<string, number>;

/** `value` with every known reference replaced by its id; the others stay symbolic. Shares the parts without any. */
export function resolveReferences<T extends Json>(value: T, reports: ReadonlyMap<string, Json>): T {
  return resolve(value, reports) as T;
}

/** In the JSON text of what refers to a report. */
const REFERENCE = '{"$report":';

/** The keys of the references that `value` still holds. */
export function openReferences(value: Json): Set<string> {
  const keys = new Set<string>();
  const visitParts = (item: JsonObject): void => {
    const held = heldIn(item);
    for (const name of Object.keys(item))
      if (held?.key !== name || held.text().includes(REFERENCE)) visit(item[name] as Json);
  };
  const visit = (item: Json): void => {
    const key = referenceKey(item);
    if (key !== undefined) keys.add(key);
    else if (Array.isArray(item)) item.forEach(visit);
    else if (isObject(item)) visitParts(item);
  };
  visit(value);
  return keys;
}

/** The key that a reference names; undefined for anything else. */
export function referenceKey(value: Json): string | undefined {
  if (!isObject(value) || typeof value.$report !== "string") return undefined;
  return Object.keys(value).length === 1 ? value.$report : undefined;
}

function resolve(value: Json, reports: ReadonlyMap<string, Json>): Json {
  if (typeof value !== "object" || value === null) return value;
  const key = referenceKey(value);
  if (key !== undefined) return reports.get(key) ?? value;
  if (Array.isArray(value)) {
    const items = value.map((item) => resolve(item, reports));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let copy: JsonObject | undefined;
  for (const [name, item] of Object.entries(value)) {
    const resolved = resolve(item, reports);
    if (resolved !== item) {
      copy ??= { ...value };
      copy[name] = resolved;
    }
  }
  return copy ?? value;
}

// Folder paths as texts: the names with slashes between them.

/** The key of a folder path in FolderIds and in `{ $folder: … }`; slashes inside names are escaped. */
export function folderKey(path: readonly string[]): string {
  return path.map((name) => name.replaceAll("\\", "\\\\").replaceAll("/", "\\/")).join("/");
}

/** The names of a folder key, outermost first: the reverse of folderKey. */
export function parseFolderKey(key: string): string[] {
  return (key.match(/(?:\\.|[^/\\])+/g) ?? []).map((name) => name.replace(/\\(.)/g, "$1"));
}

/** Folder key → id of the known folders. */
export type FolderIds = ReadonlyMap<string, number>;
