// A new widget as the board shows it until the server does.
import type { AddEdit, ReportChoice, WidgetView } from "../../protocol.ts";

/** By key, since somebody looked for one to draw. */
const known = new Map<string, ReportChoice>();

export function noteReports(reports: readonly ReportChoice[]): void {
  known.clear();
  for (const report of reports) known.set(report.key, report);
}

export function addedView({ widget: id, template, title, report, member, boxes }: AddEdit): WidgetView {
  return {
    id,
    type: template.toUpperCase(),
    title: template === "text" || title === "" ? null : title,
    label: title || id,
    boxes,
    drawing: drawingOf(),
    container: null,
  };

  function drawingOf(): WidgetView["drawing"] {
    if (template === "text") return { kind: "text", markdown: title, text: title };
    if (template === "filter") return { kind: "filter", member: member ?? null };
    if (template === "divider") return { kind: "other" };
    const { chart = null, members = [], measure = null, title: name = null } = known.get(report ?? "") ?? {};
    return { kind: "chart", chart, members, measure, report: name, format: null, rows: null };
  }
}
