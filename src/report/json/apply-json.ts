// What an apply did, as `apply --json` prints it (contract 7), with what its plan left out.

import type { ApplySummary, Diagnostic, Result } from "../../model/index.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText } from "./json-text.ts";

/** JSON text with a line end. An error's `details` hold the platform's own words and what to do next. */
export function renderApplyJson(outcome: {
  summary: ApplySummary;
  results: readonly Result[];
  /** Those of the plan: what it says of workbooks that were left out. */
  diagnostics: readonly Diagnostic[];
}): string {
  const { created, updated, published, stamped, deleted, unchanged, failed, skipped } = outcome.summary;
  const json = {
    summary: { created, updated, published, stamped, deleted, unchanged, failed, skipped },
    results: outcome.results.map(({ kind, key, action, status, attempts, id, error }) => ({
      kind,
      key,
      action,
      status,
      attempts,
      id,
      error: error && {
        code: error.code,
        message: error.message,
        requestId: error.requestId,
        details: error.details,
      },
    })),
    diagnostics: outcome.diagnostics.map(diagnosticToJson),
  };
  return jsonText(json);
}
