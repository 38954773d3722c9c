// The end of an apply as `apply --json` prints it (contract 7), with what its plan left out.

import type { ApplySummary, Diagnostic, Result } from "../../model/index.ts";
import { diagnosticToJson } from "./diagnostic-json.ts";
import { jsonText, pick } from "./json-text.ts";

const SUMMARY = [
  "created",
  "updated",
  "published",
  "stamped",
  "deleted",
  "unchanged",
  "failed",
  "skipped",
] as const;

/** JSON text with a line end. An error's `details` hold the platform's own words and what to do next. */
export function renderApplyJson(outcome: {
  summary: ApplySummary;
  results: readonly Result[];
  /** Of the plan: about workbooks that were left out. */
  diagnostics: readonly Diagnostic[];
}): string {
  return jsonText({
    summary: pick(outcome.summary, SUMMARY),
    results: outcome.results.map((result) => ({
      ...pick(result, ["kind", "key", "action", "status", "attempts", "id"]),
      notes: result.notes,
      error: result.error && pick(result.error, ["code", "message", "requestId", "details"]),
    })),
    diagnostics: outcome.diagnostics.map(diagnosticToJson),
  });
}
