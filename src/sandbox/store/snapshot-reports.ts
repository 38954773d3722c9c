import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Store } from "./store.ts";

/** Kinds of visualization (platform document, ReportSnapshot). */
export const SNAPSHOT_KINDS = ["vega", "table", "kpi", "html", "map", "sankey"];

/**
 * Snapshots of the reports that a dashboard's widgets name, by ascending id and without ids of their own yet. A widget names
 * its report by number under `config.reportId`, at any depth (the likely key: field notes D); unknown numbers are skipped.
 */
export function snapshotReports(store: Store, deploymentId: number, config: JsonObject): JsonObject[] {
  const named = new Set<number>();
  collectReportIds(config.widgets, named);
  const snapshots: JsonObject[] = [];
  for (const id of [...named].sort((a, b) => a - b)) {
    const report = store.reports.get(id);
    if (report?.deploymentId !== deploymentId) continue;
    const kind = report.meta?.kind;
    snapshots.push({
      reportId: report.id,
      versionNumber: report.version,
      name: report.name,
      title: report.title,
      description: report.description,
      sqlQuery: report.sqlQuery,
      meta: report.meta,
      kind: typeof kind === "string" && SNAPSHOT_KINDS.includes(kind) ? kind : null,
    });
  }
  return snapshots;
}

function collectReportIds(value: Json | undefined, into: Set<number>): void {
  if (Array.isArray(value)) for (const item of value) collectReportIds(item, into);
  if (!isObject(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (key === "reportId" && typeof item === "number") into.add(item);
    else collectReportIds(item, into);
  }
}
