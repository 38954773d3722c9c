// Replaces the symbols of a request that waits for a folder, a workbook or a report by the ids of what the run has created.

import { type Change, isObject, type Json, type JsonObject } from "../model/index.ts";
import { completeReferences, openReferences, resolveReferences } from "../plan/index.ts";

/** The ids of what a run has created so far. */
export interface Created {
  /** Folder key → id. */
  folders: Map<string, number>;
  /** Slug → id of the shells. */
  workbooks: Map<string, number>;
  /** Report key → id. */
  reports: Map<string, number>;
}

export type ResolvedChange = { change: Change } | { missing: string };

/** Field of a request → the kind of thing that it may name, and where the ids of those are. */
const SYMBOLS = [
  ["folderId", "folder", "folders"],
  ["parentId", "folder", "folders"],
  ["workbookId", "workbook", "workbooks"],
] as const;

/** The change with every symbol replaced by the id of what was created, or the words for what could not be. */
export function resolveChange(planned: Change, created: Created): ResolvedChange {
  const { publishConfig } = planned;
  const shown = publishConfig && resolveReferences(publishConfig, created.reports);
  const request: JsonObject | undefined = planned.request && { ...planned.request };
  const change: Change = { ...planned, request, publishConfig: shown };
  for (const [field, kind, kinds] of request ? SYMBOLS : []) {
    const key = symbol(request?.[field], `$${kind}`);
    if (key === undefined || !request) continue;
    const id = created[kinds].get(key);
    if (id === undefined) return { missing: `the ${kind} ${key} could not be made` };
    request[field] = id;
  }
  const resolved = completeReferences(change, created.reports);
  const [open] = openReferences([shown ?? null, resolved.request ?? null]);
  return open === undefined ? { change: resolved } : { missing: `the report ${open} could not be made` };
}

/** The slugs of the workbooks that `changes` need before they themselves can be written. */
export function neededShells(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ request }) => symbol(request?.workbookId, "$workbook") ?? []));
}

function symbol(value: Json | undefined, name: string): string | undefined {
  return isObject(value) && typeof value[name] === "string" ? value[name] : undefined;
}
