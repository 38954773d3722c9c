// Previews as one JSON document each. Every text ends with a line end.

import type { ListedPreview, PreviewDownReport, PreviewUpReport } from "../terminal/preview-pretty.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";

export function previewUpJson(report: PreviewUpReport): string {
  return jsonText({
    ...pick(report, ["name", "branch", "staging", "workbooks", "broken", "brokenAnywhere"]),
    ...pick(report, ["summary", "results", "removed", "kept", "failed"]),
    diagnostics: report.diagnostics.map(diagnosticToJson),
  });
}

export function previewDownJson({ previews, untouched }: PreviewDownReport): string {
  return jsonText({ previews, untouched });
}

export function previewListJson(previews: readonly ListedPreview[]): string {
  return jsonText({ previews });
}
