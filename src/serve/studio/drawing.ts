// What the drawing of a widget needs: only what the files say.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import { askedBy, type FindReport, reportOf } from "./asked.ts";
import type { Drawing } from "./protocol.ts";

const CONTAINERS: ReadonlySet<Json | undefined> = new Set(["CONTAINER", "PARENT", "TABS"]);

export function drawingOf(widget: JsonObject, children: readonly string[], findReport: FindReport): Drawing {
  const config = isObject(widget.config) ? widget.config : {};
  if (children.length > 0 || CONTAINERS.has(widget.type))
    return { kind: "container", children: [...children] };
  switch (widget.type) {
    case "TEXT": {
      const markdown = textOf(config.markdown) ?? "";
      return { kind: "text", markdown, text: markdown };
    }
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
  const { key, entry } = reportOf(config, findReport);
  const meta = isObject(entry?.meta) ? entry.meta : {};
  const chart = chartIn(meta) ?? textOf(config.chart) ?? textOf(config.visualization);
  const asked = askedBy(config, findReport);
  const query = asked && "query" in asked ? asked.query : undefined;
  const report = entry ? (textOf(entry.name) ?? key) : key;
  return {
    kind: "chart",
    chart,
    members: [...timesOf(query), ...membersIn(query?.dimensions), ...membersIn(query?.measures)],
    measure: membersIn(query?.measures)[0] ?? null,
    report,
    format: textOf(meta.format),
    rows: asked?.name ?? null,
  };
}

/** What a report's `meta` says of its drawing: its kind, and `chart` for one that says nothing else (`vega`). */
export function chartIn({ kind, chart }: JsonObject): string | null {
  return typeof kind === "string" && kind !== "vega" ? kind : (textOf(chart) ?? textOf(kind));
}

const membersIn = (list: Json | undefined): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];

function timesOf(query: JsonObject | undefined): string[] {
  const times = Array.isArray(query?.timeDimensions) ? query.timeDimensions.filter(isObject) : [];
  return membersIn(times.map(({ dimension = null }) => dimension));
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
