// Replaces the symbols in a request that waits for a folder, a workbook or a report by the ids that the run has created.

import { type Change, isObject, type Json, type JsonObject, STAMP_KEY } from "../model/index.ts";
import { completeReferences, openReferences, resolveReferences, unfold } from "../plan/index.ts";

/** The ids that a run has created or found so far. */
export interface Created {
  /** Folder key → id. */
  folders: Map<string, number>;
  /** Slug → id of the shells. */
  workbooks: Map<string, number>;
  /** Report key → id. */
  reports: Map<string, number>;
}

export type ResolvedChange = { change: Change } | { missing: string };

/** Field of a request, the kind that it may name, and where the ids of that kind are. */
const SYMBOLS = [
  ["folderId", "folder", "folders"],
  ["parentId", "folder", "folders"],
  ["workbookId", "workbook", "workbooks"],
] as const;

/** The change with every symbol replaced by an id, and a stamp of the commit that is applied; or the message about a missing one. */
export function resolveChange(planned: Change, created: Created, commit?: string): ResolvedChange {
  const { publishConfig } = planned;
  const shown = publishConfig && resolveReferences(publishConfig, created.reports);
  const request: JsonObject | undefined = planned.request && unfold(planned.request);
  const change: Change = { ...planned, request, publishConfig: shown };
  for (const [field, kind, kinds] of request ? SYMBOLS : []) {
    const key = symbol(request?.[field], `$${kind}`);
    if (key === undefined || !request) continue;
    const id = created[kinds].get(key);
    if (id === undefined) return { missing: `the ${kind} ${key} could not be created` };
    request[field] = id;
  }
  const resolved = completeReferences(change, created.reports);
  const [open] = openReferences([shown ?? null, resolved.request ?? null]);
  if (open !== undefined) return { missing: `the report ${open} could not be created` };
  return { change: commit === undefined ? resolved : withCommit(resolved, commit) };
}

/** A plan names no commit: the same one may be made of another. */
function withCommit(change: Change, commit: string): Change {
  const { request } = change;
  if (!isObject(request?.meta) || !isObject(request.meta[STAMP_KEY])) return change;
  const stamp = { ...request.meta[STAMP_KEY], commit };
  return { ...change, request: { ...request, meta: { ...request.meta, [STAMP_KEY]: stamp } } };
}

/** The slugs of the workbooks that `changes` need before they themselves can be written. */
export function neededShells(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ request }) => symbol(request?.workbookId, "$workbook") ?? []));
}

function symbol(value: Json | undefined, name: string): string | undefined {
  return isObject(value) && typeof value[name] === "string" ? value[name] : undefined;
}
