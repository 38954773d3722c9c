// Previews as one JSON document each. Every text ends with a line end.

import type { ListedPreview, PreviewDownResult, PreviewUpResult } from "../../model/index.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText } from "./json-text.ts";

export function previewUpJson(report: PreviewUpResult): string {
  const { name, branch, staging, workbooks, broken, brokenAnywhere } = report;
  const { summary, results, removed, kept, failed, diagnostics } = report;
  return jsonText({
    name,
    branch,
    staging,
    workbooks,
    broken,
    brokenAnywhere,
    summary,
    results,
    removed,
    kept,
    failed,
    diagnostics: diagnostics.map(diagnosticToJson),
  });
}

export function previewDownJson({ previews, untouched }: PreviewDownResult): string {
  return jsonText({ previews, ...(untouched ? { untouched } : {}) });
}

export function previewListJson(previews: readonly ListedPreview[]): string {
  return jsonText({ previews });
}
