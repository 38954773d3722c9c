// What a run has made so far, and the requests that wait for it: a folder's id, a workbook's, a report's.

import { type Change, isObject, type Json, type JsonObject } from "../model/index.ts";
import { completeReferences, openReferences, resolveReferences } from "../plan/index.ts";

export interface Made {
  /** Folder key → id. */
  folders: Map<string, number>;
  /** Slug → id of the shells. */
  workbooks: Map<string, number>;
  /** Report key → id. */
  reports: Map<string, number>;
}

export type Completed = { change: Change } | { missing: string };

/** The change with every symbol replaced by what was made, or the words for what could not be. */
export function complete(planned: Change, made: Made): Completed {
  const change = withPublication(planned, made.reports);
  const [unmade] = openReferences(change.publishConfig ?? {});
  if (unmade !== undefined) return { missing: `the report ${unmade} could not be made` };
  if (!change.request) return { change };
  const request: JsonObject = { ...change.request };
  for (const field of ["folderId", "parentId"]) {
    const key = symbol(request[field], "$folder");
    if (key === undefined) continue;
    const id = made.folders.get(key);
    if (id === undefined) return { missing: `the folder ${key} could not be made` };
    request[field] = id;
  }
  const slug = symbol(request.workbookId, "$workbook");
  if (slug !== undefined) {
    const id = made.workbooks.get(slug);
    if (id === undefined) return { missing: `the workbook ${slug} could not be made` };
    request.workbookId = id;
  }
  const completed = completeReferences({ ...change, request }, made.reports);
  const [open] = openReferences(completed.request ?? {});
  return open === undefined ? { change: completed } : { missing: `the report ${open} could not be made` };
}

function withPublication(change: Change, reports: Made["reports"]): Change {
  const { publishConfig } = change;
  return publishConfig ? { ...change, publishConfig: resolveReferences(publishConfig, reports) } : change;
}

/** The slugs of the workbooks that `changes` need before they themselves can be written. */
export function neededShells(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ request }) => symbol(request?.workbookId, "$workbook") ?? []));
}

function symbol(value: Json | undefined, name: string): string | undefined {
  return isObject(value) && typeof value[name] === "string" ? value[name] : undefined;
}
