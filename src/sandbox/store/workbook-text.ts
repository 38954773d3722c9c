// A workbook as JSON text. The dashboards are inserted as the text that is stored; the rest is written once per record.

import type { JsonObject } from "../../model/index.ts";
import { folderPath } from "./folder-path.ts";
import type { PublishedRecord, WorkbookRecord } from "./records.ts";
import type { Store } from "./store.ts";

/** Records are replaced, never changed, so the text of one stays valid as long as it exists. */
const heads = new WeakMap<WorkbookRecord, string>();

/** The Workbook of a single read. */
export function workbookText(store: Store, workbook: WorkbookRecord): string {
  const { draft, published } = workbook;
  return `${headOf(store, workbook)},"dashboardDraft":${draft},"dashboardPublished":${published?.config ?? null},"publishedDashboard":${published && dashboardText(workbook, published)}}`;
}

/** The Workbook in a list, possibly without its dashboards. */
export function listItemText(store: Store, workbook: WorkbookRecord): string {
  return store.start.listDrafts ? workbookText(store, workbook) : `${headOf(store, workbook)}}`;
}

/** The Dashboard, the published version of a workbook. */
export function dashboardText(workbook: WorkbookRecord, published: PublishedRecord): string {
  const { config, ...rest } = published;
  const head = {
    ...rest,
    deploymentId: workbook.deploymentId,
    workbookId: workbook.id,
    createdBy: workbook.user.id ?? null,
  };
  return `${JSON.stringify(head).slice(0, -1)},"config":${config}}`;
}

/** Everything but the dashboards, without the closing brace. */
function headOf(store: Store, workbook: WorkbookRecord): string {
  const known = heads.get(workbook);
  if (known !== undefined) return known;
  const { draft, user } = workbook;
  const meta: JsonObject =
    store.start.draftInMeta && draft !== null
      ? { ...workbook.meta, dashboardDraft: JSON.parse(draft) }
      : workbook.meta;
  const head = JSON.stringify({
    id: workbook.id,
    deploymentId: workbook.deploymentId,
    slug: workbook.slug,
    name: workbook.name,
    type: "WORKBOOK",
    folderId: workbook.folderId,
    folderPath: folderPath(store, workbook.folderId),
    meta,
    calculatedFields: workbook.calculatedFields,
    isFavorite: workbook.isFavorite,
    userId: user.id ?? null,
    user,
    createdBy: user.id,
    createdAt: workbook.createdAt,
    updatedAt: workbook.updatedAt,
  }).slice(0, -1);
  heads.set(workbook, head);
  return head;
}
