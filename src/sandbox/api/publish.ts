// POST …/workbooks/{workbookId}/publish (field notes A.1).

import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../../model/index.ts";
import { derivePublicId } from "../store/public-id.ts";
import { recordEvent } from "../store/record-event.ts";
import type { PublishedRecord, WorkbookRecord } from "../store/records.ts";
import { textOr } from "../store/seed-fields.ts";
import { snapshotReports } from "../store/snapshot-reports.ts";
import { dashboardText } from "../store/workbook-text.ts";
import { requireLevel, workbookLevel } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { jsonText, Refusal, type Reply } from "./reply.ts";
import { findWorkbook } from "./workbooks.ts";

/**
 * Publishes `config`, or the saved draft if it is omitted; the draft itself does not change. Sources disagree on whether
 * publishing the same again makes a version. Here it does not: a new version means that viewers see something new, a changed
 * report included. (One says "idempotent per workbook, safe on every apply", another "each publish makes a version".)
 */
export async function publishDashboard(context: DeploymentContext): Promise<Reply> {
  const { store, key, now } = context;
  const input = await context.body();
  const workbook = findWorkbook(context);
  requireLevel(workbookLevel(store, key, workbook), "edit", "publish this workbook");
  if (input.workbookId !== workbook.id)
    throw new Refusal(400, `workbookId is ${input.workbookId}, but the path names workbook ${workbook.id}`);
  if (workbook.reviewRequired) throw new Refusal(400, "This dashboard requires review before publishing");
  if (typeof input.dashboardId === "number" && input.dashboardId !== workbook.published?.id)
    throw new Refusal(404, `Dashboard ${input.dashboardId} does not belong to workbook ${workbook.id}`);
  const { rewrite } = context.rules;
  const asked = isObject(input.config) ? rewrite.draft(input.config) : parseDraft(workbook);
  const config = rewrite.publication(asked);
  if (config.kind === "APP") throw new Refusal(400, "Publishing a dashboard of kind APP is not supported");

  const before = workbook.published;
  const after = publication(context, workbook, config, input);
  if (before && isDeepStrictEqual(comparable(before), comparable(after)))
    return jsonText(dashboardText(workbook, before));
  const published: PublishedRecord = {
    ...after,
    versionId: store.newId("workbooks"),
    versionNumber: (before?.versionNumber ?? 0) + 1,
    reportSnapshots: after.reportSnapshots.map((snapshot) => ({
      id: store.newId("workbooks"),
      ...snapshot,
    })),
  };
  const changed = { ...workbook, published, updatedAt: now() };
  store.putWorkbook(changed);
  const { versionNumber } = published;
  recordEvent(context, changed.updatedAt, "Workbook published", { workbookId: workbook.id, versionNumber });
  return jsonText(dashboardText(changed, published));
}

function parseDraft(workbook: WorkbookRecord): JsonObject {
  if (workbook.draft === null) throw new Refusal(400, "There is no draft to publish; send config");
  return JSON.parse(workbook.draft) as JsonObject;
}

/** The workbook's new publication, still with the old version. */
function publication(
  { store }: DeploymentContext,
  workbook: WorkbookRecord,
  config: JsonObject,
  input: JsonObject,
): PublishedRecord {
  const before = workbook.published;
  return {
    id: before?.id ?? store.newId("workbooks"),
    publicId: before?.publicId ?? derivePublicId("dashboard", workbook.deploymentId, workbook.id),
    status: "published",
    allowEmbed: typeof input.allowEmbed === "boolean" ? input.allowEmbed : (before?.allowEmbed ?? false),
    title: textOr(input.title === undefined ? config.title : input.title, null),
    description: textOr(input.description === undefined ? config.description : input.description, null),
    versionNumber: before?.versionNumber ?? 0,
    versionId: before?.versionId ?? 0,
    reportSnapshots: snapshotReports(store, workbook.deploymentId, config),
    config: JSON.stringify(config),
  };
}

/** A publication without the ids that each publishing assigns again. */
function comparable(published: PublishedRecord): unknown {
  const { versionId: _, config, reportSnapshots, ...rest } = published;
  const reports = reportSnapshots.map(({ reportId, versionNumber }) => `${reportId}@${versionNumber}`);
  return { ...rest, config: JSON.parse(config), reports };
}
