// Numbers of reports → `{ $report: key }`: the reverse of what apply does. Only under the project's `reportKeys`.

import { isObject, type Json, type JsonObject, mapValues, widgetsOf } from "../../model/index.ts";

/** Live id → report key, for the reports that are declared or being pulled. */
export type ReportKeys = ReadonlyMap<number, string>;

/** The dashboard with the reports of its widgets by key; a number that no report has stays one. Shares what holds none. */
export function symbolicDashboard<T extends Json>(
  dashboard: T,
  reports: ReportKeys,
  reportKeys: readonly string[],
): T {
  if (!isObject(dashboard) || !Array.isArray(dashboard.widgets) || reports.size === 0) return dashboard;
  const widgets = dashboard.widgets.map((widget) => symbolicWidget(widget, reports, reportKeys));
  return { ...(dashboard as JsonObject), widgets } as Json as T;
}

function symbolicWidget(widget: Json, reports: Lookup, reportKeys: readonly string[]): Json {
  if (!isObject(widget) || widget.config === undefined) return widget;
  return { ...widget, config: replace(widget.config, reports, new Set(reportKeys)) };
}

/** The numbers under the keys of reports in a dashboard's widgets. */
export function reportNumbers(dashboard: JsonObject | undefined, reportKeys: readonly string[]): Set<number> {
  const numbers = new Set<number>();
  const everything: Lookup = { get: (number) => void numbers.add(number) };
  for (const widget of widgetsOf(dashboard)) symbolicWidget(widget, everything, reportKeys);
  return numbers;
}

type Lookup = Pick<ReportKeys, "get">;

function replace(value: Json, reports: Lookup, keys: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => replace(item, reports, keys));
  if (!isObject(value)) return value;
  return mapValues(value, (item, key) => (keys.has(key) ? reference : replace)(item, reports, keys));
}

/** The value under such a key: a number, or a list of them. */
function reference(value: Json, reports: Lookup, keys: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((item) => reference(item, reports, keys));
  if (typeof value !== "number") return replace(value, reports, keys);
  const key = reports.get(value);
  return key === undefined ? value : { $report: key };
}
