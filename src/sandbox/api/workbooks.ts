// Reading and deleting workbooks (field notes A.1). The list, upsert, update and publish have their own files.

import { recordEvent } from "../store/record-event.ts";
import type { WorkbookRecord } from "../store/records.ts";
import { workbookText } from "../store/workbook-text.ts";
import { requireLevel, workbookLevel } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { idInPath } from "./paging.ts";
import { json, jsonText, Refusal, type Reply } from "./reply.ts";

/** GET …/workbooks/{workbookId}. */
export function getWorkbook(context: DeploymentContext): Reply {
  return jsonText(workbookText(context.store, findWorkbook(context)));
}

/** DELETE …/workbooks/{workbookId}: 200 with an empty object, as in live descriptions. */
export function deleteWorkbook(context: DeploymentContext): Reply {
  const { store, key, now, rules, deployment } = context;
  const workbook = findWorkbook(context);
  requireLevel(workbookLevel(store, key, workbook), "manage", "delete this workbook");
  if (rules.quirks.has("deletes-reports"))
    for (const report of store.reports.of(deployment.id))
      if (report.workbookId === workbook.id) store.deleteReport(report);
  store.deleteWorkbook(workbook);
  recordEvent(context, now(), "Workbook deleted", { workbookId: workbook.id, slug: workbook.slug });
  return json({});
}

/** The workbook with this id, or the one that the path names; a 404 Refusal if this deployment has none that the key may view. */
export function findWorkbook(context: DeploymentContext, id?: number): WorkbookRecord {
  const { store, deployment, key, params } = context;
  const workbook = store.workbooks.get(id ?? idInPath(params.workbookId));
  if (workbook?.deploymentId !== deployment.id || !workbookLevel(store, key, workbook))
    throw new Refusal(
      404,
      `Workbook ${id ?? params.workbookId} does not exist in deployment ${deployment.id}`,
    );
  return workbook;
}
