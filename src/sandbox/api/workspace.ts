// The workspace of the UI: a folder's folders, workbooks and reports in one list, and moving one of them (field notes A.4).

import type { JsonObject } from "../../model/index.ts";
import { folderPath } from "../store/folder-path.ts";
import { recordEvent } from "../store/record-event.ts";
import { workbookText } from "../store/workbook-text.ts";
import { folderLevel, reportLevel, requireLevel, workbookLevel } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { checkDestination, findFolder, wireFolder } from "./folders.ts";
import { mixedRows } from "./list-workbooks.ts";
import { idParameter, listPage } from "./paging.ts";
import { json, jsonText, Refusal, type Reply } from "./reply.ts";
import { findReport, wireReport } from "./reports.ts";
import { findWorkbook } from "./workbooks.ts";

/** GET …/workspace: the root without `folderId`, and every folder with `search`. */
export function listWorkspace(context: DeploymentContext): Reply {
  const { query } = context;
  const folderId = idParameter(query, "folderId") ?? 0;
  if (folderId !== 0) findFolder(context, folderId);
  const search = query.get("search")?.toLowerCase();
  const rows = mixedRows(context, (parent) => search !== undefined || (parent ?? 0) === folderId);
  const named = ({ text }: { text(): string }): boolean =>
    search === undefined ||
    String((JSON.parse(text()) as JsonObject).name)
      .toLowerCase()
      .includes(search);
  return listPage(context, rows.filter(named), ({ text }) => text());
}

/** POST …/workspace/move: into the folder, or to the root without one. Needs manage, and edit access to the folder. */
export async function moveItem(context: DeploymentContext): Promise<Reply> {
  const { store, key, now } = context;
  const { type, id, folderId: wanted = null } = await context.body();
  const folderId = wanted as number | null;
  checkDestination(context, folderId);
  const updatedAt = now();
  const params = { workbookId: String(id), reportId: String(id) };
  const moved = { itemId: id as number, type: type as string, folderId };
  if (type === "FOLDER") {
    const folder = findFolder(context, id as number);
    requireLevel(folderLevel(store, key, folder), "manage", "move this folder");
    if (folderPath(store, folderId).some((above) => above.id === folder.id))
      throw new Refusal(400, "A folder cannot be moved into itself");
    store.folders.put({ ...folder, parentId: folderId, updatedAt });
    recordEvent(context, updatedAt, "Workspace item moved", moved);
    return json(wireFolder(store, store.folders.get(folder.id)!));
  }
  if (type === "REPORT") {
    const report = findReport({ ...context, params });
    requireLevel(reportLevel(store, key, report), "manage", "move this report");
    store.putReport({ ...report, folderId, updatedAt });
    recordEvent(context, updatedAt, "Workspace item moved", moved);
    return json(wireReport(store, store.reports.get(report.id)!));
  }
  const workbook = findWorkbook({ ...context, params });
  requireLevel(workbookLevel(store, key, workbook), "manage", "move this workbook");
  const after = { ...workbook, folderId, updatedAt };
  store.putWorkbook(after);
  recordEvent(context, updatedAt, "Workspace item moved", moved);
  return jsonText(workbookText(store, after));
}
