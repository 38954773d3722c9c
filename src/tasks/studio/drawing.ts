// What the drawing of a widget needs: only what the files say.

import { isObject, type Json, type JsonObject, type ResolvedReport } from "../../model/index.ts";
import type { Drawing } from "./protocol.ts";

export type FindReport = (key: string) => ResolvedReport | undefined;

const CONTAINERS: ReadonlySet<Json | undefined> = new Set(["CONTAINER", "PARENT", "TABS"]);

export function drawingOf(widget: JsonObject, children: readonly string[], findReport: FindReport): Drawing {
  const config = isObject(widget.config) ? widget.config : {};
  if (children.length > 0 || CONTAINERS.has(widget.type))
    return { kind: "container", children: [...children] };
  switch (widget.type) {
    case "TEXT":
      return { kind: "text", markdown: textOf(config.markdown) ?? "" };
    case "FILTER":
      return { kind: "filter", member: textOf(config.member) };
    case "APP":
      return { kind: "app" };
    case "CHART":
      return chartOf(config, findReport);
    default:
      return { kind: "other" };
  }
}

function chartOf(config: JsonObject, findReport: FindReport): Drawing {
  const key = isObject(config.reportId) ? textOf(config.reportId.$report) : null;
  const entry = key === null ? undefined : findReport(key)?.entry;
  const meta = isObject(entry?.meta) ? entry.meta : {};
  const chart =
    textOf(meta.chart) ?? textOf(meta.kind) ?? textOf(config.chart) ?? textOf(config.visualization);
  const report = entry ? (textOf(entry.name) ?? key) : key;
  return { kind: "chart", chart, members: membersOf(entry?.query), report, format: textOf(meta.format) };
}

function membersOf(query: Json | undefined): string[] {
  const read = typeof query === "string" ? tryRead(query) : query;
  if (!isObject(read)) return [];
  const lists = [read.measures, read.dimensions];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []));
}

function tryRead(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
