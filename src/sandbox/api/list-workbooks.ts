// GET …/workbooks (field notes A.1), and what quirks make of it.

import type { JsonObject } from "../../model/index.ts";
import type { WorkbookRecord } from "../store/records.ts";
import { listItemText } from "../store/workbook-text.ts";
import { reportLevel, visibleFolders, workbookLevel } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { findFolder, wireFolder } from "./folders.ts";
import { idParameter, listPage } from "./paging.ts";
import { asListed } from "./quirks.ts";
import type { Reply } from "./reply.ts";
import { wireReport } from "./reports.ts";

/** Above every id: the rows of one kind come before all of the next. */
const KIND = 2 ** 40;

interface Row {
  id: number;
  text(): string;
}

/** Without `folderId` it is the whole deployment (the platform may mean only the root: field notes A.1); 0 is the root. */
export function listWorkbooks(context: DeploymentContext): Reply {
  const { store, rules, deployment, key, query } = context;
  const folderId = idParameter(query, "folderId");
  if (folderId) findFolder(context, folderId);
  const isHere = (parent: number | null): boolean => folderId === undefined || (parent ?? 0) === folderId;
  const inside = store.workbooks
    .of(deployment.id)
    .filter((workbook) => workbookLevel(store, key, workbook) && isHere(workbook.folderId));
  const rows = context.lateLists.show(inside, !query.has("after"));
  const { quirks } = rules;
  const isChanged = quirks.has("lists-without-meta");
  const write = (row: WorkbookRecord): string => {
    const text = listItemText(store, row);
    return isChanged ? JSON.stringify(asListed(quirks, JSON.parse(text))) : text;
  };
  if (!quirks.has("mixed-lists")) return listPage(context, rows, write);
  const mixed = mixWith(
    context,
    rows.map((row) => ({ id: KIND + row.id, text: () => write(row) })),
    isHere,
  );
  return listPage(context, mixed, ({ text }) => text());
}

/** Folders, workbooks and reports where `isHere` says so. */
export function mixedRows(context: DeploymentContext, isHere: (parent: number | null) => boolean): Row[] {
  const { store, deployment, key } = context;
  const workbooks = store.workbooks
    .of(deployment.id)
    .filter((workbook) => workbookLevel(store, key, workbook) && isHere(workbook.folderId))
    .map((workbook) => ({ id: KIND + workbook.id, text: () => listItemText(store, workbook) }));
  return mixWith(context, workbooks, isHere);
}

function mixWith(
  context: DeploymentContext,
  workbooks: readonly Row[],
  isHere: (parent: number | null) => boolean,
): Row[] {
  const { folders, reports } = othersOf(context, isHere);
  return [...folders, ...workbooks, ...reports];
}

/** The folders and reports that a mixed list shows, as in the workspace of the UI (field notes A.4). */
function othersOf(
  { store, rules, deployment, key }: DeploymentContext,
  isHere: (parent: number | null) => boolean,
): { folders: Row[]; reports: Row[] } {
  /** With the fields that a Workbook must have. */
  const written = (place: number, id: number, item: object): Row => {
    const shown = asListed(rules.quirks, { ...item, meta: (item as JsonObject).meta ?? {} });
    const text = (): string => JSON.stringify({ ...shown, slug: null, calculatedFields: {} });
    return { id: place * KIND + id, text };
  };
  const visible = visibleFolders(store, key, deployment.id);
  return {
    folders: store.folders
      .of(deployment.id)
      .filter(({ id, parentId }) => visible.has(id) && isHere(parentId))
      .map((folder) => written(0, folder.id, { ...wireFolder(store, folder), folderId: folder.parentId })),
    reports: store.reports
      .of(deployment.id)
      .filter((report) => reportLevel(store, key, report) && isHere(report.folderId))
      .map((report) => written(2, report.id, wireReport(store, report))),
  };
}
