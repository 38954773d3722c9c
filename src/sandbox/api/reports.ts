// Reports: list, single read, create-or-update by publicId, and delete (field notes A.2).

import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { WireReport } from "../../platform/wire/wire.ts";
import { resourceOwner } from "../store/account.ts";
import { folderPath } from "../store/folder-path.ts";
import { derivePublicId } from "../store/public-id.ts";
import { readReport } from "../store/read-rows.ts";
import { recordEvent } from "../store/record-event.ts";
import { OWNER_ID, type ReportRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { reportLevel, requireLevel, requireRole, workbookLevel } from "./access.ts";
import type { DeploymentContext } from "./context.ts";
import { checkDestination } from "./folders.ts";
import { mergeMeta } from "./merge.ts";
import { idInPath, idParameter, listPage } from "./paging.ts";
import { asListed } from "./quirks.ts";
import { branchChanged, json, Refusal, type Reply } from "./reply.ts";
import type { Rewriting } from "./rewrite.ts";
import { findWorkbook } from "./workbooks.ts";

/** GET …/reports, all that the key may view or those of one workbook or folder. */
export function listReports(context: DeploymentContext): Reply {
  const { store, rules, deployment, key, query } = context;
  const workbookId = idParameter(query, "workbookId");
  const folderId = idParameter(query, "folderId");
  const rows = store.reports
    .of(deployment.id)
    .filter((report) => reportLevel(store, key, report))
    .filter((report) => workbookId === undefined || report.workbookId === workbookId)
    .filter((report) => folderId === undefined || (report.folderId ?? 0) === folderId);
  return listPage(context, rows, (report) =>
    JSON.stringify(asListed(rules.quirks, wireReport(store, report))),
  );
}

/** GET …/reports/{reportId}. */
export function getReport(context: DeploymentContext): Reply {
  return json(wireReport(context.store, findReport(context)));
}

/**
 * DELETE …/reports/{reportId}: 200 with an empty object, as in live descriptions. It needs edit access; the extra
 * permission for bulk deletion is not modelled.
 */
export function deleteReport(context: DeploymentContext): Reply {
  const { store, key, now } = context;
  const report = findReport(context);
  requireLevel(reportLevel(store, key, report), "edit", "delete this report");
  store.deleteReport(report);
  const { id: reportId, publicId } = report;
  recordEvent(context, now(), "Report deleted", { reportId, publicId });
  return json({});
}

/** The report that the path names; a 404 Refusal if this deployment has none that the key may view. */
export function findReport({ store, deployment, key, params }: DeploymentContext): ReportRecord {
  const report = store.reports.get(idInPath(params.reportId));
  if (report?.deploymentId !== deployment.id || !reportLevel(store, key, report))
    throw new Refusal(404, `Report ${params.reportId} does not exist in deployment ${deployment.id}`);
  return report;
}

/** POST …/reports, with a publicId of its own or a made-up one. */
export async function createReport(context: DeploymentContext): Promise<Reply> {
  const { publicId = null } = await context.body();
  const own = publicId ?? derivePublicId("report", context.deployment.id, context.store.newId("reports"));
  if (context.store.reportsByPublicId(String(own)).length > 0)
    throw new Refusal(409, `The publicId ${publicId} belongs to another report`);
  return upsertReport({ ...context, params: { ...context.params, publicId: String(own) } });
}

/** PUT …/reports/{reportId}: as the upsert. */
export async function updateReportById(context: DeploymentContext): Promise<Reply> {
  const { publicId } = findReport(context);
  return upsertReport({ ...context, params: { ...context.params, publicId } });
}

/**
 * PUT …/reports/by-public-id/{publicId}. Only the fields sent change, each as a whole: `meta` of a report is replaced, not
 * merged ("same semantics as PUT /reports/{id}"), save with a quirk. `version` grows with every change, and only then.
 */
export async function upsertReport(context: DeploymentContext): Promise<Reply> {
  const { store, rules, deployment, key, params, body, now } = context;
  const publicId = params.publicId!;
  if (!/^[0-9A-Za-z]{12}$/.test(publicId))
    throw new Refusal(400, "publicId must be 12 characters of 0-9A-Za-z");
  const input = await body();
  if (typeof input.publicId === "string" && input.publicId !== publicId)
    throw new Refusal(
      400,
      "The publicId in the body differs from the one in the path, and cannot be changed",
    );

  const decided = findByPublicId(store, deployment.id, publicId);
  if (decided) requireLevel(reportLevel(store, key, decided), "edit", "change this report");
  else requireRole(key, "AI BI User", "create a report");
  if (typeof input.folderId === "number") checkDestination(context, input.folderId);
  if (typeof input.workbookId === "number") checkWorkbook(context, input.workbookId);
  await rules.betweenDecisionAndApply(publicId);
  const current = findByPublicId(store, deployment.id, publicId);
  if (current?.id !== decided?.id) throw branchChanged();

  const at = now();
  const isMerged = rules.quirks.has("merges-report-meta") && isObject(input.meta);
  const meta = isMerged ? mergeMeta(current?.meta ?? {}, input.meta as JsonObject, "deep") : input.meta;
  const { rewrite } = rules;
  const written = sentFields(meta === undefined ? input : { ...input, meta }, rewrite);
  const fields = isObject(meta) ? { ...written, meta: rewrite.meta(meta) } : written;
  const source = typeof input.source === "string" ? input.source : null;
  const report = current
    ? updateReport(current, fields, at)
    : {
        ...readReport({ publicId, source }, { id: store.newId("reports"), deploymentId: deployment.id }, at),
        ...fields,
      };
  if (report === current) return json(wireReport(store, report));
  store.putReport(report);
  if (!current) store.account.grant(key, "reports", report.id, "manage");
  const { id: reportId, version } = report;
  recordEvent(context, at, `Report ${current ? "updated" : "created"}`, { reportId, publicId, version });
  return json(wireReport(store, report));
}

/** A report is a tab of its workbook: putting one in changes the workbook. */
function checkWorkbook(context: DeploymentContext, id: number): void {
  const workbook = findWorkbook(context, id);
  requireLevel(
    workbookLevel(context.store, context.key, workbook),
    "edit",
    "put a report into this workbook",
  );
}

/** The same record if nothing changes. A synthesized id that belongs to one report becomes its own id by this call. */
function updateReport(before: ReportRecord, fields: Partial<ReportRecord>, at: string): ReportRecord {
  const after = { ...before, ...fields, publicIdSynthesized: false };
  return isDeepStrictEqual(before, after) ? before : { ...after, version: before.version + 1, updatedAt: at };
}

/** The report with this publicId; throws the two kinds of 409 that a retry cannot fix. */
function findByPublicId(store: Store, deploymentId: number, publicId: string): ReportRecord | undefined {
  const holders = store.reportsByPublicId(publicId);
  const own = holders.find((report) => !report.publicIdSynthesized);
  if (own && own.deploymentId !== deploymentId)
    throw new Refusal(409, `The publicId ${publicId} belongs to a report of another deployment`);
  if (own) return own;
  const legacy = holders.filter((report) => report.deploymentId === deploymentId);
  if (legacy.length > 1)
    throw new Refusal(
      409,
      `${legacy.length} legacy reports share the publicId ${publicId}; give one an id of its own`,
      "ambiguous_legacy_id",
    );
  return legacy[0];
}

const WRITABLE = ["title", "jsonQuery", "sqlQuery", "pivotItems", "meta", "folderId", "workbookId"] as const;

/** The fields that the body sets. A null `name` is ignored: a report must have one. `source` is set only on create. */
function sentFields(input: JsonObject, rewrite: Rewriting): Partial<ReportRecord> {
  const sent: Record<string, Json> = {};
  for (const field of WRITABLE) if (input[field] !== undefined) sent[field] = input[field];
  if (typeof input.name === "string") sent.name = rewrite.text(input.name);
  if (typeof input.title === "string") sent.title = rewrite.text(input.title);
  if (typeof input.jsonQuery === "string") sent.jsonQuery = rewriteQuery(input.jsonQuery, rewrite);
  if (typeof input.sqlQuery === "string") sent.sqlQuery = rewrite.text(input.sqlQuery);
  if (isObject(input.pivotItems)) sent.pivotItems = rewrite.pivotItems(input.pivotItems);
  return sent;
}

/** A text that holds no JSON object is kept as it is; one that nothing changes keeps its spelling. */
function rewriteQuery(text: string, { query: rewrite }: Rewriting): string {
  try {
    const query: unknown = JSON.parse(text);
    const stored = isObject(query) ? rewrite(query) : query;
    return JSON.stringify(stored) === JSON.stringify(query) ? text : JSON.stringify(stored);
  } catch {
    return text;
  }
}

export function wireReport(store: Store, report: ReportRecord): WireReport & JsonObject {
  const { publicIdSynthesized: _, ...rest } = report;
  const owner = resourceOwner(store.account.user(OWNER_ID));
  return {
    ...rest,
    type: "REPORT",
    folderPath: folderPath(store, report.folderId),
    userId: OWNER_ID,
    user: owner,
    refreshedByUser: owner,
    createdBy: OWNER_ID,
  };
}
