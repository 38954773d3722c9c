// What an apply did, as `apply --json` prints it: contract 7, to the letter.

import type { ApplySummary, Result } from "../model/index.ts";

/** JSON text with a line end. Details for people are left out: they are the prose of `error.message`. */
export function renderApplyJson(outcome: { summary: ApplySummary; results: readonly Result[] }): string {
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
      error: error && { code: error.code, message: error.message, requestId: error.requestId },
    })),
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
