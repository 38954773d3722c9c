// Turns one workbook or report of a seed into the record that the store keeps.

import { isObject, type Json, type JsonObject, normalizeSlug } from "../../model/index.ts";
import { derivePublicId } from "./public-id.ts";
import { OWNER, type PublishedRecord, type ReportRecord, type WorkbookRecord } from "./records.ts";
import { integerOr, textOr } from "./seed-fields.ts";

interface RowIds {
  id: number;
  deploymentId: number;
}

/** A workbook as exports and data files write it. A draft is read from the top level or, failing that, from `meta`. */
export function readWorkbook(row: JsonObject, ids: RowIds, now: string, newId: () => number): WorkbookRecord {
  const { dashboardDraft: draftInMeta, ...meta } = isObject(row.meta) ? row.meta : {};
  const slug = textOr(row.slug, null);
  return {
    ...ids,
    slug: slug === null ? null : normalizeSlug(slug),
    name: textOr(row.name, slug ?? `Workbook ${ids.id}`),
    folderId: integerOr(row.folderId, null),
    meta,
    calculatedFields: isObject(row.calculatedFields) ? row.calculatedFields : {},
    draft: configText(row.dashboardDraft === undefined ? draftInMeta : row.dashboardDraft),
    published: readPublished(row, ids, newId),
    reviewRequired: row.reviewRequired === true,
    isFavorite: row.isFavorite === true,
    user: isObject(row.user) ? row.user : OWNER,
    createdAt: textOr(row.createdAt, now),
    updatedAt: textOr(row.updatedAt, now),
  };
}

/** An export may contain the published configuration with or without the record of its publication. */
function readPublished(row: JsonObject, ids: RowIds, newId: () => number): PublishedRecord | null {
  const record = isObject(row.publishedDashboard) ? row.publishedDashboard : {};
  const config = configText(row.dashboardPublished ?? record.config);
  if (config === null) return null;
  const id = integerOr(record.id, undefined) ?? newId();
  return {
    id,
    publicId: textOr(record.publicId, derivePublicId("dashboard", ids.deploymentId, ids.id)),
    status: textOr(record.status, "published"),
    allowEmbed: record.allowEmbed === true,
    title: textOr(record.title, null),
    description: textOr(record.description, null),
    versionNumber: integerOr(record.versionNumber, 1),
    versionId: integerOr(record.versionId, undefined) ?? newId(),
    reportSnapshots: Array.isArray(record.reportSnapshots) ? record.reportSnapshots.filter(isObject) : [],
    config,
  };
}

function configText(config: Json | undefined): string | null {
  return isObject(config) ? JSON.stringify(config) : null;
}

export function readReport(row: JsonObject, ids: RowIds, now: string): ReportRecord {
  const publicId = textOr(row.publicId, derivePublicId("report", ids.deploymentId, ids.id));
  return {
    ...ids,
    publicId,
    publicIdSynthesized: row.publicIdSynthesized === true,
    name: textOr(row.name, publicId),
    title: textOr(row.title, null),
    description: textOr(row.description, null),
    workbookId: integerOr(row.workbookId, null),
    folderId: integerOr(row.folderId, null),
    jsonQuery: textOr(row.jsonQuery, null),
    sqlQuery: textOr(row.sqlQuery, null),
    pivotItems: isObject(row.pivotItems) ? row.pivotItems : null,
    meta: isObject(row.meta) ? row.meta : null,
    source: textOr(row.source, null),
    version: integerOr(row.version, 1),
    createdAt: textOr(row.createdAt, now),
    updatedAt: textOr(row.updatedAt, now),
  };
}
