// What a chart asks for: the query of its report in the files, or a report of the platform by its number.

import { readQuery } from "../../features/query-tests/read-query.ts";
import { isObject, type JsonObject, widgetsOf, writeJson } from "../../model/index.ts";
import { shortDigest } from "../../plan/index.ts";

/** What is known of the report that a chart names: by its key in files, by its number where it is live. */
export type FindReport = (reference: string | number) => { entry: JsonObject } | undefined;

/** `name` is the same for the same question. */
export type Asked = { name: string } & ({ query: JsonObject } | { report: number });

/** The report that a chart draws. */
export function reportOf(
  config: JsonObject,
  findReport: FindReport,
): { key: string | null; entry: JsonObject | undefined } {
  const reference = isObject(config.reportId) ? config.reportId.$report : undefined;
  const key = typeof reference === "string" ? reference : null;
  const named = key ?? (typeof config.reportId === "number" ? config.reportId : undefined);
  return { key, entry: named === undefined ? undefined : findReport(named)?.entry };
}

export function askedBy(config: JsonObject, findReport: FindReport): Asked | undefined {
  const { reportId } = config;
  const query = readQuery(reportOf(config, findReport).entry?.query);
  if (query) return { name: shortDigest(writeJson(query)), query };
  return Number.isSafeInteger(reportId)
    ? { name: `report-${reportId}`, report: Number(reportId) }
    : undefined;
}

/** What one widget of a dashboard asks for. */
export function askedOn(entry: JsonObject, id: string, findReport: FindReport): Asked | undefined {
  const widget = widgetsOf(entry.dashboard).find((one) => isObject(one) && String(one.id) === id);
  if (!isObject(widget) || widget.type !== "CHART") return undefined;
  return isObject(widget.config) ? askedBy(widget.config, findReport) : undefined;
}
