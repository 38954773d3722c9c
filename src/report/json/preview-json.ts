// Previews as one JSON document each. Every text ends with a line end.

import type { ListedPreview, PreviewDownResult, PreviewUpResult } from "../../model/index.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";

export function previewUpJson(report: PreviewUpResult): string {
  return jsonText({
    ...pick(report, ["name", "branch", "movedFrom", "until", "staging", "workbooks"]),
    ...pick(report, ["broken", "brokenAnywhere", "standing"]),
    ...pick(report, ["summary", "results", "removed", "kept", "inUse", "failed"]),
    diagnostics: report.diagnostics.map(diagnosticToJson),
  });
}

export function previewDownJson({ previews, untouched }: PreviewDownResult): string {
  return jsonText({ previews, untouched });
}

export function previewListJson(previews: readonly ListedPreview[]): string {
  return jsonText({ previews });
}
